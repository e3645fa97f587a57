-- terrain.lua: a mountain range with a lake in front of it, out of nothing but arithmetic.
--
-- Climb it: a slope of single steps can be walked up, higher steps take a jump.
--   N   makes another landscape
--
-- The land is a field of columns. "Noise", a random height that changes smoothly from place to
-- place, says how high each one is: gentle noise makes the hills in front, folded noise makes the
-- ridges behind, and the height of a column decides its colour.

local COUNT_X, COUNT_Z = 30, 11         -- columns from west to east and from north to south
local WIDTH = 0.9                       -- of a column, in metres
local CORNER = Vec(-7.6, 0, -19.6)      -- the north-west corner on the ground
local STEP = 0.3                        -- heights are multiples of this; the player walks up 0.35
local WATER = 0.15                      -- the lake's surface, in metres

-- `state` outlives a reload of this file, so the same land comes back when you save a change.
state.seed = state.seed or 6

-- A random number from 0 to 1 that belongs to a pair of whole numbers: asking again gives the same
-- one. Multiplying and shifting stirs the bits until neighbours have nothing in common.
local function random(x, z)
  local bits = x * 0x1F123BB5 + z * 0x5F356495 + state.seed * 0x6C8E9CF5
  for _ = 1, 3 do
    bits = (bits ~ (bits >> 17)) * 0x2A5F8D3B & 0xFFFFFFFF
  end
  return bits / 0xFFFFFFFF
end

-- From 0 to 1 along a curve that starts and ends flat, so that pieces join without a crease.
local function ease(t) return t * t * (3 - 2 * t) end

-- Around every grid point the ground is tilted in a random direction; this is how high the tilted
-- ground of the grid point (gridX, gridZ) is at (x, z).
local function tilted(gridX, gridZ, x, z)
  local angle = random(gridX, gridZ) * 2 * math.pi
  return math.cos(angle) * (x - gridX) + math.sin(angle) * (z - gridZ)
end

local function mix(a, b, t) return a + (b - a) * t end

-- Smooth random heights from about -0.7 to 0.7: a blend of the four tilted grounds around.
local function noise(x, z)
  local left, top = math.floor(x), math.floor(z)
  local across, down = ease(x - left), ease(z - top)
  local north = mix(tilted(left, top, x, z), tilted(left + 1, top, x, z), across)
  local south = mix(tilted(left, top + 1, x, z), tilted(left + 1, top + 1, x, z), across)
  return mix(north, south, down)
end

-- Large waves of noise, and on them smaller and smaller ones, each half as high.
local function rolling(x, z)
  return noise(x, z) + noise(x * 2, z * 2) / 2 + noise(x * 4, z * 4) / 4
end

-- The same, folded where it crosses zero: each fold is a sharp ridge, 1 at the top.
local function ridges(x, z)
  return 1 - math.abs(noise(x, z) * 2 + noise(x * 2, z * 2) / 2)
end

-- How high the land is at a column, in metres; below WATER it is the bottom of the lake.
local function heightAt(x, z)
  local rows = COUNT_Z - 1 - z          -- how many rows behind the one nearest to the player
  local back = rows / (COUNT_Z - 1)     -- from 0 there to 1 at the far edge
  local side = math.min(1, (x + 1) / 5, (COUNT_X - x) / 5)   -- less than 1 near the two ends
  local hills = 0.15 + 0.8 * back + rolling(x * 0.12, z * 0.16) * 1.3
  -- One step up for each row: the shore is gentle everywhere, so you can walk in anywhere.
  hills = math.min(hills, STEP * (rows + 1))
  local ridge = math.max(0, ridges(x * 0.08, z * 0.1 + 50))
  return hills + ridge * ridge * ease(back) * ease(side) * 6
end

-- The land's colours from the bottom up: each begins at a height.
local COLOURS = {
  { from = 0.0, color = Vec(0.86, 0.76, 0.55) },   -- sand
  { from = 0.5, color = Vec(0.52, 0.66, 0.32) },   -- meadow
  { from = 1.6, color = Vec(0.30, 0.49, 0.30) },   -- forest
  { from = 2.5, color = Vec(0.47, 0.43, 0.42) },   -- rock
  { from = 4.4, color = Vec(0.95, 0.95, 0.97) },   -- snow
}
local SHALLOW, DEEP = Vec(0.38, 0.74, 0.78), Vec(0.13, 0.36, 0.62)

local function landColour(height, x, z)
  local color
  for _, band in ipairs(COLOURS) do
    if height >= band.from then color = band.color end
  end
  return color * (0.92 + 0.16 * random(x + 500, z))   -- no two columns quite alike
end

local parts = {}                        -- the ids of everything that stands

local function add(id) table.insert(parts, id) end

local function addColumn(x, z, height, color)
  local pos = CORNER + Vec((x + 0.5) * WIDTH, height / 2, (z + 0.5) * WIDTH)
  add(physics.box { pos = pos, size = Vec(WIDTH, height, WIDTH), color = color, static = true })
end

-- A trunk and a crown of two boxes.
local function addTree(x, z, ground)
  local foot = CORNER + Vec((x + 0.5) * WIDTH, ground, (z + 0.5) * WIDTH)
  local size = 0.5 + 0.25 * random(x, z + 900)
  local function addBox(width, from, to, color)
    add(physics.box { pos = foot + Vec(0, (from + to) / 2, 0), size = Vec(width, to - from, width),
                      color = color, static = true })
  end
  addBox(0.14, 0, 0.4, Vec(0.40, 0.28, 0.20))
  addBox(size, 0.4, 0.4 + size, Vec(0.20, 0.41, 0.27))
  addBox(size * 0.55, 0.4 + size, 0.4 + size * 1.5, Vec(0.25, 0.48, 0.30))
end

local function build()
  for _, id in ipairs(parts) do physics.remove(id) end
  parts = {}
  local peak = 0
  for x = 0, COUNT_X - 1 do
    for z = 0, COUNT_Z - 1 do
      local land = heightAt(x, z)
      if land < WATER then
        local depth = math.min(1, (WATER - land) / 0.7)
        addColumn(x, z, WATER, SHALLOW:lerp(DEEP, depth))
      else
        local height = math.max(1, math.floor(land / STEP + 0.5)) * STEP
        addColumn(x, z, height, landColour(land, x, z))
        peak = math.max(peak, height)
        if land > 0.9 and land < 2.3 and random(x, z + 300) > 0.86 then addTree(x, z, height) end
      end
    end
  end
  print(string.format("Landscape %d: its highest peak is %.1f m", state.seed, peak))
end

build()
input.define("terrain.another", "Make another landscape", "N")

hook.Add("Think", "terrain.another", function()
  if input.pressed("terrain.another") then
    state.seed = state.seed + 1
    build()
  end
end)
