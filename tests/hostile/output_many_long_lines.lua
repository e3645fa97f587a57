-- Prints lines of nine thousand letters, dozens in every frame.
-- expect: no error
-- expect: prints … 
-- flags: --ticks 120
local line = ("x"):rep(9000)
hook.Add("Tick", "attack", function() for _ = 1, 50 do print(line) end end)
