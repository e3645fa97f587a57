-- Loops in `Init`.
-- expect: stopped
hook.Add("Init", "attack", function() while true do end end) --> here
