-- Keeps ever new masks and sums of a large crowd, and intents and fields of it that were only made by a spawn.
-- expect: error HERE: Population:is_kind: the arrays of this script take
-- expect: prints sums that nobody looks at: false
-- expect: prints fields of many new agents: false
-- flags: --ticks 60 --script-deadline 2500
local fields, intent = {}, {}
for k = 1, 30 do fields["f" .. k] = Vec(1, 2, 3) end
for k = 1, 16 do intent[k] = "f" .. k end
fields.dim, fields.intent = 3, intent
local pop = agents.Population(0, fields)
print("fields of many new agents: " .. tostring(pcall(pop.spawn, pop, 1000000)))
pop:remove()
pop = agents.Population(100000)
local kept, ok = {}, true
for i = 1, 400 do
  ok = pcall(function()
    kept[i] = pop.pos + i
    pop.pos = { 1, 2 }
  end)
  if not ok then break end
end
print("sums that nobody looks at: " .. tostring(ok))
kept = {}
pop:remove()
pop = agents.Population(1000000)
hook.Add("Tick", "attack", function()
  for _ = 1, 10 do
    kept[#kept + 1] = pop:is_kind("agent") --> here
  end
end)
