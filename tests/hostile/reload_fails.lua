-- Raises an error while a new version of it loads, and leaves half of what it makes.
-- expect: error HERE: half
-- expect: prints 1 bodies
-- flags: --ticks 30 --reload reload_fails.lua@10
state.loads = (state.loads or 0) + 1
physics.box { pos = Vec(-15, 1, -15) }
hook.Add("Shutdown", "attack", function() print(physics.count() - 2 .. " bodies") end)
hook.Add("Tick", "attack" .. state.loads, function() end)
if state.loads == 2 then error("half") end --> here
