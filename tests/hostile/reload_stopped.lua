-- Loops while a new version of it loads; the version before runs again.
-- expect: stopped for something
-- flags: --ticks 30 --reload reload_stopped.lua@10
state.loads = (state.loads or 0) + 1
print("load " .. state.loads)
if state.loads >= 2 then while true do end end
