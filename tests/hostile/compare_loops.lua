-- Loops in `__lt`, called from a `pcall` loop.
-- expect: stopped
local mt = { __lt = function() while true do end end } --> here
local a, b = setmetatable({}, mt), setmetatable({}, mt)
while true do pcall(function() return a < b end) end --> here
