-- Writes as many intents as it can in every tick, through many populations.
-- expect: error HERE: Population:write: more than 4000000 values of this script would be on their way
local names = { "a", "b", "c", "d", "e", "f", "g", "h" }
local pops, values, ids = {}, {}, {}
for _, name in ipairs(names) do values[name] = 1 end
for i = 1, 100 do pops[i] = agents.Population(1, { intent = names }) end
for i = 1, 50000 do ids[i] = 1 end
ids = agents.array(ids)
hook.Add("Tick", "attack", function()
  for _, pop in ipairs(pops) do
    pop:write(ids, values) --> here
  end
end)
