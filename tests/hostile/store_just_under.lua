-- Saves as much as it can in every `Tick` without taking the whole deadline.
-- expect: no error
-- expect: prints kept what was saved last
local big, last = ("x"):rep(500000), nil
hook.Add("Tick", "attack", function(_, tick)
  for n = 1, 5 do
    last = big .. tick .. "." .. n
    if not store.save("attack" .. n, last) then print("BROKEN") end
  end
end)
hook.Add("Shutdown", "attack", function()
  if store.load("attack5") == last then print("kept what was saved last") end
end)
