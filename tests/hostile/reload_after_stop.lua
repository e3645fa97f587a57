-- Is stopped and loaded again: it starts anew, and is stopped anew.
-- expect: prints load 2
-- expect: error HERE: this ran for more than 250 ms
-- flags: --ticks 30 --reload reload_after_stop.lua@20
state.loads = (state.loads or 0) + 1
print("load " .. state.loads)
hook.Add("Tick", "attack", function() while true do end end) --> here
