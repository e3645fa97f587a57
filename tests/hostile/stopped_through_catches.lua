-- Loops behind calls that catch errors and coroutines in coroutines: the message names the line of the loop.
-- expect: stopped
local function work()
  while true do end --> here
end
local inner = coroutine.wrap(function() while true do pcall(pcall, work) end end)
local outer = coroutine.create(function() inner() end)
while true do coroutine.resume(outer) pcall(inner) end
