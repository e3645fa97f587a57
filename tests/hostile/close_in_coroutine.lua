-- Is stopped in a coroutine that holds a variable whose `__close` loops.
-- expect: stopped
local looping = { __close = function() while true do end end } --> here
coroutine.wrap(function()
  local held <close> = setmetatable({}, looping)
  while true do end --> here
end)()
