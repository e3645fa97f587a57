-- Turns a long text round and round in single long calls.
-- expect: stopped
local s = ("x"):rep(10000000)
while true do s:reverse() s:upper() s:lower() end --> here
