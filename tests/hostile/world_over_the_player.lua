-- Buries the player under and inside of bodies, and moves it into walls.
-- expect: no error
-- flags: --ticks 90
hook.Add("Tick", "attack", function(_, tick)
  local at = player.position()
  if at.x ~= at.x then print("BROKEN: the player is nowhere") end
  physics.box { pos = at + Vec(0, 0.9, 0), size = 2, static = tick % 2 == 0 }
  if tick % 10 == 0 then pcall(player.teleport, Vec(20, 0.5, 0)) pcall(player.teleport, Vec(1e9, -1e9, 0)) end
end)
