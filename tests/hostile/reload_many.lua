-- Is loaded again and again, and leaves a coroutine and a table each time.
-- expect: no error
-- expect: prints 1 bodies
-- flags: --ticks 30 --reload reload_many.lua@5 --reload reload_many.lua@6 --reload reload_many.lua@7 --reload reload_many.lua@7 --reload reload_many.lua@20
shared.left = { shared.left, coroutine.wrap(function() coroutine.yield() end), ("x"):rep(1000000) }
physics.box { pos = Vec(-15, 1, -15) }
timer.Create("attack", 0.1, 0, function() end)
hook.Add("Shutdown", "attack", function() print(physics.count() - 2 .. " bodies") end)
