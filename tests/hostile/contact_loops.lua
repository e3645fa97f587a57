-- Loops in a `Contact`.
-- expect: stopped
-- flags: --ticks 90
physics.sphere { pos = Vec(-15, 1, -15), velocity = Vec(0, -5, 0) }
hook.Add("Contact", "attack", function() while true do end end) --> here
