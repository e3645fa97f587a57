-- Makes and moves bodies with numbers that are none.
-- expect: error HERE: physics.box: pos.x must be a finite number, got 
local ball = physics.sphere { pos = Vec(-15, 5, -15) }
for _, evil in ipairs { 0 / 0, 1 / 0, -1 / 0 } do
  for _, name in ipairs { "pos", "size", "velocity", "color", "density", "friction", "bounce", "cloudy", "material" } do
    if pcall(physics.box, { [name] = evil }) then print("BROKEN: " .. name) end
  end
  for _, f in ipairs { "setVelocity", "impulse", "force" } do
    for i = 1, 3 do
      local v = Vec(0, 0, 0)
      v[("xyz"):sub(i, i)] = evil
      if pcall(physics[f], ball, v) then print("BROKEN: " .. f) end
    end
  end
  if pcall(physics.impulse, ball, Vec(1, 0, 0), Vec(evil, 0, 0)) then print("BROKEN: a point") end
  if pcall(physics.raycast, Vec(evil, 0, 0), Vec(0, 1, 0)) then print("BROKEN: a ray from nowhere") end
  if pcall(physics.raycast, Vec(0, 9, 0), Vec(evil, 0, 0)) then print("BROKEN: a ray to nowhere") end
  if pcall(physics.raycast, Vec(0, 9, 0), Vec(0, 1, 0), evil) and evil ~= 1 / 0 then print("BROKEN: a ray of no length") end
  if pcall(player.teleport, Vec(evil, 0, 0)) then print("BROKEN: the player is nowhere") end
end
physics.box { pos = { x = 0 / 0, y = 1, z = 1 } } --> here
