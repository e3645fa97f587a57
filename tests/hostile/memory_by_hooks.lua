-- Adds ever new hooks with long names, which the yard has to keep.
-- expect: error HERE: hook.Add: id must have at most 200 bytes, got 1000001
local n = 0
hook.Add("Tick", "attack", function()
  for _ = 1, 20 do
    n = n + 1
    hook.Add("event" .. n, ("x"):rep(1000000) .. n, print) --> here
  end
end)
