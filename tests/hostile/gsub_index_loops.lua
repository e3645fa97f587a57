-- Loops in the `__index` of a replacement table of `string.gsub`.
-- expect: stopped
("abc"):gsub(".", setmetatable({}, { __index = function() while true do end end })) --> here
