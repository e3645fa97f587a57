-- What a watcher of the walker can count on. Run it with: moonyard test scripts/steering

local TUFT = Vec(0, 0.3, -8)          -- its first

local function walker(t) return t:bodies("walker.lua")[1] end

-- Lets it walk, and tells how fast it was at most, and for how many ticks the player was near.
local function watch(t, ticks)
  local fastest, near = 0, 0
  for _ = 1, ticks do
    t:ticks(1)
    local it = walker(t)
    fastest = math.max(fastest, it.velocity:length())
    if it.pos:distance(t:player().pos) < 5 then near = near + 1 end
  end
  return fastest, near
end

test("it walks to its grass and stays there, straying a little", function(t)
  t:load("walker.lua")
  local fastest = watch(t, 400)
  expect(fastest):below(1.5)
  for _ = 1, 5 do
    t:ticks(20)
    local before = walker(t).pos
    expect(before:distance(TUFT)):below(1)
    t:ticks(20)
    expect(walker(t).pos):differs(before)
  end
end)

test("it bolts when the player comes near, and comes back when the player has gone", function(t)
  t:load("walker.lua")
  t:ticks(400)
  t:teleport(Vec(0, 0.1, -4))
  local fastest = watch(t, 120)
  expect(fastest):above(4)
  expect(walker(t).pos:distance(t:player().pos)):above(6)
  t:teleport(Vec(15, 0.1, 15))
  t:ticks(600)
  expect(walker(t).pos:distance(TUFT)):below(1)
end)

test("after ten seconds at one tuft it feels like another", function(t)
  t:load("walker.lua")
  t:teleport(Vec(18, 0.1, 18))
  local farthest = 0
  for _ = 1, 60 do
    t:ticks(60)
    farthest = math.max(farthest, walker(t).pos:distance(TUFT))
  end
  expect(farthest):above(5)
end)

-- Of the fifteen seconds that the player stands beside its grass; the first rule is the best, as on paper.
for place, expected in ipairs { { "fear", 45 }, { "sum", 116 }, { "switch", 177 } } do
  test(("by the rule %s it lets a player who stays be near for %d ticks"):format(expected[1], expected[2]), function(t)
    t:load("walker.lua")
    for _ = 2, place do
      t:press("G")
      t:ticks(2)
    end
    t:ticks(400)
    t:teleport(Vec(0, 0.1, -4.5))
    local _, near = watch(t, 900)
    expect(near):equals(expected[2])
  end)
end

test("a reload leaves it where it is, and nothing double", function(t)
  t:load("walker.lua")
  t:ticks(200)
  local counts, before = t:counts("walker.lua"), walker(t).pos
  for _ = 1, 5 do t:load("walker.lua") end
  expect(walker(t).pos):equals(before)
  expect(t:counts("walker.lua")):equals(counts)
  expect(counts.bodies):equals(1)
  t:ticks(60)
  expect(walker(t).pos):differs(before)
end)
