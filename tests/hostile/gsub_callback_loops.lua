-- Loops in the callback of a `string.gsub`.
-- expect: stopped
("abc"):gsub(".", function() while true do end end) --> here
