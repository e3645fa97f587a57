-- Casts rays without an end.
-- expect: stopped
hook.Add("Tick", "attack", function()
  while true do physics.raycast(Vec(0, 10, 0), Vec(1, -1, 1), 1e30) end --> here
end)
