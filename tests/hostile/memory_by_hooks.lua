-- Adds ever new hooks with long names, which the yard has to keep.
-- expect: stopped for something
local n = 0
hook.Add("Tick", "attack", function()
  for _ = 1, 20 do
    n = n + 1
    hook.Add("event" .. n, ("x"):rep(1000000) .. n, print)
  end
end)
