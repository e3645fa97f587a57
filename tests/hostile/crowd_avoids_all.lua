-- Goes round and along as many things as is allowed, without an end.
-- expect: stopped
-- flags: --ticks 5
local pop = agents.Population(2000)
local places = {}
for i = 1, 10000 do places[i] = Vec(1, 1) end
places = agents.array(places)
pop.vel = Vec(1, 0)
while true do
  agents.avoid(pop, places, 2) --> here
  agents.follow_path(pop, places, 1, 1, { closed = true }) --> here
end
