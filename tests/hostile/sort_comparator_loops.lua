-- Loops in the comparison of a `table.sort`.
-- expect: stopped
table.sort({ 3, 1, 2 }, function() while true do end end) --> here
