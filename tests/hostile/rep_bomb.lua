-- Repeats a text a thousand million times.
-- expect: error HERE: not enough memory
local s = ("x"):rep(1000000000) --> here
