-- Runs the witness's event without an end: the one who runs it pays.
-- expect: stopped
hook.Add("Tick", "attack", function()
  while true do hook.Run("witness", 1, 2) end --> here
end)
