-- Makes a timer of 0 s that makes itself again.
-- expect: no error
-- expect: prints 31
local n = 0
local function again()
  n = n + 1
  timer.Simple(0, again)
end
again()
hook.Add("Shutdown", "attack", function() print(n) end)
