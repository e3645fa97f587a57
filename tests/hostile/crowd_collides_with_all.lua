-- A million agents, all of them inside of two thousand walls at one place.
-- expect: stopped
-- flags: --ticks 30 --script-deadline 1000
local pop = agents.Population(1000000)
pop:collide { radius = 5, y = 0.3 }
for i = 1, 1990 do
  physics.box { pos = Vec(i / 1000, 0.5, 0), size = Vec(900, 1, 900), static = true }
end
hook.Add("Tick", "attack", function()
  pop:step(1 / 60, 9) --> here
end)
