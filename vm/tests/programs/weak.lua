-- Tables with weak keys that lead to one another in no order, more of them than the collector makes passes for: what is reachable
-- stays, what is not goes, at the latest when the circle is broken. Called with how many.

local count = ...

local function chain()
  local keys, order, tables = {}, {}, {}
  for i = 1, count do keys[i], order[i] = { i }, i end
  for i = count, 2, -1 do
    local j = (i * 7919) % i + 1
    order[i], order[j] = order[j], order[i]
  end
  for i = 1, count do
    local from = order[i]
    tables[i] = setmetatable({ [keys[from]] = keys[from % count + 1] }, { __mode = "k" })
  end
  return keys[1], tables
end

local function reached(first, tables)
  local next = {}
  for _, t in ipairs(tables) do
    for from, to in pairs(t) do next[from] = to end
  end
  local at, n = first, 0
  repeat at, n = next[at], n + 1 until at == nil or at == first
  return n
end

for _, mode in ipairs { "incremental", "generational" } do
  collectgarbage(mode)
  local first, tables = chain()
  for _ = 1, 3 do
    collectgarbage()
    assert(reached(first, tables) == count)
  end
  local gone = setmetatable({ {}, first }, { __mode = "v" })
  first = nil
  collectgarbage()
  tables = nil
  collectgarbage()
  collectgarbage()
  assert(gone[1] == nil and gone[2] == nil)
end
print("weak tables hold")
