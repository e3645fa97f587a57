-- astar.lua: a red ball that finds its way around walls, with the search called A* ("A star").
--
-- While nobody is there it makes its rounds. Step onto the dark floor and it comes for you. The
-- golden tiles are its plan, and twice a second it thinks again. The lamp tells what it is up to:
-- blue, making its rounds; red, after you; gold, after the lure; violet, no way leads there.
-- Jump onto a wall, or into the closed court, and no way leads to you.
--   G   leaves a lure where you stand; G again takes it away

local MAP = {                           -- # is wall. Draw your own: all lines as long as the first
  "############",
  "...........#",
  ".####.####.#",
  ".#..#....#.#",
  ".#..#.##.#.#",
  ".####.#..#.#",
  "......#.##.#",
  ".####.#....#",
  ".#......##.#",
  ".#.###......",
}
-- The stops of the rounds: column and line on the map.
local POSTS = { { 1, 10 }, { 6, 3 }, { 11, 2 }, { 8, 6 }, { 12, 10 } }
local CORNER = Vec(6.7, 0, -8.7)        -- the map's north-west corner; a cell is one metre wide
local WALL_HEIGHT = 0.6
local SPEED = 3                         -- m/s; you run at 3.6
local REST = 2.5                        -- seconds of peace after it caught you

local SANDSTONE = Vec(0.83, 0.66, 0.50)
local SLATE = Vec(0.27, 0.31, 0.38)
local RED = Vec(0.91, 0.28, 0.26)
local GOLD = Vec(1.0, 0.78, 0.30)
local LAMP = { rounds = Vec(0.35, 0.68, 0.92), chase = RED, lure = GOLD, stuck = Vec(0.55, 0.35, 0.75) }

-- The map as cells. Each cell is one table, so it can be a key: cost[cell], cameFrom[cell].
local WIDE, DEEP = #MAP[1], #MAP
local cells = {}
for z = 1, DEEP do
  cells[z] = {}
  for x = 1, WIDE do
    cells[z][x] = { x = x, z = z, wall = MAP[z]:sub(x, x) == "#" }
  end
end

local function cellAt(x, z) return cells[z] and cells[z][x] end   -- nil beyond the map

local function isFree(x, z)
  local cell = cellAt(x, z)
  return cell ~= nil and not cell.wall
end

-- The column and the line of a place in the yard, on the map or beyond it.
local function columnAndLine(pos)
  return math.floor(pos.x - CORNER.x) + 1, math.floor(pos.z - CORNER.z) + 1
end

local function cellUnder(pos) return cellAt(columnAndLine(pos)) end

local function middle(cell) return CORNER + Vec(cell.x - 0.5, 0, cell.z - 0.5) end

---- The yard's part: floor and walls ----

physics.box { pos = CORNER + Vec(WIDE / 2, 0, DEEP / 2), size = Vec(WIDE, 0.04, DEEP),
              color = SLATE, static = true }

local function allWall(x, lastX, z)
  for i = x, lastX do
    local cell = cellAt(i, z)
    if not cell or not cell.wall or cell.built then return false end
  end
  return true
end

-- Walls are built as the largest boxes that fit, first to the right, then downwards: a dozen bodies
-- instead of seventy, and no seams to get caught on.
local function buildWallFrom(x, z)
  local lastX, lastZ = x, z
  while allWall(lastX + 1, lastX + 1, z) do lastX = lastX + 1 end
  while allWall(x, lastX, lastZ + 1) do lastZ = lastZ + 1 end
  for builtZ = z, lastZ do
    for builtX = x, lastX do cells[builtZ][builtX].built = true end
  end
  local size = Vec(lastX - x + 1, WALL_HEIGHT, lastZ - z + 1)
  physics.box { pos = CORNER + Vec(x - 1, 0, z - 1) + size / 2, size = size,
                color = SANDSTONE, static = true }
end

for z = 1, DEEP do
  for x = 1, WIDE do
    if allWall(x, x, z) then buildWallFrom(x, z) end
  end
end

---- A heap: a list that always knows its smallest entry ----

