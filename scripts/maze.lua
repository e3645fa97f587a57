-- maze.lua: a hedge maze, with a golden globe over the room that is hardest to reach.
--
-- Walk in through the gate between the two golden balls and find your way to the globe.
--   M   grows another maze
--
-- A maze is carved like a mine. Everything is hedge at first. A digger starts at the gate and
-- always digs on into some room that is still solid. In a dead end it walks back along its own
-- trail until it finds such a room again. When the trail has shrunk to nothing, every room has
-- been dug out, and there is exactly one way between any two of them.

local ROOMS_X, ROOMS_Z = 6, 7           -- rooms from west to east and from north to south
local ROOM = 1.75                       -- metres from the middle of a room to the next one's
local CORNER = Vec(-18.6, 0, -15.0)    -- the maze's north-west corner on the ground
local HEDGE_HEIGHT, HEDGE_WIDTH = 1.25, 0.3

local GREEN = Vec(0.25, 0.46, 0.29)
local GRAVEL = Vec(0.80, 0.72, 0.56)
local STONE = Vec(0.88, 0.84, 0.76)
local GOLD = Vec(1.0, 0.76, 0.24)
local ROSE = Vec(0.95, 0.35, 0.35)

-- `state` outlives a reload of this file, so the same maze comes back when you save a change.
state.seed = state.seed or 1

-- The plan is a grid of squares, counted from 0. A square with two odd numbers is a room; every
-- other square is a piece of hedge, or a gap after the digger went through:
--
--     0 1 2 3 4
--   0 # # # # #        rooms at (1, 1), (3, 1), (1, 3), (3, 3)
--   1 #   #   #        a gap at (1, 2), from (1, 1) to (1, 3)
--   2 #   # # #
--   3 #       #        a gap at (2, 3), from (1, 3) to (3, 3)
--   4 # # # # #
local LAST_X, LAST_Z = 2 * ROOMS_X, 2 * ROOMS_Z
local GATE_X = LAST_X - 1               -- the gate leads south, out of the south-eastern room

local function solidPlan()
  local hedge = {}
  for x = 0, LAST_X do
    hedge[x] = {}
    for z = 0, LAST_Z do hedge[x][z] = true end
  end
  return hedge
end

-- The rooms beside a room that nobody has dug out yet.
local function solidRoomsBeside(hedge, room)
  local found = {}
  for _, side in ipairs { { 0, -2 }, { 2, 0 }, { 0, 2 }, { -2, 0 } } do
    local x, z = room.x + side[1], room.z + side[2]
    -- Beyond the edge of the plan there is nil, which counts as "no room".
    if hedge[x] and hedge[x][z] then table.insert(found, { x = x, z = z }) end
  end
  return found
end

