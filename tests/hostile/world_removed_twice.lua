-- Removes bodies twice, the yard's, and some that never were.
-- expect: error HERE: physics.remove: there is no body 
local ball = physics.sphere { pos = Vec(-15, 5, -15) }
for id = -3, 5 do pcall(physics.remove, id) end
for _, evil in ipairs { 1e30, 2 ^ 62, math.mininteger, 0.5, "x", {}, 0 / 0 } do
  if pcall(physics.remove, evil) then print("BROKEN: it removed " .. tostring(evil)) end
end
physics.remove(ball)
print(physics.position(ball), physics.velocity(ball))
pcall(physics.setVelocity, ball, Vec(1, 1, 1)) pcall(physics.impulse, ball, Vec(1, 1, 1)) pcall(physics.force, ball, Vec(1, 1, 1))
physics.remove(ball) --> here
