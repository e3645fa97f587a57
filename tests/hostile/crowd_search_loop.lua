-- Searches without an end, each about as long as searches can be.
-- expect: stopped
local pop = agents.Population(7700)
hook.Add("Tick", "attack", function()
  while true do pcall(pop.sense, pop, 10) pcall(agents.cohere, pop, 10) end --> here
end)
