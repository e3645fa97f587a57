-- Two ways to walk about with nothing in mind. One draws a new direction each tick, and dithers. The other keeps an angle on a circle in
-- front of it and draws only how far that moves, and so goes somewhere. Both have the same generator, seed and start.
--
--   moonyard run scripts/steering/wander.lua --ticks 240 --shot wander.png

local TICKS, SEED, STREAM = 240, 5, 3

local walk = steer.Gait { maxSpeed = 2.4, maxForce = 0.3 }
local circle = steer.Wander { ahead = 12, radius = 8, jitter = 0.5 }

local WALKERS = {
  {
    name = "circle", color = Vec(1, 0.8, 0.2),
    force = function(b, rng) return circle:force(walk, b, rng) end,
  },
  {
    name = "jump", color = Vec(0.3, 0.9, 1),
    force = function(b, rng) return steer.jump(walk, b, rng) end,
  },
}

-- The valley is a field of 192 by 160 with y down, as on paper. It hangs as a board in front of the camera. Who leaves it at one edge is
-- drawn coming in at the other.
local function place(p) return Vec((p.x % 192 - 96) * 0.08, 15.9 - p.y % 160 * 0.08, -11.9) end
physics.box { pos = Vec(0, 9.5, -12), size = Vec(15.6, 13, 0.1), color = Vec(0.05, 0.08, 0.07), static = true }
view.mode("fixed", { pos = Vec(0, 9.5, 0), target = Vec(0, 9.5, -12) })

local function heading(v) return math.atan(v.y, v.x) end

-- The angle from one heading to another, in degrees, the short way round.
local function turned(from, to)
  local angle = math.abs(to - from)
  if angle > math.pi then angle = 2 * math.pi - angle end
  return math.deg(angle)
end

for _, w in ipairs(WALKERS) do
  w.body = steer.Body { pos = Vec(96, 64), vel = Vec(1.2, 0) }
  w.rng = random.pcg(SEED, STREAM)
  w.path, w.turn, w.speeds, w.spot = 0, 0, 0, place(w.body.pos)
end

print("tick    circle: speed    path    turn      jump: speed    path    turn")

local tick = 0

hook.Add("Tick", "wander", function()
  tick = tick + 1
  local row = ("%4d"):format(tick)
  for _, w in ipairs(WALKERS) do
    local b = w.body
    local before = heading(b.vel)
    b:applyForce(w.force(b, w.rng))
    b:step()
    local speed = b.vel:length()
    w.path, w.turn, w.speeds = w.path + speed, w.turn + turned(before, heading(b.vel)), w.speeds + speed
    row = row .. ("%17.3f %7.1f %7.1f"):format(speed, w.path, w.turn / tick)

    local spot = place(b.pos)
    draw.trail(w.name, spot, { color = w.color, points = 1000, gap = spot:distance(w.spot) > 2 })
    w.spot = spot
  end
  if tick <= TICKS and tick % 40 == 0 then print(row) end
  if tick == TICKS then
    for _, w in ipairs(WALKERS) do
      print(("      %s: mean speed %.3f, path %.1f, turns %.1f degrees a tick"):format(w.name, w.speeds / tick, w.path, w.turn / tick))
    end
  end
end)

hook.Add("Think", "wander", function()
  for _, w in ipairs(WALKERS) do draw.sphere(place(w.body.pos), 0.1, w.color) end
end)
