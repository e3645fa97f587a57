-- Spawns agents and makes populations without an end.
-- expect: error HERE: Population:spawn: a script may have 1,000,000 agents
-- flags: --ticks 30 --script-deadline 2500
local pop = agents.Population(1)
hook.Add("Tick", "attack", function()
  pcall(agents.Population, 1)
  pop:spawn(#pop) --> here
end)
