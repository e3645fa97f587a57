-- Takes a long text apart into more numbers than fit.
-- expect: error HERE: stack overflow (string slice too long)
-- flags: --ticks 30 --script-deadline 2500
local s = ("x"):rep(30000000)
s:byte(1, -1) --> here
