-- Loops when the yard closes.
-- expect: stopped
hook.Add("Shutdown", "attack", function() while true do end end) --> here
