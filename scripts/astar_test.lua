-- What somebody who is chased can count on. Run it with: moonyard test scripts/astar_test.lua

-- The middle of a cell of the script's map, counted from 1.
local function cell(column, line)
  return Vec(6.7 + column - 0.5, 0.1, -8.7 + line - 0.5)
end

local function chaser(t)
  for _, body in ipairs(t:bodies("astar.lua")) do
    if not body.static then return body end
  end
end

local function tiles(t)
  local found = {}
  for _, body in ipairs(t:bodies("astar.lua")) do
    if body.shape == "box" and body.size.y == 0.03 then table.insert(found, body) end
  end
  return found
end

test("while nobody is on the map it makes its rounds along its plan", function(t)
  t:load("astar.lua")
  local start = chaser(t).pos
  expect(#tiles(t)):above(0)
  t:ticks(120)
  expect(chaser(t).pos:distance(start)):above(3)
end)

test("it finds its way around the walls to the player", function(t)
  t:load("astar.lua")
  t:teleport(cell(9, 4))
  t:ticks(12 * 60)
  expect(t:prints()):contains("Caught you! You have 2.5 seconds to get away.")
end)

test("no step of a plan cuts a corner or is longer than a diagonal", function(t)
  t:load("astar.lua")
  t:teleport(cell(9, 4))
  t:ticks(40)
  local plan = tiles(t)
  expect(#plan):above(3)
  for i = 2, #plan do
    local step = plan[i].pos - plan[i - 1].pos
    expect(step:length()):below(1.42)
    for _, body in ipairs(t:bodies("astar.lua")) do
      local corner = plan[i - 1].pos + Vec(step.x, 0, 0)
      if body.size and body.size.y == 0.6 then
        expect(corner:distance(Vec(body.pos.x, corner.y, body.pos.z))):above(0.4)
      end
    end
  end
end)

test("there is no plan for a player in the closed court, and the chaser waits", function(t)
  t:load("astar.lua")
  t:teleport(cell(4, 4))
  t:ticks(60)
  expect(tiles(t)):has_length(0)
  local waiting = chaser(t).pos
  t:ticks(60)
  expect(chaser(t).pos:distance(waiting)):below(0.05)
end)

test("G leaves a lure that it likes better than the player, and G takes it back", function(t)
  t:load("astar.lua")
  t:teleport(cell(9, 4))
  t:press("G")
  t:ticks(2)
  t:teleport(cell(1, 2))
  t:ticks(12 * 60)
  expect(chaser(t).pos):near(Vec(cell(9, 4).x, 0.32, cell(9, 4).z), 0.3)
  t:press("G")
  t:ticks(12 * 60)
  expect(t:prints()):contains("Caught you! You have 2.5 seconds to get away.")
end)
