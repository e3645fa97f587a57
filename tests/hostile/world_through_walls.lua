-- Throws bodies of all sizes at thin walls and into corners, as fast as there is.
-- expect: no error
-- expect: prints 60 bodies thrown
-- flags: --ticks 90
local wall = physics.box { pos = Vec(-15, 2, -12), size = Vec(10, 4, 0.05), static = true }
local thrown, n = {}, 0
hook.Add("Tick", "attack", function(_, tick)
  if tick > 60 then return end
  local size = ({ 0.02, 0.1, 0.4 })[tick % 3 + 1]
  local make, what = physics.sphere, { pos = Vec(-17 + tick % 5, 1 + tick % 3, -14), velocity = Vec(0, 0, 10 ^ (tick % 4)) }
  if tick % 2 == 0 then make, what.size = physics.box, size else what.radius = size end
  what.velocity.z = math.min(what.velocity.z * 5, 500)
  thrown[#thrown + 1] = make(what)
  n = n + 1
end)
hook.Add("Tick", "look", function()
  for _, id in ipairs(thrown) do
    local at = physics.position(id)
    if at.z > -12 and at.x > -20 and at.x < -10 and at.y < 4 then print("BROKEN: through the wall at", at) end
    if at.y < -0.1 and math.abs(at.x) < 20 and math.abs(at.z) < 20 then print("BROKEN: under the ground at", at) end
  end
end)
hook.Add("Shutdown", "attack", function() print(n .. " bodies thrown") end)
