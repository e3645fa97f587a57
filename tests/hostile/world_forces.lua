-- Pushes bodies with forces and impulses of 1e30, a million times.
-- expect: stopped for something
local balls = {}
for i = 1, 20 do balls[i] = physics.sphere { pos = Vec(-15 + i / 2, 5, -12) } end
hook.Add("Tick", "attack", function()
  for i, ball in ipairs(balls) do
    for _, big in ipairs { 1e30, -1e30, 1e38, 1e300 } do
      pcall(physics.force, ball, Vec(big, big, -big)) pcall(physics.impulse, ball, Vec(-big, big, big), Vec(big, 0, 0))
      pcall(physics.setVelocity, ball, Vec(big, 0, 0))
    end
    local at, v = physics.position(ball), physics.velocity(ball)
    if at.x ~= at.x or v.x ~= v.x or v:length() > 600 then print("BROKEN: a body is at " .. tostring(at) .. " with " .. tostring(v)) end
  end
end)
hook.Add("Think", "attack", function(dt)
  if tick() == 20 then for i = 1, 10000000 do physics.impulse(balls[i % 20 + 1], Vec(0, 1e30, 0)) end end
end)
