-- Jumps back for ever with `goto` in a `Tick`.
-- expect: stopped
hook.Add("Tick", "attack", function()
  ::again:: --> here
  goto again --> here
end)
