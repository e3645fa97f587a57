-- Makes and moves bodies with numbers of 1e30 and 1e300.
-- expect: no error
local n = 0
local function try(f, ...) local made, id = pcall(f, ...) if made and math.type(id) == "integer" then n = n + 1 end end
for _, big in ipairs { 1e30, -1e30, 1e300, 1e-300, 1e-30, 3.5e38, 2 ^ 63 } do
  try(physics.box, { pos = Vec(big, 5, 0) }) try(physics.box, { pos = Vec(0, big, 0) })
  try(physics.box, { size = Vec(big, 1, 1) }) try(physics.sphere, { radius = big })
  try(physics.box, { density = big, pos = Vec(-15, 5, -15) }) try(physics.box, { velocity = Vec(big, big, big), pos = Vec(-15, 9, -15) })
  try(physics.box, { friction = big, pos = Vec(-12, 5, -15) }) try(physics.box, { bounce = big }) try(physics.box, { material = big })
  try(player.teleport, Vec(big, 0, 0)) try(physics.raycast, Vec(big, 0, 0), Vec(0, -1, 0)) try(physics.raycast, Vec(0, 9, 0), Vec(0, big, 0), big)
end
hook.Add("Shutdown", "attack", function()
  local at = player.position()
  if at.x ~= at.x or at:length() > 1e6 then print("BROKEN: the player is nowhere") end
end)
