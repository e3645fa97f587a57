-- Fills the store with values of a megabyte under ever new names, until it is full and after.
-- flags: --ticks 90
-- expect: no error
-- expect: prints the store is full: it holds 64 MB already. Remove something
-- expect: prints again after a removal: true
local big, count, told = ("x"):rep(1000000), 0, false
hook.Add("Tick", "attack", function()
  local done, why = store.save("attack" .. count, big)
  if done then count = count + 1 elseif not told then told = true print(why) end
end)
hook.Add("Shutdown", "attack", function()
  store.remove("attack0")
  print("again after a removal: " .. tostring(store.save("attack", big)))
  if #store.keys() > 70 then print("BROKEN") end
end)
