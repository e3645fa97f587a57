-- Arrive brakes: nearer than its braking radius the speed it wants falls with the distance. A radius that is shorter than the body's way to
-- a stop asks for what its legs cannot do; it goes past, and then settles. Three walkers: a long radius, one that is too short, and one
-- with a long radius in a steady wind, which comes to rest where wind and wish are equal.
--
--   moonyard run scripts/steering/arrive.lua --ticks 240 --shot arrive.png

local TARGET = Vec(96, 64)

local walk = steer.Gait { maxSpeed = 2.4, maxForce = 0.3 }

local WALKERS = {
  { name = "braking radius 24", brake = 24, ticks = 240, every = 20, wind = Vec(), color = Vec(1, 0.8, 0.2) },
  { name = "braking radius 6", brake = 6, ticks = 64, every = 20, wind = Vec(), from = 36, to = 46, color = Vec(0.3, 0.9, 1) },
  { name = "radius 24, wind 0.2", brake = 24, ticks = 200, every = 25, wind = Vec(0.2, 0), color = Vec(1, 0.35, 0.5) },
}

-- The valley is a field of 192 by 160 with y down, as on paper. It hangs as a board in front of the camera.
local function place(p) return Vec((p.x - 96) * 0.08, 15.9 - p.y * 0.08, -11.9) end
physics.box { pos = Vec(0, 9.5, -12), size = Vec(15.6, 13, 0.1), color = Vec(0.05, 0.08, 0.07), static = true }
view.mode("fixed", { pos = Vec(0, 9.5, 0), target = Vec(0, 9.5, -12) })

for _, w in ipairs(WALKERS) do
  w.body = steer.Body { pos = Vec(24, 108) }
  w.lines = {}
end

print(("this gait can stop within %.3f"):format(walk:stopRadius(1)))

local tick = 0

hook.Add("Tick", "arrive", function()
  tick = tick + 1
  for _, w in ipairs(WALKERS) do
    local b = w.body
    local away = (TARGET - b.pos):length()
    local wanted = away < w.brake and walk.maxSpeed * away / w.brake or walk.maxSpeed
    b:applyForce(walk:arrive(b, TARGET, w.brake))
    b:applyForce(w.wind)
    b:step()
    draw.trail(w.name, place(b.pos), { color = w.color })

    local now, speed = (TARGET - b.pos):length(), b.vel:length()
    local function write(...) table.insert(w.lines, (...):format(select(2, ...))) end
    if w.from and tick >= w.from and tick <= w.to then
      write("  t=%3d %9.3f  wanted %6.3f  speed %6.3f  at %.3f,%.3f", tick, now, wanted, speed, b.pos.x, b.pos.y)
    end
    if tick <= w.ticks and (tick % w.every == 0 or tick == w.ticks) then
      if w.wind.x > 0 then
        write("%4d %9.3f %7.3f %10.3f", tick, now, speed, b.pos.x - TARGET.x)
      else
        write("%4d %9.3f %7.3f %8.3f", tick, now, speed, wanted)
      end
    end
    if tick == w.ticks then
      print(w.name)
      print("tick  distance   speed   " .. (w.wind.x > 0 and "downwind" or "wanted"))
      for _, line in ipairs(w.lines) do print(line) end
      print(("      ends %.4f from the target with speed %.4f"):format(now, speed))
    end
  end
end)

hook.Add("Think", "arrive", function()
  draw.sphere(place(TARGET), 0.15, Vec(0.3, 0.9, 0.3))
  for _, w in ipairs(WALKERS) do draw.sphere(place(w.body.pos), 0.1, w.color) end
end)