-- Returns the finished plan and the room that is farthest from the gate.
local function carve()
  math.randomseed(state.seed)           -- the same number always gives the same maze
  local hedge = solidPlan()
  local first = { x = GATE_X, z = LAST_Z - 1 }
  hedge[GATE_X][LAST_Z] = false
  hedge[first.x][first.z] = false

  -- The trail is the only way back to the gate, so its length is the distance from there.
  local trail = { first }
  local farthest, distance = first, 1
  while #trail > 0 do
    local here = trail[#trail]
    local choices = solidRoomsBeside(hedge, here)
    if #choices == 0 then
      table.remove(trail)
    else
      local room = choices[math.random(#choices)]
      hedge[room.x][room.z] = false
      hedge[(here.x + room.x) // 2][(here.z + room.z) // 2] = false
      table.insert(trail, room)
      if #trail > distance then farthest, distance = room, #trail end
    end
  end
  return hedge, farthest
end

-- Where a square of the plan lies in the yard. A room is two squares wide, wall to wall.
local function place(x, z)
  return CORNER + Vec(x * ROOM / 2, 0, z * ROOM / 2)
end

local parts = {}                        -- the ids of everything that stands

local function add(id) table.insert(parts, id) end

-- One long hedge is one body instead of ten: the yard has less to draw and to check.
local function addHedge(from, to)
  local size = to - from + Vec(HEDGE_WIDTH, HEDGE_HEIGHT, HEDGE_WIDTH)
  add(physics.box { pos = (from + to) / 2 + Vec(0, HEDGE_HEIGHT / 2, 0), size = size,
                    color = GREEN, static = true })
end

-- Calls found(first, last) for every unbroken run of hedge in a line of squares from 0 to `last`.
local function eachRun(last, isHedge, found)
  local first
  for i = 0, last + 1 do
    if i <= last and isHedge(i) then
      first = first or i
    elseif first then
      -- A single square is a corner post. It belongs to a run that crosses this line.
      if i - 1 > first then found(first, i - 1) end
      first = nil
    end
  end
end

local function addHedges(hedge)
  for z = 0, LAST_Z, 2 do
    eachRun(LAST_X, function(x) return hedge[x][z] end,
      function(first, last) addHedge(place(first, z), place(last, z)) end)
  end
  for x = 0, LAST_X, 2 do
    eachRun(LAST_Z, function(z) return hedge[x][z] end,
      function(first, last) addHedge(place(x, first), place(x, last)) end)
  end
end

local function addGravel()
  local middle = place(LAST_X / 2, LAST_Z / 2)
  add(physics.box { pos = middle, size = Vec(ROOMS_X * ROOM, 0.04, ROOMS_Z * ROOM),
                    color = GRAVEL, static = true })
  -- A path that leads up to the gate.
  local path = place(GATE_X, LAST_Z) + Vec(0, 0, 1.2)
  add(physics.box { pos = path, size = Vec(ROOM - HEDGE_WIDTH, 0.04, 2.4), color = GRAVEL, static = true })
end

local function addGate()
  for _, x in ipairs { GATE_X - 1, GATE_X + 1 } do
    local post = place(x, LAST_Z)
    add(physics.box { pos = post + Vec(0, 0.85, 0), size = Vec(0.42, 1.7, 0.42),
                      color = STONE, static = true })
    add(physics.sphere { pos = post + Vec(0, 1.9, 0), radius = 0.24, color = GOLD, static = true })
  end
end

local goal                              -- the place on the ground under the globe

local function addGoal(room)
  goal = place(room.x, room.z)
  add(physics.box { pos = goal, size = Vec(1.1, 0.1, 1.1), color = GOLD, static = true })
  -- High enough to be seen over the hedges from everywhere.
  add(physics.sphere { pos = goal + Vec(0, 2.5, 0), radius = 0.4, color = GOLD, static = true })
end

local entered, found = nil, false       -- when the player came in, and whether the globe is found

local function grow()
  for _, id in ipairs(parts) do physics.remove(id) end
  parts = {}
  entered, found = nil, false
  local hedge, farthest = carve()
  addGravel()
  addHedges(hedge)
  addGate()
  addGoal(farthest)
  print(string.format("Maze %d has grown. Find the golden globe!", state.seed))
end

local function isInside(pos)
  local from, to = place(0, 0), place(LAST_X, LAST_Z)
  return pos.x > from.x and pos.x < to.x and pos.z > from.z and pos.z < to.z
end

-- A ring of small balls bursts out of the globe. They are gone after four seconds.
local function celebrate()
  for i = 1, 16 do
    local angle = i / 16 * 2 * math.pi
    local out = Vec(math.cos(angle), 0, math.sin(angle))
    local spark = physics.sphere { pos = goal + Vec(0, 3, 0) + out * 0.4, radius = 0.1, bounce = 0.7,
                                   velocity = out * 2 + Vec(0, 5, 0), color = GOLD:lerp(ROSE, i / 16) }
    timer.Simple(4, function() physics.remove(spark) end)
  end
end

grow()
input.define("maze.another", "Grow another maze", "M")

hook.Add("Think", "maze.play", function()
  if input.pressed("maze.another") then
    state.seed = state.seed + 1
    grow()
  end
  local feet = player.position()
  if not entered and isInside(feet) then entered = time() end
  if entered and not found and feet:distance(goal) < 0.7 then
    found = true
    print(string.format("You found the globe in %.1f seconds. Press M for another maze.", time() - entered))
    celebrate()
  end
end)
