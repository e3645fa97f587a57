-- Calls a function of the witness without an end: the one who calls pays.
-- expect: stopped for something
hook.Add("Tick", "attack", function()
  local theirs = hook.GetTable().witness.witness
  while true do theirs(1, 2) end
end)
