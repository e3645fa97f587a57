-- Reads numbers of millions of digits for ever.
-- expect: stopped
local digits = ("1"):rep(10000000)
while true do tonumber(digits) tonumber(digits, 2) end --> here
