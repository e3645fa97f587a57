-- Stands in for the yard, in Lua: bodies are two arrays of vectors, and reading one makes nothing new. What is left of a
-- flock's time is then its own arithmetic. Bodies move between two frames, at `Tick`.

local places, speeds = {}, {}
local still, feet = Vec(), Vec(0, 0.1, 6)

shared.physics = {
  sphere = function(options)
    table.insert(places, options.pos)
    table.insert(speeds, still)
    return #places
  end,
  position = function(id) return places[id] end,
  velocity = function(id) return speeds[id] end,
  setVelocity = function(id, v) speeds[id] = v end,
}
shared.player = { position = function() return feet end }

hook.Add("Tick", "move", function(dt)
  for id = 1, #places do places[id] = places[id] + speeds[id] * dt end
end)

-- At the end: one number out of every bit of every place.
hook.Add("Shutdown", "checksum", function()
  local sum = 0
  for _, p in ipairs(places) do
    for _, n in ipairs { p.x, p.y, p.z } do sum = (sum ~ string.unpack("<i8", string.pack("<d", n))) * 0x100000001b3 end
  end
  print(("checksum %016x"):format(sum))
end)
