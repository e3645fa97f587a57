-- Moves 1e12 elements that are not there.
-- expect: stopped
hook.Add("Tick", "attack", function()
  table.move({}, 1, 1000000000000, 2) --> here
end)
