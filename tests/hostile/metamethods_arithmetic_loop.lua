-- Loops in arithmetic metamethods of a value that is given to the yard.
-- expect: stopped
local mt = { __unm = function() while true do end end } --> here
return -setmetatable({}, mt)
