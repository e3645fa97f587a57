-- Saves and adds what is no value: functions, coroutines, what is not a number, sums that overflow.
-- expect: no error
-- expect: prints 0 of 13 kept, 0 of 9 added, 3 fine
local nan = 0 / 0
local kept, added, fine = 0, 0, 0
for _, value in pairs { print, coroutine.create(print), nan, -nan, Vec(nan, 0, 0), { nan }, { { { print } } }, { [print] = 1 },
  { [Vec()] = 1 }, { [{}] = 1 }, ("x"):rep(2000000), { ("x"):rep(600000), ("y"):rep(600000) }, { [("x"):rep(2000000)] = 1 } } do
  local ok, done = pcall(store.save, "attack", value)
  if ok and done then kept = kept + 1 end
end
if store.save("attack", nil) or store.save("attack") or pcall(store.save) then print("BROKEN") end
store.save("text", "5") store.save("large", math.maxinteger) store.save("infinite", math.huge)
for _, call in ipairs { { "text", 1 }, { "large", 1 }, { "infinite", -math.huge }, { "large", nan }, { "large", {} },
  { "large", "1x" }, { "new", nan }, { "new", print }, { "large", math.mininteger, n = 2 } } do
  local ok, sum = pcall(store.add, call[1], call[2])
  if ok and sum and call.n ~= 2 then added = added + 1 end
end
for _, value in ipairs { math.huge, -math.huge, 2 ^ 1023 } do
  if store.save("attack", value) and store.load("attack") == value then fine = fine + 1 end
end
print(kept .. " of 13 kept, " .. added .. " of 9 added, " .. fine .. " fine")
