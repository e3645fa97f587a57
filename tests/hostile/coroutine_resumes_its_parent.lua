-- Resumes coroutines that resume their makers, in circles.
-- expect: stopped
local a, b
a = coroutine.create(function() while true do coroutine.resume(b) coroutine.yield() end end) --> here
b = coroutine.create(function() while true do coroutine.resume(a) coroutine.yield() end end) --> here
while true do coroutine.resume(a) coroutine.resume(b) end --> here