-- Entry i is never larger than entries 2i and 2i + 1 below it, so the smallest is on top, and adding
-- or taking one moves only a few others. Searching the whole list each time would take far longer.
local function push(heap, cell, rank)
  local i = #heap + 1
  while i > 1 and rank < heap[i // 2].rank do
    heap[i] = heap[i // 2]              -- larger ones above make way
    i = i // 2
  end
  heap[i] = { cell = cell, rank = rank }
end

local function pop(heap)
  local top, last = heap[1], table.remove(heap)
  local i, size = 1, #heap
  if size == 0 then return top.cell end
  while 2 * i <= size do
    local child = 2 * i
    if child < size and heap[child + 1].rank < heap[child].rank then child = child + 1 end
    if last.rank <= heap[child].rank then break end
    heap[i] = heap[child]               -- the smaller one below moves up
    i = child
  end
  heap[i] = last
  return top.cell
end

---- The search ----

local SLANT = math.sqrt(2)              -- the length of a diagonal step

-- Calls visit(cell, length) for every cell that one step leads to.
local function eachStep(from, visit)
  for dz = -1, 1 do
    for dx = -1, 1 do
      local x, z = from.x + dx, from.z + dz
      -- A diagonal step needs both cells beside it free as well: the ball would scrape the corner.
      local open = isFree(x, z) and isFree(x, from.z) and isFree(from.x, z)
      if open and (dx ~= 0 or dz ~= 0) then
        visit(cells[z][x], dx ~= 0 and dz ~= 0 and SLANT or 1)
      end
    end
  end
end

-- The length of the way if there were no walls: diagonally first, the rest straight. It is never
-- more than the real way, and therefore the first way found is a shortest one.
local function guess(from, to)
  local dx, dz = math.abs(from.x - to.x), math.abs(from.z - to.z)
  return math.max(dx, dz) + (SLANT - 1) * math.min(dx, dz)
end

-- The cells from after `start` to `goal`, or nil when no way leads there.
local function findPath(start, goal)
  if not start or not goal then return nil end
  local cost, cameFrom, done = { [start] = 0 }, {}, {}
  local open = {}
  push(open, start, guess(start, goal))
  while #open > 0 do
    local here = pop(open)              -- the most promising: way so far plus guess of the rest
    if here == goal then break end
    if not done[here] then
      done[here] = true
      eachStep(here, function(cell, length)
        local total = cost[here] + length
        if total < (cost[cell] or math.huge) then
          cost[cell], cameFrom[cell] = total, here
          push(open, cell, total + guess(cell, goal))
        end
      end)
    end
  end
  if not cost[goal] then return nil end
  local path, cell = {}, goal
  while cell ~= start do                -- from the goal back to where we came from
    table.insert(path, 1, cell)
    cell = cameFrom[cell]
  end
  return path
end

---- The chaser ----

local function stopOf(number)
  return cellAt(POSTS[number][1], POSTS[number][2])
end

local chaser = physics.sphere { pos = middle(stopOf(1)) + Vec(0, 0.34, 0), radius = 0.3,
                                density = 300, color = RED }
local path, tiles = {}, {}               -- tiles[i] lies in the cell path[i]
local post = 2                          -- the stop that the rounds lead to next
local restUntil = 0
local lure                              -- the lure's body, while there is one

local lamp, lampShows
local function showLamp(what)
  if lampShows == what then return end
  if lamp then physics.remove(lamp) end
  -- A body keeps its colour for life, so another colour takes another body.
  lamp = physics.sphere { pos = middle(cellAt(2, 8)) + Vec(0, WALL_HEIGHT + 0.28, 0), radius = 0.32,
                          color = LAMP[what], static = true }
  lampShows = what
end

local function showTiles()
  for _, tile in ipairs(tiles) do physics.remove(tile) end
  tiles = {}
  for i, cell in ipairs(path) do
    tiles[i] = physics.box { pos = middle(cell) + Vec(0, 0.03, 0), size = Vec(0.32, 0.03, 0.32),
                             color = GOLD, static = true }
  end
end

-- Where the chaser wants to go, and why.
local function chooseGoal(here)
  if lure then return cellUnder(physics.position(lure)), "lure" end
  local underPlayer = cellUnder(player.position())
  if underPlayer and time() >= restUntil then return underPlayer, "chase" end
  if here == stopOf(post) then post = post % #POSTS + 1 end
  return stopOf(post), "rounds"
end

-- The chaser's own cell. You can shove it off the map: then the nearest one at the edge.
local function chaserCell()
  local x, z = columnAndLine(physics.position(chaser))
  return cellAt(math.max(1, math.min(WIDE, x)), math.max(1, math.min(DEEP, z)))
end

local function plan()
  local here = chaserCell()
  local goal, why = chooseGoal(here)
  local found = findPath(here, goal)
  path = found or {}
  showTiles()
  showLamp(found and why or "stuck")
end

local function flatDistance(a, b) return Vec(a.x - b.x, 0, a.z - b.z):length() end

local function follow()
  local here, velocity = physics.position(chaser), physics.velocity(chaser)
  if path[1] and flatDistance(here, middle(path[1])) < 0.15 then
    table.remove(path, 1)
    physics.remove(table.remove(tiles, 1))   -- eaten
  end
  local step = Vec(0, 0, 0)
  if path[1] then
    step = middle(path[1]) - here
    step.y = 0
    step = step:normalized() * SPEED
  end
  physics.setVelocity(chaser, Vec(step.x, velocity.y, step.z))   -- falling is left to gravity
end

local function checkCatch()
  if lampShows ~= "chase" then return end
  if physics.position(chaser):distance(player.position()) < 0.85 then
    print("Caught you! You have " .. REST .. " seconds to get away.")
    restUntil = time() + REST
    plan()
  end
end

local function toggleLure()
  if lure then
    physics.remove(lure)
    lure = nil
    print("The lure is gone: it is after you again")
  else
    local at = player.position()
    lure = physics.sphere { pos = Vec(at.x, at.y + 2.2, at.z), radius = 0.22, color = GOLD, static = true }
    print("A lure hangs where you stand: the chaser wants it more than you")
  end
  plan()
end

plan()
timer.Create("astar.think again", 0.5, 0, plan)
input.define("astar.lure", "Leave a lure, or take it back", "G")

hook.Add("Think", "astar.follow", function()
  if input.pressed("astar.lure") then toggleLure() end
  follow()
  checkCatch()
end)
