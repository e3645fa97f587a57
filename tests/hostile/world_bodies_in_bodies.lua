-- Makes five hundred bodies at one place.
-- expect: no error
-- flags: --ticks 60
for i = 1, 500 do physics.box { pos = Vec(-15, 1, -15), size = 0.4 } end
hook.Add("Shutdown", "attack", function()
  local hit = physics.raycast(Vec(-15, 50, -15), Vec(0, -1, 0), 100)
  if not hit then print("BROKEN: even the ground is gone") end
end)
