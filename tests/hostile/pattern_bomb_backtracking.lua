-- Matches with a pattern that backtracks without an end, in a `pcall` loop.
-- expect: stopped
local text = ("a"):rep(200)
while true do pcall(string.match, text, ("a*"):rep(50) .. "b") end --> here
