-- Searches without an end, each search a long one.
-- expect: stopped
local pop = agents.Population(15000)
hook.Add("Tick", "attack", function()
  while true do pcall(pop.sense, pop, 10) pcall(agents.cohere, pop, 10) end --> here
end)
