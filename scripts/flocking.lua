-- flocking.lua: sixty birds that fly as one flock, though none of them leads.
--
-- They like to fly where you look, so walk about and turn around.
--   B   makes them shy of you, and trusting again
--
-- Each bird looks at the few others around it and does three things: it keeps off those that are
-- too close, it flies the way the others fly, and it stays near the middle of them. The flock is
-- what comes of that; nothing in this file knows its shape.

local COUNT = 60
local SIGHT = 1.8                       -- how far a bird sees others, in metres
local ROOM = 0.8                        -- closer than this is too close
local SLOWEST, FASTEST = 2.0, 4.5       -- m/s: birds cannot stand still in the air
local AGILITY = 12                      -- m/s²: the hardest turn
local LOW, HIGH = Vec(-17, 2.7, -8), Vec(17, 6, 17)   -- the air they keep to, above everything
local SHYNESS = 11                      -- how far shy birds keep away from you, in metres
local GRAVITY = Vec(0, -9.81, 0)

-- `state` outlives a reload of this file, so shy birds stay shy when you save a change.
if state.shy == nil then state.shy = false end

local RED, GOLD, PINK = Vec(0.93, 0.33, 0.30), Vec(1.0, 0.78, 0.32), Vec(0.90, 0.52, 0.72)

-- From red over gold to pink as `t` goes from 0 to 1.
local function plumage(t)
  if t < 0.5 then return RED:lerp(GOLD, t * 2) end
  return GOLD:lerp(PINK, t * 2 - 1)
end

-- They start as the seeds of a sunflower lie: turning a little more than a third of a circle for
-- each one spreads any number of them evenly.
local birds = {}
for i = 1, COUNT do
  local angle, radius = i * 2.4, 0.5 * math.sqrt(i)
  local out = Vec(math.cos(angle), 0, math.sin(angle))
  birds[i] = physics.sphere { pos = Vec(0, 3.8, -3) + out * radius, velocity = Vec(-out.z, 0, out.x) * 3,
                              radius = 0.13, density = 60, bounce = 0.4, color = plumage(i / COUNT) }
end

-- A grid over the ground with squares as wide as a bird can see: whoever a bird sees is in its own
-- square or in one of the eight around it. Asking only those instead of everybody is what makes
-- large flocks possible.
local function squareOf(x, z) return x * 1000 + z end

local EMPTY = {}

local function buildGrid(pos)
  local grid = {}
  for i = 1, COUNT do
    local key = squareOf(pos[i].x // SIGHT, pos[i].z // SIGHT)
    local square = grid[key]
    if square then square[#square + 1] = i else grid[key] = { i } end
  end
  return grid
end

-- The three rules, as a wish to speed up in some direction.
local function flockWith(i, pos, velocity, grid)
  local here, nobody = pos[i], Vec(0, 0, 0)
  local away, heading, middle, count = nobody, nobody, nobody, 0
  local squareX, squareZ = here.x // SIGHT, here.z // SIGHT
  for x = squareX - 1, squareX + 1 do
    for z = squareZ - 1, squareZ + 1 do
      for _, other in ipairs(grid[squareOf(x, z)] or EMPTY) do
        local distance = here:distance(pos[other])
        if other ~= i and distance < SIGHT then
          if distance < ROOM then
            away = away + (here - pos[other]):normalized() * (ROOM - distance)
          end
          heading = heading + velocity[other]
          middle = middle + pos[other]
          count = count + 1
        end
      end
    end
  end
  if count == 0 then return nobody end
  return away * 14 + (heading / count - velocity[i]) * 2.2 + (middle / count - here) * 2.5
end

-- Back into the air they keep to: nothing inside it, and the more the farther outside.
local function stayInside(here)
  local nearest = Vec(math.max(LOW.x, math.min(HIGH.x, here.x)),
                      math.max(LOW.y, math.min(HIGH.y, here.y)),
                      math.max(LOW.z, math.min(HIGH.z, here.z)))
  return (nearest - here) * 12
end

-- Towards a place in front of the player's eyes, or away from the player.
local function mindPlayer(here, feet, favourite)
  if not state.shy then return (favourite - here) * 0.45 end
  local away = here - feet
  away.y = 0
  return away:normalized() * math.max(0, SHYNESS - away:length())
end

local function withLength(v, shortest, longest)
  local length = v:length()
  if length > longest then return v * (longest / length) end
  if length < shortest then return v:normalized() * shortest end
  return v
end

input.define("flock.shy", "Make the birds shy or trusting", "B")

hook.Add("Think", "flock.keys", function()
  if input.pressed("flock.shy") then
    state.shy = not state.shy
    print(state.shy and "The birds are shy of you" or "The birds follow you")
  end
end)

-- In `Tick`, not in `Think`: it runs once for each step of the physics, so the birds fly alike on
-- slow and fast computers.
hook.Add("Tick", "flock.fly", function(dt)
  -- First look, then move: every bird decides by the same moment.
  local pos, velocity = {}, {}
  for i, bird in ipairs(birds) do
    pos[i], velocity[i] = physics.position(bird), physics.velocity(bird)
  end
  local grid = buildGrid(pos)
  local feet = player.position()
  local favourite = feet + player.facing() * 7 + Vec(0, 3.8, 0)

  for i, bird in ipairs(birds) do
    local wish = flockWith(i, pos, velocity, grid) + stayInside(pos[i]) + mindPlayer(pos[i], feet, favourite)
    local speed = velocity[i] + withLength(wish, 0, AGILITY) * dt
    -- Wings carry a bird: what gravity takes in the next step is given back here.
    physics.setVelocity(bird, withLength(speed, SLOWEST, FASTEST) - GRAVITY * dt)
  end
end)
