-- Tables with weak keys that lead to one another in no order: a collector that looks for what is alive goes round and round.
-- expect: no error
local count, keys, order, tables = 40000, {}, {}, {}
for i = 1, count do keys[i], order[i] = {}, i end
for i = count, 2, -1 do
  local j = math.random(i)
  order[i], order[j] = order[j], order[i]
end
for i = 1, count do
  tables[i] = setmetatable({ [keys[order[i]]] = keys[order[i] % count + 1] }, { __mode = "k" })
end
first, keys = keys[1], nil
hook.Add("Tick", "attack", function()
  for _ = 1, 20000 do local garbage = {} end
end)
