-- Walks a small table with `next` from the start again and again.
-- expect: stopped
local t = { a = 1, b = 2 }
while next(t) do next(t, "a") end --> here
