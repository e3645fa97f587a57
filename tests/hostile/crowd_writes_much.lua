-- Writes as many intents as it can in every tick, through many populations.
-- expect: error HERE: Population:write: more than 4000000 values of this script would be on their way
local pops = {}
for i = 1, 300 do pops[i] = agents.Population(1, { intent = { "goal" } }) end
local ids = agents.array((function()
  local ids = {}
  for i = 1, 50000 do ids[i] = 1 end
  return ids
end)())
hook.Add("Tick", "attack", function()
  for _, pop in ipairs(pops) do
    pop:write(ids, { goal = 1 }) --> here
  end
end)
