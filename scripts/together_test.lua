-- The four scripts share one yard. Run it with: moonyard test scripts/together_test.lua

local SCRIPTS = { "astar.lua", "flocking.lua", "maze.lua", "terrain.lua" }

local function loadAll(t)
  for _, name in ipairs(SCRIPTS) do t:load(name) end
end

-- From the middle of a body to its sides.
local function halfSize(body)
  return body.size and body.size / 2 or Vec(1, 1, 1) * body.radius
end

local function overlap(a, b)
  local apart, room = a.pos - b.pos, halfSize(a) + halfSize(b)
  return math.abs(apart.x) < room.x and math.abs(apart.y) < room.y and math.abs(apart.z) < room.z
end

test("nothing stands in the way of another script or of the yard", function(t)
  loadAll(t)
  t:ticks(1)
  local bodies, clashes = t:bodies(), {}
  for i = 2, #bodies do                 -- from the second on: the first is the ground
    for j = i + 1, #bodies do
      local a, b = bodies[i], bodies[j]
      if a.script ~= b.script and overlap(a, b) then
        table.insert(clashes, (a.script or "the yard") .. " and " .. (b.script or "the yard"))
      end
    end
  end
  expect(clashes):equals {}
end)

test("they are fewer than 700 bodies, and ten reloads leave as much as one", function(t)
  local function counts()
    local list = {}
    for i, name in ipairs(SCRIPTS) do list[i] = t:counts(name) end
    return list
  end
  loadAll(t)
  local before = counts()
  expect(#t:bodies()):below(700)
  for _ = 1, 10 do
    t:ticks(20)
    loadAll(t)
  end
  expect(counts()):equals(before)
end)

test("the way ahead of the player is clear", function(t)
  loadAll(t)
  t:press("W", 180)
  t:ticks(180)
  expect(t:player().pos):near(Vec(0, 0, -4.2), 0.6)
end)
