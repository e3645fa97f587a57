-- Saves under names that are empty, not text, SQL, commands to the terminal, too long and no names at all.
-- expect: no error
-- expect: prints 265 of 265 back
-- never: DROP
local names = { "", "\0", "\0\0", "'; DROP TABLE kept; --", "\27[2J\27]0;title\7", "\xff\xfe", "%", "_", "../../x", ("x"):rep(1000), "\r\n" }
for byte = 0, 255 do names[#names + 1] = string.char(byte, 255 - byte, 0) end
local back = 0
for index, name in ipairs(names) do
  if not store.save(name, index) then print("BROKEN") end
end
for index, name in ipairs(names) do
  if store.load(name) == index and store.add(name, 1) == index + 1 then back = back + 1 end
end
local keys = store.keys()
for index = 2, #keys do if keys[index - 1] >= keys[index] then print("BROKEN") end end
for _, name in ipairs(names) do if not store.remove(name) then back = back - 1 end end
print(back + #store.keys() - 2 .. " of " .. #names - 2 .. " back")
for _, wrong in ipairs { {}, print, true, Vec(), coroutine.create(print), ("x"):rep(1001), ("x"):rep(10000000) } do
  for _, ask in ipairs { store.save, store.load, store.add, store.remove } do
    if pcall(ask, wrong, 1) then print("BROKEN") end
  end
end
store.save("\27[31mred\27[2J", ("x"):rep(2000000))
