-- Loads a large table for ever and keeps all copies.
-- expect: stopped for something
local big, copies = {}, {}
for i = 1, 50000 do big[i] = "item " .. i end
store.save("attack", big)
hook.Add("Tick", "attack", function()
  while true do
    local ok, copy = pcall(store.load, "attack")
    copies[#copies + 1] = copy
  end
end)
