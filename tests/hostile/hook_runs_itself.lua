-- Runs the event that it hooks, without an end.
-- expect: error hook_runs_itself.lua
hook.Add("attack", "attack", function() hook.Run("attack") end)
hook.Add("Tick", "attack", function() hook.Run("Tick") end)
hook.Run("attack")
