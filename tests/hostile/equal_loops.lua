-- Loops in `__eq`.
-- expect: stopped
local mt = { __eq = function() while true do end end } --> here
return setmetatable({}, mt) == setmetatable({}, mt)
