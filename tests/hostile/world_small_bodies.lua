-- Makes bodies without size, with negative sizes and flat as paper.
-- expect: error HERE: physics.box: size
for _, size in ipairs { 0, -1, 0.0199, Vec(1, 0, 1), Vec(-1, -1, -1), 1e-300, "1", {}, true } do
  if pcall(physics.box, { size = size }) then print("BROKEN: size " .. tostring(size)) end
  if pcall(physics.sphere, { radius = size }) then print("BROKEN: radius " .. tostring(size)) end
end
physics.box { size = Vec(1, 0, 1) } --> here
