-- Many populations that all collide in a way of their own, among as many walls as there may be.
-- expect: error HERE: Population:step: the arrays of this script take
-- flags: --ticks 130 --script-deadline 2500
local pops = {}
for i = 1, 990 do
  pops[i] = agents.Population(1)
  pops[i]:collide { radius = 0.1 + i / 1e4, y = 0.3 + i / 1e5 }
end
for _ = 1, 1900 do
  local pos = Vec(math.random() * 30 - 15, 0.3, math.random() * 30 - 15)
  physics.box { static = true, pos = pos, size = Vec(8, 1, 8) }
end
local next = 0
hook.Add("Tick", "attack", function()
  for _ = 1, 8 do
    next = next % #pops + 1
    pops[next]:step(0.1, 1) --> here
  end
end)
