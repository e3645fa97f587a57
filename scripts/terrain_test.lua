-- What a hiker in the landscape can count on. Run it with: moonyard test scripts/terrain_test.lua

local COLUMN = 0.9                      -- the width of a column of land or water

local function columns(t)
  local found = {}
  for _, body in ipairs(t:bodies("terrain.lua")) do
    if body.shape == "box" and body.size.x == COLUMN then table.insert(found, body) end
  end
  return found
end

local function heights(t)
  local list = {}
  for i, column in ipairs(columns(t)) do list[i] = column.size.y end
  return list
end

test("the land is a field of 30 by 11 columns that stand on the ground", function(t)
  t:load("terrain.lua")
  expect(columns(t)):has_length(30 * 11)
  for _, column in ipairs(columns(t)) do
    expect(column.static):is_true()
    expect(column.pos.y - column.size.y / 2):near(0)
  end
end)

test("there are peaks with snow, and a lake whose water is level", function(t)
  t:load("terrain.lua")
  local highest, water = 0, 0
  for _, column in ipairs(columns(t)) do
    highest = math.max(highest, column.size.y)
    if column.color.z > column.color.x and column.size.y < 1 then
      water = water + 1
      expect(column.size.y):near(0.15)
    end
  end
  expect(highest):above(5)
  expect(water):above(5)
end)

test("the land rises in whole steps that the player can walk up", function(t)
  t:load("terrain.lua")
  for _, height in ipairs(heights(t)) do
    if height > 0.15 then expect(height / 0.3):near(math.floor(height / 0.3 + 0.5)) end
  end
end)

test("one can walk in from the yard anywhere, without a jump", function(t)
  t:load("terrain.lua")
  for x = -7, 19 do
    t:teleport(Vec(x, 0.1, -9.2))
    t:press("W", 30)
    t:ticks(40)
    expect(t:player().pos.z):below(-10)
    expect(t:player().pos.y):above(0.1)
  end
end)

test("N makes another landscape, and the old one is gone", function(t)
  t:load("terrain.lua")
  local before = heights(t)
  t:press("N")
  t:ticks(2)
  expect(columns(t)):has_length(30 * 11)
  expect(heights(t)):differs(before)
end)

test("the same landscape is there after a reload", function(t)
  t:load("terrain.lua")
  t:press("N")
  t:ticks(2)
  local before = heights(t)
  t:load("terrain.lua")
  expect(heights(t)):equals(before)
end)
