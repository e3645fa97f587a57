-- Replaces every letter of a long text by a long text.
-- expect: error HERE: not enough memory
local long = ("x"):rep(1000000)
long:gsub(".", long) --> here
