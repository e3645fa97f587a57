-- What a watcher of the shoal can count on. Run it with: moonyard test scripts/crowds

-- Tells of the fish as another script finds them; `near` are those around the middle of the waters.
local ASK = [[
local fish, feet = shared.shoal, player.position()
local away = (fish.pos - Vec(feet.x, feet.z)):length()
local here = (fish.pos - Vec(0, -5)):length()
local near, sum, out, fastest = 0, 0, 0, 0
for i = 1, #fish do
  if here[i] < 2 then near = near + 1 end
  sum = sum + away[i]
  if math.max(math.abs(fish.pos[i].x), math.abs(fish.pos[i].y)) > 18 then out = out + 1 end
  fastest = math.max(fastest, fish.vel[i]:length())
end
print("fish", #fish, near, sum / #fish, out, fastest, fish.pos[1])
]]

local function ask(t)
  t:source("ask.lua", ASK .. "-- " .. t:tick())
  local prints = t:prints()
  local count, near, mean, out, fastest, first =
    prints[#prints]:match("^fish\t(%d+)\t(%d+)\t(%S+)\t(%d+)\t(%S+)\t(.+)$")
  return { count = tonumber(count), near = tonumber(near), mean = tonumber(mean), out = tonumber(out), fastest = tonumber(fastest),
           first = first }
end

test("the shoal parts around the player and closes again", function(t)
  t:load("shoal.lua")
  t:teleport(Vec(0, 0.1, -5))
  expect(ask(t).near):above(20)
  t:ticks(180)
  expect(ask(t).near):equals(0)
  t:teleport(Vec(17, 0.1, 17))
  local most = 0
  for _ = 1, 20 do
    t:ticks(30)
    most = math.max(most, ask(t).near)
  end
  expect(most):above(10)
end)

test("the fish stay in their waters, and none is faster than it can swim", function(t)
  t:load("shoal.lua")
  for _ = 1, 5 do
    t:ticks(300)
    local fish = ask(t)
    expect(fish.out):equals(0)
    expect(fish.fastest):below(3.0001)
    expect(fish.count):equals(1500)
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
