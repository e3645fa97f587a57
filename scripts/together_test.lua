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
  local bodies = t:bodies()
  for i, a in ipairs(bodies) do
    for j = i + 1, #bodies do
      local b = bodies[j]
      -- The first body of all is the ground: everything may stand in it.
      if i > 1 and a.script ~= b.script and overlap(a, b) then
        expect(a.script or "the yard"):equals((b.script or "the yard") .. " keeps clear")
      end
    end
  end
end)

test("they are fewer than 700 bodies, and ten reloads leave as many as one", function(t)
  loadAll(t)
  local function counts()
    local list = {}
    for i, name in ipairs(SCRIPTS) do
      local count = t:counts(name)
      -- The chaser's plan is as long as its way: count everything but its bodies.
      list[i] = { name == "astar.lua" or count.bodies, count.hooks, count.timers }
    end
    return list
  end
  local before = counts()
  expect(#t:bodies()):below(700)
  for _ = 1, 10 do
    loadAll(t)
    t:ticks(10)
  end
  expect(counts()):equals(before)
end)

test("the way ahead of the player is clear", function(t)
  loadAll(t)
  t:press("W", 180)
  t:ticks(180)
  expect(t:player().pos):near(Vec(0, 0, -4.2), 0.6)
end)
