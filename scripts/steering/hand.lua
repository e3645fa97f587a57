-- One seek, by hand: a walker drifts the wrong way and wants to reach the grass. The table has, for each of its first eight ticks, every
-- number that steering works with, so that it can be followed with pencil and paper. Three walkers do it: one that can push only so
-- hard, and two without that limit, which is where steering stops to look like a body.
--
--   moonyard run scripts/steering/hand.lua --ticks 60 --shot hand.png
--   moonyard play scripts/steering/hand.lua

local GRASS = Vec(136, 28)
local TICKS, LAST = 8, 60         -- so many are printed, and walked

local WALKERS = {
  { name = "pushes 0.3 at most", maxForce = 0.3, mass = 1, color = Vec(1, 0.8, 0.2) },
  { name = "pushes without limit", maxForce = math.huge, mass = 1, color = Vec(0.3, 0.9, 1) },
  { name = "no limit, half the mass", maxForce = math.huge, mass = 0.5, color = Vec(1, 0.35, 0.5) },
}

-- The valley is a field of 192 by 160 with y down, as on paper. It hangs as a board in front of the camera.
local function place(p) return Vec((p.x - 96) * 0.08, 15.9 - p.y * 0.08, -11.9) end
physics.box { pos = Vec(0, 9.5, -12), size = Vec(15.6, 13, 0.1), color = Vec(0.05, 0.08, 0.07), static = true }
view.mode("fixed", { pos = Vec(0, 9.5, 0), target = Vec(0, 9.5, -12) })

local function pair(v) return ("%.3f,%.3f"):format(v.x, v.y) end

for _, w in ipairs(WALKERS) do
  w.gait = steer.Gait { maxSpeed = 2.4, maxForce = w.maxForce }
  w.body = steer.Body { pos = Vec(40, 100), vel = Vec(-0.48, 1.76), mass = w.mass }
  w.rows = {}
end

local ROW = "%4s  %15s  %13s  %13s  %13s  %8s  %13s"

local function printTable(w)
  print(("%s: mass %s, max speed 2.4, the grass at %s"):format(w.name, w.mass, pair(GRASS)))
  print(ROW:format("tick", "position", "velocity", "wanted", "lacking", "length", "force"))
  for _, row in ipairs(w.rows) do print(row) end
  local b = w.body
  print(("      then at %s with velocity %s, %.3f from the grass"):format(pair(b.pos), pair(b.vel), (GRASS - b.pos):length()))
end

local tick = 0

hook.Add("Tick", "hand", function()
  tick = tick + 1
  if tick > LAST then return end
  for _, w in ipairs(WALKERS) do
    local b = w.body
    local wanted = (GRASS - b.pos):normalized() * w.gait.maxSpeed
    local lacking = wanted - b.vel
    local force = w.gait:seek(b, GRASS)
    if tick <= TICKS then
      table.insert(w.rows, ROW:format(tick, pair(b.pos), pair(b.vel), pair(wanted), pair(lacking),
        ("%.3f"):format(lacking:length()), pair(force)))
    end
    draw.trail(w.name, place(b.pos), { color = w.color })
    b:applyForce(force)
    b:step()
    if tick == TICKS then printTable(w) end
  end
end)

hook.Add("Think", "hand", function()
  draw.sphere(place(GRASS), 0.15, Vec(0.3, 0.9, 0.3))
  for _, w in ipairs(WALKERS) do draw.sphere(place(w.body.pos), 0.1, w.color) end
end)
