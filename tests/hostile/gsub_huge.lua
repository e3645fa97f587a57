-- Replaces every letter of a long text by a long text.
-- expect: error gsub_huge.lua: not enough memory
local long = ("x"):rep(1000000)
long:gsub(".", long)
