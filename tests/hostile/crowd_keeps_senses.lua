-- Keeps what a large crowd sensed in every tick, with counts, nearest ones and views.
-- expect: error HERE: Population:sense: the arrays of this script take
-- flags: --ticks 60 --script-deadline 2500
local pop = agents.Population(200000)
pop.pos = pop:random(Vec(0, 0), Vec(1000, 1000))
pop.vel = pop:random(Vec(-1, -1), Vec(1, 1))
local kept = {}
hook.Add("Tick", "attack", function(_, tick)
  local senses = pop:sense(0.5, { fov = tick % 2 == 0 and 2 or nil }) --> here
  kept[#kept + 1] = senses
  if tick % 3 == 0 then kept[#kept + 1] = senses.nearest end
end)
