-- Makes and removes a hundred bodies in every tick.
-- expect: no error
-- flags: --ticks 120
hook.Add("Tick", "attack", function()
  local made = {}
  for i = 1, 100 do made[i] = physics.sphere { pos = Vec(-15 + i % 10, 3, -15 + i / 10) } end
  for i = 1, 100 do physics.remove(made[i]) end
  if physics.count() > 2 then print("BROKEN: bodies are left: " .. physics.count()) end
end)
