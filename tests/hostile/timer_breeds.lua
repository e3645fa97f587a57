-- Makes two timers of 0 s in each timer of 0 s.
-- expect: error HERE: timer.Simple: a script may have at most 5000 timers
-- flags: --ticks 60
local function breed() timer.Simple(0, breed) timer.Simple(0, breed) end --> here
breed()
