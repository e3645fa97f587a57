-- Prints one text of a million lines.
-- expect: no error
-- flags: --ticks 120
hook.Add("Tick", "attack", function() print(("\n"):rep(1000000)) end)
