-- Runs out of memory in every `Tick`.
-- expect: stopped for memory
hook.Add("Tick", "attack", function() local s = ("x"):rep(100000000) end)
