-- Holds almost all that it may have while others run.
-- expect: no error
-- flags: --ticks 30 --script-deadline 2500
local held = {}
for i = 1, 50 do held[i] = ("x"):rep(1000000) .. i end
hook.Add("Tick", "attack", function() held[1] = ("y"):rep(1000000) end)
