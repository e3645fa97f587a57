-- Loops in `__newindex`.
-- expect: stopped
local t = setmetatable({}, { __newindex = function() while true do end end }) --> here
t.x = 1
