-- A shoal that parts around you: walk into it, stand still, and look back.
--
--   moonyard play scripts/crowds/shoal.lua
--   moonyard run scripts/crowds/shoal.lua --ticks 300 --shot shoal.png
--
-- The fish swim in a plane at knee height. Each minds only those near it: it keeps off the closest, swims the way they swim,
-- and stays among them. Nobody leads, and nothing here loops over fish: `agents` works with all of them at once.
--
--   F   scares them all: for a moment every fish flees, however far it is

local COUNT = 1500
local USUAL, FASTEST = 1.6, 3         -- m/s
local SIGHT = 1                       -- how far a fish sees others, in metres
local ROOM = 0.45                     -- closer than this is too close
local SHY = 3.5                       -- a fish flees from whoever is closer than this
local LOW, HIGH = Vec(-17, -17), Vec(17, 17)   -- the waters: x and z of the yard
local BLUE, SILVER = Vec(0.16, 0.45, 0.75), Vec(0.75, 0.88, 0.95)

-- In the plane a fish has two numbers, x and y; in the yard they are x and z.
local function inPlane(p) return Vec(p.x, p.z) end

-- `state` outlives a reload of this file: save a change, and the same fish swim on by the new rules.
local fish = state.fish
if not fish or #fish ~= COUNT then
  if fish then fish:remove() end
  fish = agents.Population(COUNT, { seed = 7 })
  fish.pos = fish:random(Vec(-15, -15), Vec(15, 3))
  fish.vel = fish:random(Vec(-2, -2), Vec(2, 2))
  state.fish = fish
end

shared.shoal = fish                   -- so that other scripts can meet them

local colors = {}
for i = 1, COUNT do colors[i] = BLUE:lerp(SILVER, i / COUNT) end
fish:show { shape = "box", radius = 0.04, length = 0.3, color = colors, plane = "xz", y = 0.5 }

local scared = 0                      -- seconds for which every fish still flees

input.define("shoal.scare", "Scare the shoal", "F")
hook.Add("Think", "shoal.keys", function()
  if input.pressed("shoal.scare") then scared = 0.5 end
end)

-- In `Tick`, once for each step of the physics, so that the shoal swims alike on slow and fast computers.
hook.Add("Tick", "shoal.swim", function(dt)
  local you = inPlane(player.position())
  scared = math.max(0, scared - dt)
  local reach = scared > 0 and math.huge or SHY

  -- Who is near whom, found once for the three rules below.
  fish:sense(SIGHT)
  local shoal = agents.separate(fish, ROOM) * 30 + agents.align(fish, SIGHT) * 2 + agents.cohere(fish, SIGHT) * 2

  -- Each swims on at its usual speed, wherever it is heading, and by chance a little to one side.
  local onward = fish.vel:normalized() * USUAL - fish.vel + agents.wander(fish, 2)

  -- Fear comes first: it weighs more than the shoal. The edge of the waters turns them back.
  local fear = agents.flee(fish, you, FASTEST, reach) * 8
  local edge = agents.contain(fish, { LOW, HIGH }, 2, FASTEST) * 3

  fish.vel = fish.vel + (shoal + onward + fear + edge) * dt
  fish:step(dt, FASTEST)
end)
