-- Holds a variable whose `__close` loops when the body is stopped.
-- expect: stopped
local looping = { __close = function() while true do end end } --> here
local held <close> = setmetatable({}, looping)
while true do end --> here
