-- A walker that grazes in the yard. Come near and it bolts; keep away, and it settles and comes back to its grass.
--
--   moonyard play scripts/steering/walker.lua
--   moonyard run scripts/steering/walker.lua --ticks 450 --teleport 0,0.1,-4@400 --shot walker.png
--
-- Nothing in it decides anything. It has two wishes, to feed and to flee, a number that says how afraid it is, and a rule that blends them.
--
--   G   the next rule: fear, sum, switch

local STARTLE = 5                              -- nearer than this it is frightened, in metres
local CALM = 0.985                             -- so much of its fear is left after a tick without danger
local walk = steer.Gait { maxSpeed = 1.3, maxForce = 150 }    -- m/s and newtons: how it goes when all is well
local bolt = steer.Gait { maxSpeed = 5.5, maxForce = 400 }    -- and how it runs
local stray = steer.Wander { ahead = 1, radius = 0.8, jitter = 0.4 }
local RULES = { "fear", "sum", "switch" }
local TUFTS = { Vec(0, 0, -8), Vec(-9, 0, 3), Vec(2, 0, -15), Vec(11, 0, -6) }
local UP = Vec(0, 1, 0)

-- `state` outlives a reload of this file: the walker goes on from where it was, as afraid as it was.
state.rule = state.rule or 1
state.rng = state.rng or random.pcg(5, 3)
state.pos = state.pos or Vec(-2, 0.3, -10)
state.heading = state.heading or Vec(1, 0, 0)
state.fear, state.tuft, state.fed = state.fear or 0, state.tuft or 1, state.fed or 0

-- What bumps into things is a smooth ball that nobody sees; what is seen is put together from boxes around it.
local body = physics.sphere { pos = state.pos, radius = 0.3, density = 350, friction = 0, bounce = 0, visible = false }
shared.walker = body

local function boxes(count, radius, length, color)
  local part = agents.Population(count, { dim = 3 })
  part:show { shape = "box", radius = radius, length = length, color = color }
  return part
end
local torso, neck, head = boxes(1, 0.19, 0.9, Vec(0.62, 0.42, 0.25)), boxes(1, 0.09, 0.5, Vec(0.62, 0.42, 0.25)),
  boxes(1, 0.1, 0.34, Vec(0.5, 0.32, 0.2))
local legs, tail = boxes(4, 0.05, 0.5, Vec(0.38, 0.25, 0.16)), boxes(1, 0.04, 0.3, Vec(0.95, 0.92, 0.85))
local blades = boxes(#TUFTS * 60, 0.015, 0.3, Vec(0.35, 0.62, 0.2))
for i = 1, #blades do
  local angle, away = i * 2.4, 0.09 * math.sqrt(i % 60)
  local lean = Vec(math.cos(angle), 0, math.sin(angle))
  blades.pos[i], blades.vel[i] = TUFTS[(i - 1) // 60 + 1] + lean * away + UP * 0.1, UP * 2 + lean
end

-- Puts a box with one end at a place, pointing some way. A box that is shown faces the way its agent goes.
local function put(part, i, from, way, length)
  part.pos[i], part.vel[i] = from + way:normalized() * (length / 2), way
end

input.define("walker.rule", "The walker's next rule", "G")
hook.Add("Think", "walker.keys", function()
  if input.pressed("walker.rule") then state.rule = state.rule % #RULES + 1 end
  local mood = state.fear > 0.5 and "It is afraid" or state.fear > 0.05 and "It calms down" or state.fed > 0 and "It grazes" or "It walks"
  hud.text("walker", ("%s\nRule: %s (G)"):format(mood, RULES[state.rule]))
end)

hook.Add("Tick", "walker.live", function(dt)
  local pos, vel, danger = physics.position(body), physics.velocity(body), player.position()
  local near = pos:distance(danger + UP * 0.3) < STARTLE
  state.fear = near and 1 or state.fear * CALM

  -- Two wishes: to be at its grass while it strays a little, and to be away from you.
  local tuft = TUFTS[state.tuft]
  local feed = walk:arrive(body, tuft, 2) + stray:force(walk, body, state.rng) * 0.2
  local flight = bolt:flee(body, danger)
  local force = steer.blend(RULES[state.rule], feed, flight, state.fear, near)
  force.y = 0                                  -- it walks; it does not fly
  physics.force(body, force)

  -- Ten seconds at one tuft, and it feels like another.
  local grazing = (pos - tuft):length() < 1 and state.fear < 0.05
  state.fed = grazing and state.fed + dt or 0
  if state.fed > 10 then state.tuft, state.fed = state.rng:int(#TUFTS), 0 end

  state.pos = pos
  draw.trail("walker", pos - UP * 0.28, { color = Vec(0.9, 0.8, 0.5), seconds = 8 })
end)

local stride, down = 0, 0                      -- how far into a step it is; how far its head is down, 0 to 1

hook.Add("Tick", "walker.look", function(dt)
  local vel = physics.velocity(body) * Vec(1, 0, 1)
  local speed = vel:length()
  if speed > 0.3 then state.heading = state.heading:lerp(vel, 0.1):normalized() end
  stride = stride + speed * dt * (speed > 2 and 4 or 7)
  local low = state.fed > 0 and math.sin(time() * 0.9) > -0.6 and 1 or 0    -- now and then it looks up
  down = down + (low - down) * 0.08

  local ahead, side = state.heading, state.heading:cross(UP)
  local hop = math.abs(math.sin(stride)) * 0.03 * speed
  local feet = state.pos - UP * 0.3 + UP * hop
  put(torso, 1, feet + UP * 0.66 - ahead * 0.45, ahead, 0.9)
  local nod = ahead + UP * (1.3 - 2.2 * down)
  local shoulder = feet + UP * 0.72 + ahead * 0.38
  put(neck, 1, shoulder, nod, 0.5)
  put(head, 1, shoulder + nod:normalized() * 0.48 - ahead * 0.08, ahead - UP * (0.2 + 0.9 * down), 0.34)
  put(tail, 1, feet + UP * 0.75 - ahead * 0.44, -ahead * 0.5 - UP + side * math.sin(time() * 7) * 0.4, 0.3)
  for i = 1, 4 do
    local fore, left = i <= 2 and 1 or -1, i % 2 == 0 and 1 or -1
    local swing = math.sin(stride + (fore * left > 0 and 0 or math.pi)) * math.min(0.25 * speed, 0.8)
    put(legs, i, feet + UP * 0.52 + ahead * 0.34 * fore + side * 0.12 * left, ahead * swing - UP, 0.5)
  end
end)
