-- Makes ever new coroutines that each do a little.
-- expect: stopped
local function little() for i = 1, 50 do end end --> here
while true do coroutine.wrap(little)() end --> here
