-- Keeps many thousands of small values and asks for all their names in every `Tick`.
-- expect: stopped for something
local n = 0
hook.Add("Tick", "attack", function()
  for _ = 1, 3000 do n = n + 1 store.save("name" .. n, n) end
  for _ = 1, 100000 do local names = store.keys() end
end)
