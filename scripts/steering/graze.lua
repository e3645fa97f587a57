-- A walker that grazes, bolts when the predator comes near, settles, and comes back. Nothing in it decides anything: there are three wishes,
-- a number that says how afraid it is, and a rule that blends them. Keys start it anew:
--
--   1, 2, 3   the rule: sum, switch, fear        P   the predator stays, or walks by        U   the walker's push has no limit, or has
--
--   moonyard run scripts/steering/graze.lua --ticks 241 --shot graze.png
--   moonyard run scripts/steering/graze.lua --ticks 241 --press 1@1 --press P@1

local TUFT, STARTLE, SEED, STREAM = Vec(150, 64), 40, 5, 3
local TICKS = 240

local rule, parked, limited = "fear", false, true

-- The valley is a field of 192 by 160 with y down, as on paper. It hangs as a board in front of the camera.
local function place(p) return Vec((p.x - 96) * 0.08, 15.9 - p.y * 0.08, -11.9) end
physics.box { pos = Vec(0, 9.5, -12), size = Vec(15.6, 13, 0.1), color = Vec(0.05, 0.08, 0.07), static = true }
view.mode("fixed", { pos = Vec(0, 9.5, 0), target = Vec(0, 9.5, -12) })

local function predatorAt(t)
  local x = 208 - 1.6 * t
  if parked then x = math.max(x, 118) end
  return Vec(x, 62)
end

-- SHA-256 of a short text, its first 16 digits: two runs with the same fingerprint had the same state to the last bit.
local roots, cubes = {}, {}
do
  local n = 2
  while #cubes < 64 do
    local prime = true
    for d = 2, math.floor(math.sqrt(n)) do prime = prime and n % d > 0 end
    if prime then
      table.insert(roots, math.floor(math.sqrt(n) % 1 * 2 ^ 32))
      table.insert(cubes, math.floor(n ^ (1 / 3) % 1 * 2 ^ 32))
    end
    n = n + 1
  end
end

local function fingerprint(text)
  local function turn(x, by) return (x >> by | x << 32 - by) & 0xffffffff end
  local h = table.move(roots, 1, 8, 1, {})
  text = text .. "\128" .. ("\0"):rep((55 - #text) % 64) .. (">I8"):pack(#text * 8)
  for start = 1, #text, 64 do
    local w = { (">" .. ("I4"):rep(16)):unpack(text, start) }
    for i = 17, 64 do
      local a, b = w[i - 15], w[i - 2]
      w[i] = w[i - 16] + (turn(a, 7) ~ turn(a, 18) ~ a >> 3) + w[i - 7] + (turn(b, 17) ~ turn(b, 19) ~ b >> 10) & 0xffffffff
    end
    local a, b, c, d, e, f, g, last = table.unpack(h)
    for i = 1, 64 do
      local x = last + (turn(e, 6) ~ turn(e, 11) ~ turn(e, 25)) + (e & f ~ ~e & g) + cubes[i] + w[i]
      local y = (turn(a, 2) ~ turn(a, 13) ~ turn(a, 22)) + (a & b ~ a & c ~ b & c)
      a, b, c, d, e, f, g, last = x + y & 0xffffffff, a, b, c, d + x & 0xffffffff, e, f, g
    end
    for i, n in ipairs { a, b, c, d, e, f, g, last } do h[i] = h[i] + n & 0xffffffff end
  end
  return ("%08x%08x"):format(h[1], h[2])
end

local walk, wander, b, rng, t, fear, predator, within, inside, fastest

local function row()
  local state = (">ddddddd"):pack(b.pos.x, b.pos.y, b.vel.x, b.vel.y, predator.x, predator.y, fear)
  print(("%4d %8.3f %10.2f %7.3f %12.2f   %s"):format(t, fear, (predator - b.pos):length(), b.vel:length(), (TUFT - b.pos):length(),
    fingerprint(state)))
end

local function start()
  walk = steer.Gait { maxSpeed = 2.4, maxForce = limited and 0.3 or math.huge }
  wander = steer.Wander { ahead = 12, radius = 8, jitter = 0.5 }
  b = steer.Body { pos = Vec(30, 70), vel = Vec(0.4, 0) }
  rng = random.pcg(SEED, STREAM)
  t, fear, predator = 0, 0, predatorAt(0)
  within, inside, fastest = math.huge, 0, 0
  draw.trail("walker", nil)
  draw.trail("predator", nil)
  print(("rule \"%s\", the predator %s, the walker pushes %s"):format(rule, parked and "stays" or "walks by",
    limited and "0.3 at most" or "without limit"))
  print("tick     fear   predator   speed    from tuft   fingerprint of the state")
  row()
end

start()

for key, name in ipairs { "sum", "switch", "fear" } do
  input.define("graze." .. name, "Graze: the rule " .. name, tostring(key))
end
input.define("graze.park", "Graze: the predator stays or walks by", "P")
input.define("graze.limit", "Graze: limit the walker's push or not", "U")

local function tick()
  t = t + 1
  predator = predatorAt(t)
  local away = (predator - b.pos):length()
  local near = away < STARTLE
  fear = near and 1 or fear * 0.94

  local feed = walk:arrive(b, TUFT, 24) + wander:force(walk, b, rng) * 0.6
  local flight = walk:flee(b, predator)
  b:applyForce(steer.blend(rule, feed, flight, fear, near))
  b:step()

  draw.trail("walker", place(b.pos), { color = Vec(1, 0.8, 0.2) })
  draw.trail("predator", place(predator), { color = Vec(1, 0.25, 0.2) })
  if t > TICKS then return end

  local speed = b.vel:length()
  within = math.min(within, away)
  if near then inside, fastest = inside + 1, math.max(fastest, speed) end
  if not limited and t >= 33 and t <= 40 then
    print(("  t=%3d fear %.3f predator %6.2f velocity %.3f,%.3f speed %.3f at %.3f,%.3f"):format(t, fear, away, b.vel.x, b.vel.y, speed,
      b.pos.x, b.pos.y))
  end
  if t % 20 == 0 then row() end
  if t == TICKS then
    print(("      the predator came within %.2f and was near for %d ticks; the walker ran %.3f at most then"):format(within, inside, fastest))
  end
end

hook.Add("Tick", "graze", tick)

hook.Add("Think", "graze", function()
  local before = rule .. tostring(parked) .. tostring(limited)
  for _, name in ipairs { "sum", "switch", "fear" } do
    if input.pressed("graze." .. name) then rule = name end
  end
  if input.pressed("graze.park") then parked = not parked end
  if input.pressed("graze.limit") then limited = not limited end
  if before ~= rule .. tostring(parked) .. tostring(limited) then start() end

  draw.sphere(place(TUFT), 0.15, Vec(0.3, 0.9, 0.3))
  draw.sphere(place(b.pos), 0.1, Vec(1, 0.8, 0.2))
  draw.sphere(place(predator), STARTLE * 0.08, Vec(0.5, 0.15, 0.15))
  hud.text("graze", ("1 sum  2 switch  3 fear: %s\nP: the predator %s\nU: %s\nfear %.2f"):format(rule, parked and "stays" or "walks by",
    limited and "limited push" or "unlimited push", fear))
end)
