-- Makes two timers of 0 s in each timer of 0 s.
-- expect: stopped for something
-- flags: --ticks 60
local function breed() timer.Simple(0, breed) timer.Simple(0, breed) end
breed()
