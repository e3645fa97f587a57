-- Seek knows one thing, full speed at the target, and so never arrives: it shoots past, turns, and shoots past again, like a moth at a lamp.
--
--   moonyard run scripts/steering/seek.lua --ticks 240 --shot seek.png

local TARGET = Vec(96, 64)
local TICKS = 240

local walk = steer.Gait { maxSpeed = 2.4, maxForce = 0.3 }
local b = steer.Body { pos = Vec(24, 108) }

-- The valley is a field of 192 by 160 with y down, as on paper. It hangs as a board in front of the camera.
local function place(p) return Vec((p.x - 96) * 0.08, 15.9 - p.y * 0.08, -11.9) end
physics.box { pos = Vec(0, 9.5, -12), size = Vec(15.6, 13, 0.1), color = Vec(0.05, 0.08, 0.07), static = true }
view.mode("fixed", { pos = Vec(0, 9.5, 0), target = Vec(0, 9.5, -12) })

local function distance() return (TARGET - b.pos):length() end

local before, leaving = distance(), false
local nearest, nearestTick, turns = math.huge, 0, 0

print("seek alone: max speed 2.4, max force 0.3")
print("tick  distance   speed")

local tick = 0

hook.Add("Tick", "seek", function()
  tick = tick + 1
  b:applyForce(walk:seek(b, TARGET))
  b:step()
  draw.trail("seek", place(b.pos), { color = Vec(1, 0.8, 0.2), points = 600 })
  if tick > TICKS then return end

  local now = distance()
  if now < nearest then nearest, nearestTick = now, tick end
  -- It turned round when it was on its way out and now comes back; in between it may stand still for a tick.
  if now < before and leaving then turns = turns + 1 end
  if now ~= before then leaving = now > before end
  before = now

  if tick % 20 == 0 then print(("%4d %9.3f %7.3f"):format(tick, now, b.vel:length())) end
  if tick == TICKS then
    print(("      nearest: %.3f at tick %d; it turned round %d times"):format(nearest, nearestTick, turns))
    print(("      in the end %.3f away with speed %.3f"):format(now, b.vel:length()))
  end
end)

hook.Add("Think", "seek", function()
  draw.sphere(place(TARGET), 0.15, Vec(0.3, 0.9, 0.3))
  draw.sphere(place(b.pos), 0.1, Vec(1, 0.8, 0.2))
end)
