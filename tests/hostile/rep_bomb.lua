-- Repeats a text a thousand million times.
-- expect: error rep_bomb.lua: not enough memory
local s = ("x"):rep(1000000000)
