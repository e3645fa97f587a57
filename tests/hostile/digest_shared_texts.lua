-- Keeps one long text in half a million places: who reads it in each reads for days.
-- expect: no error
-- flags: --ticks 30 --script-deadline 2500
local s = ("x"):rep(2e7)
state.t = {}
for i = 1, 500000 do state.t[i] = s end
