-- Closes a coroutine whose variable loops in its `__close`.
-- expect: stopped
local looping = { __close = function() while true do end end } --> here
local thread = coroutine.create(function()
  local held <close> = setmetatable({}, looping)
  coroutine.yield()
end)
coroutine.resume(thread)
coroutine.close(thread)
