-- What a watcher of the birds can count on. Run it with: moonyard test scripts/flocking_test.lua

local function middle(birds)
  local sum = Vec(0, 0, 0)
  for _, bird in ipairs(birds) do sum = sum + bird.pos end
  return sum / #birds
end

-- On average, how far from the middle of the flock a bird is.
local function spread(birds)
  local centre, sum = middle(birds), 0
  for _, bird in ipairs(birds) do sum = sum + bird.pos:distance(centre) end
  return sum / #birds
end

test("sixty birds fly, and after a minute every one is still in the air", function(t)
  t:load("flocking.lua")
  t:ticks(60 * 60)
  expect(t:bodies("flocking.lua")):has_length(60)
  for _, bird in ipairs(t:bodies("flocking.lua")) do
    expect(bird.pos.y):above(2)
    expect(bird.pos.y):below(7)
    expect(math.abs(bird.pos.x)):below(18)
    expect(math.abs(bird.pos.z)):below(18)
  end
end)

test("no bird is faster than it can fly", function(t)
  t:load("flocking.lua")
  for _ = 1, 10 do
    t:ticks(42)
    for _, bird in ipairs(t:bodies("flocking.lua")) do
      expect(bird.velocity:length()):below(4.5 + 0.2)
    end
  end
end)

test("they come to where the player looks, and stay together", function(t)
  t:load("flocking.lua")
  t:teleport(Vec(12, 0.1, 14))
  t:ticks(15 * 60)
  local birds = t:bodies("flocking.lua")
  expect(middle(birds):distance(Vec(12, 4, 7))):below(5)
  expect(spread(birds)):below(4)
end)

test("after a B they fly away from the player, until the next B", function(t)
  t:load("flocking.lua")
  t:teleport(Vec(0, 0.1, -3))
  t:press("B")
  t:ticks(10 * 60)
  for _, bird in ipairs(t:bodies("flocking.lua")) do
    expect(bird.pos:distance(t:player().pos)):above(6)
  end
  t:press("B")
  t:ticks(2)
  expect(t:prints()):equals { "The birds are shy of you", "The birds follow you" }
end)

test("shy birds stay shy over a reload, and no bird is left over", function(t)
  t:load("flocking.lua")
  t:press("B")
  t:ticks(2)
  t:load("flocking.lua")
  expect(t:bodies("flocking.lua")):has_length(60)
  t:press("B")
  t:ticks(2)
  expect(t:prints()[2]):equals("The birds follow you")
end)
