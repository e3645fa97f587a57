-- What a visitor of the hedge maze can count on. Run it with: moonyard test scripts/maze_test.lua

local GATE = Vec(-8.975, 0.1, -1)       -- in front of the gate, on the gravel path
local HEDGE_HEIGHT = 1.25

local function hedges(t)
  local found = {}
  for _, body in ipairs(t:bodies("maze.lua")) do
    if body.shape == "box" and body.size.y == HEDGE_HEIGHT then table.insert(found, body) end
  end
  return found
end

local function globe(t)
  for _, body in ipairs(t:bodies("maze.lua")) do
    if body.radius == 0.4 then return body end
  end
end

-- Whether something is within `reach` of the place (x, z), seen from above.
local function isBlocked(boxes, x, z, reach)
  for _, box in ipairs(boxes) do
    local dx, dz = math.abs(x - box.pos.x), math.abs(z - box.pos.z)
    if dx < box.size.x / 2 + reach and dz < box.size.z / 2 + reach then return true end
  end
  return false
end

-- The number of rooms that a player can get to from the gate: from room to room, wherever a player
-- 0.6 m wide fits through.
local function roomsWithinReach(boxes)
  local seen, todo = {}, { { 6, 7 } }
  local count = 0
  while #todo > 0 do
    local x, z = table.unpack(table.remove(todo))
    local key = x .. "," .. z
    if not seen[key] and x >= 1 and x <= 6 and z >= 1 and z <= 7 then
      seen[key] = true
      count = count + 1
      for _, side in ipairs { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } } do
        -- The middle between this room and the one beside it.
        local doorX = -18.6 + (x - 0.5 + side[1] / 2) * 1.75
        local doorZ = -15.0 + (z - 0.5 + side[2] / 2) * 1.75
        if not isBlocked(boxes, doorX, doorZ, 0.3) then table.insert(todo, { x + side[1], z + side[2] }) end
      end
    end
  end
  return count
end

test("every room of ten mazes can be reached from the gate", function(t)
  t:load("maze.lua")
  for _ = 1, 10 do
    expect(roomsWithinReach(hedges(t))):equals(6 * 7)
    t:press("M")
    t:ticks(2)
  end
end)

test("M grows another maze and takes the old one away", function(t)
  t:load("maze.lua")
  local globeBefore = globe(t)
  t:press("M")
  t:ticks(2)
  expect(t:prints()[1]):matches("^Maze 1 ")
  expect(t:prints()[2]):matches("^Maze 2 ")
  expect(globe(t).pos):differs(globeBefore.pos)
  -- Floor, path, two gate posts with their balls, and the goal's plate and globe.
  expect(t:bodies("maze.lua")):has_length(#hedges(t) + 8)
end)

test("one can walk in through the gate", function(t)
  t:load("maze.lua")
  t:teleport(GATE)
  t:press("W", 60)
  t:ticks(60)
  expect(t:player().pos.z):below(-3.2)
  expect(t:player().pos.x):near(GATE.x, 0.01)
end)

test("under the globe, the maze says how long it took and throws sparks that vanish", function(t)
  t:load("maze.lua")
  local before = #t:bodies("maze.lua")
  local under = globe(t).pos
  t:teleport(Vec(under.x, 0.1, under.z))
  t:ticks(30)
  expect(t:prints()[2]):matches("^You found the globe in %d+%.%d seconds")
  expect(t:bodies("maze.lua")):has_length(before + 16)
  t:ticks(5 * 60)
  expect(t:prints()):has_length(2)
  expect(t:bodies("maze.lua")):has_length(before)
end)

test("the same maze is there after a reload", function(t)
  t:load("maze.lua")
  t:press("M")
  t:ticks(2)
  local before = t:counts("maze.lua")
  t:load("maze.lua")
  expect(t:prints()[3]):equals(t:prints()[2])
  expect(t:counts("maze.lua")):equals(before)
end)
