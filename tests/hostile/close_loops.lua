-- Loops in the `__close` of a variable.
-- expect: stopped
local looping = { __close = function() while true do end end } --> here
do
  local held <close> = setmetatable({}, looping)
end --> here
