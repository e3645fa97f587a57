-- Repeats the empty text 1e15 times.
-- expect: stopped for something
while true do pcall(string.rep, "", 1000000000000000) end
