-- Loops in `__concat`.
-- expect: stopped
local t = setmetatable({}, { __concat = function() while true do end end }) --> here
return t .. "x"
