-- A shoal of 20,000 that parts around you: walk into it, stand still, and look back.
--
--   moonyard play scripts/crowds/shoal.lua
--   moonyard run scripts/crowds/shoal.lua --ticks 300 --shot shoal.png
--
-- Each fish minds only those near it: it keeps off the closest, swims the way they swim, and stays among them. Nobody leads, and
-- nothing here loops over fish while they swim: `agents` works with all of them at once.
--
--   F   scares them all: for a moment every fish flees, however far it is

local COUNT = 20000
local USUAL, FASTEST = 1.6, 3         -- m/s
local SIGHT = 0.6                     -- how far a fish sees others, in metres
local ROOM = 0.3                      -- closer than this is too close
local SHY = 3                         -- a fish flees from whoever is closer than this
local LOW, HIGH = Vec(-19, 0.3, -19), Vec(19, 2.2, 19)   -- the waters: from wall to wall, no deeper than a person is tall
local BLUE, SILVER = Vec(0.16, 0.45, 0.75), Vec(0.75, 0.88, 0.95)

-- `state` outlives a reload of this file: save a change, and the same fish swim on by the new rules.
local fish = state.fish
if not fish or #fish ~= COUNT then
  if fish then fish:remove() end
  fish = agents.Population(COUNT, { dim = 3, seed = 7 })
  fish.pos = fish:random(Vec(-18, 0.4, -18), Vec(18, 2, 3))
  fish.vel = fish:random(Vec(-2, 0, -2), Vec(2, 0, 2))
  state.fish = fish
end

shared.shoal = fish                   -- so that other scripts can meet them

local colors = {}
for i = 1, COUNT do colors[i] = BLUE:lerp(SILVER, i / COUNT) end
fish:show { shape = "box", radius = 0.02, length = 0.16, color = colors }
fish:collide { radius = 0.08 }        -- they swim round the yard's stairs and walls, not through them

local scared = 0                      -- seconds for which every fish still flees

input.define("shoal.scare", "Scare the shoal", "F")
hook.Add("Think", "shoal.keys", function()
  if input.pressed("shoal.scare") then scared = 0.5 end
end)

-- In `Tick`, once for each step of the physics, so that the shoal swims alike on slow and fast computers.
hook.Add("Tick", "shoal.swim", function(dt)
  local you = player.position() + Vec(0, 1, 0)
  scared = math.max(0, scared - dt)
  local reach = scared > 0 and math.huge or SHY

  -- Who is near whom, found once for the three rules below.
  fish:sense(SIGHT)
  local shoal = agents.separate(fish, ROOM) * 40 + agents.align(fish, SIGHT) * 2 + agents.cohere(fish, SIGHT) * 4

  -- Each swims on at its usual speed, wherever it is heading, and by chance a little to one side.
  local onward = fish.vel:normalized() * USUAL - fish.vel + agents.wander(fish, 2)

  -- Fear comes first: it weighs more than the shoal. The edge of the waters turns them back.
  local fear = agents.flee(fish, you, FASTEST, reach) * 8
  local edge = agents.contain(fish, { LOW, HIGH }, 0.9, FASTEST) * 3

  fish.vel = fish.vel + (shoal + onward + fear + edge) * Vec(1, 0.4, 1) * dt
  fish:step(dt, FASTEST)
end)
