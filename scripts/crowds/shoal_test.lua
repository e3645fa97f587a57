-- What a watcher of the shoal can count on. Run it with: moonyard test scripts/crowds

-- Tells of the fish as another script finds them; `near` are those around the middle of the yard, where the first test stands.
local ASK = [[
local fish, you = shared.shoal, player.position() + Vec(0, 1, 0)
local away = (fish.pos - you):length()
local near = (fish.pos - Vec(0, 1, -5)):length():lt(1.5):count()
local low, high = fish.pos:min(), fish.pos:max()
local out = math.max(-low.x, -low.z, high.x, high.z)
print("fish", #fish, near, away:mean(), out, low.y, high.y, fish.vel:length():max(), fish.pos[1])
]]

local function ask(t)
  t:source("ask.lua", ASK .. "-- " .. t:tick())
  local prints, told = t:prints(), {}
  for word in prints[#prints]:gmatch("[^\t]+") do table.insert(told, tonumber(word) or word) end
  return { count = told[2], near = told[3], mean = told[4], out = told[5], lowest = told[6], highest = told[7], fastest = told[8],
           first = told[9] }
end

test("the shoal parts around the player and closes again", function(t)
  t:load("shoal.lua")
  t:teleport(Vec(0, 0.1, -5))
  expect(ask(t).near):above(150)
  t:ticks(180)
  expect(ask(t).near):equals(0)
  t:teleport(Vec(17, 0.1, 17))
  local most = 0
  for _ = 1, 30 do
    t:ticks(30)
    most = math.max(most, ask(t).near)
  end
  expect(most):above(30)
end)

test("twenty thousand fish stay in their waters, and none is faster than it can swim", function(t)
  t:load("shoal.lua")
  for _ = 1, 5 do
    t:ticks(120)
    local fish = ask(t)
    expect(fish.count):equals(20000)
    expect(fish.out):below(19.5)
    expect(fish.lowest):above(0.1)
    expect(fish.highest):below(2.6)
    expect(fish.fastest):below(3.0001)
  end
end)

test("F drives all of them away from the player", function(t)
  t:load("shoal.lua")
  t:teleport(Vec(0, 0.1, -5))
  t:ticks(60)
  local before = ask(t).mean
  t:press("F")
  t:ticks(60)
  expect(ask(t).mean):above(before + 0.5)
end)

test("a reload keeps every fish where it is, and leaves nothing double", function(t)
  t:load("shoal.lua")
  t:ticks(60)
  local counts, before = t:counts("shoal.lua"), ask(t)
  t:load("shoal.lua")
  expect(ask(t).first):equals(before.first)
  expect(t:counts("shoal.lua")):equals(counts)
  expect(counts.bodies):equals(0)
  t:ticks(60)
  expect(ask(t).first):differs(before.first)
end)
