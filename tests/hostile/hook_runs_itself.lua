-- Runs the event that it hooks, without an end.
-- expect: error HERE: C stack overflow
hook.Add("attack", "attack", function() hook.Run("attack") end) --> here
hook.Run("attack")
