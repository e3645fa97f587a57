-- Runs the yard's own events with false arguments.
-- expect: no error
hook.Add("Think", "attack", function()
  hook.Run("Init", 0 / 0) hook.Run("Contact", nil) hook.Run("", "") hook.Run("no such event", hook)
end)
