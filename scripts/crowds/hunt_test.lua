-- What a watcher of the hunt can count on. Run it with: moonyard test scripts/crowds

-- Answers of another script, by what it prints: names and numbers in turn.
local function ask(t, lua)
  t:source("ask.lua", ("local it = shared.hunt\nlocal herd = it.herd\n%s -- %d"):format(lua, t:tick()))
  local prints, told = t:prints(), {}
  for name, number in prints[#prints]:gmatch("([%a_]+)\t([^\t]+)") do told[name] = tonumber(number) end
  return told
end

local COUNT = [[
local c = { grazes = 0, flees = 0, wanders = 0, chases = 0, rests = 0 }
for _, mood in ipairs(herd.mood) do c[mood] = c[mood] + 1 end
local low, high = herd.pos:min(), herd.pos:max()
print("deer", herd:is_kind("deer"):count(), "wolves", herd:is_kind("wolf"):count(), "born", it.born, "eaten", it.eaten, "grazes", c.grazes,
  "flees", c.flees, "wanders", c.wanders, "chases", c.chases, "rests", c.rests, "out", math.max(-low.x, -low.y, high.x, high.y))
]]

-- Looks on between ticks: whether any resting wolf moves or any deer that a wolf is upon grazes on.
local WATCH = [[
local fastest, calm, near = 0, 0, 0
for i = 1, #herd do
  if herd.mood[i] == "rests" and herd.breath[i] > 1 then fastest = math.max(fastest, herd.vel[i]:length()) end
end
herd:sense(3)
local _, away = herd.senses:nearest_of("wolf")
for i = 1, #herd do
  if herd.kind[i] == 1 and away[i] < 3 then
    near = near + 1
    if herd.mood[i] ~= "flees" then calm = calm + 1 end
  end
end
print("fastest", fastest, "calm", calm, "near", near)
]]

test("every animal is about something, deer are never about what wolves are, and no one is lost", function(t)
  t:load("hunt.lua")
  for _ = 1, 10 do
    t:ticks(180)
    local c = ask(t, COUNT)
    expect(c.grazes + c.flees):equals(c.deer)
    expect(c.wanders + c.chases + c.rests):equals(c.wolves)
    expect(c.wolves):equals(6)
    expect(c.deer):equals(120 + c.born - c.eaten)
    expect(c.out):below(20)
  end
end)

test("wolves eat and fawns are born, and after a minute there are about as many as before", function(t)
  t:load("hunt.lua")
  t:ticks(3600)
  local c = ask(t, COUNT)
  expect(c.eaten):above(10)
  expect(c.born):above(15)
  expect(c.deer):above(90)
  expect(c.deer):below(180)
end)

test("a wolf that rests does not chase, and a deer that is close to a wolf does not graze", function(t)
  t:load("hunt.lua")
  local near = 0
  for _ = 1, 20 do
    t:ticks(60)
    local seen = ask(t, WATCH)
    expect(seen.fastest):below(0.3)
    expect(seen.calm):equals(0)
    near = near + seen.near
  end
  expect(near):above(50)
end)

test("a tired wolf rests for eight seconds, and hunts again", function(t)
  t:load("hunt.lua")
  t:ticks(60)
  ask(t, 'herd.breath[1] = 0 print("done", 1)')
  local resting = 0
  for _ = 1, 600 do
    t:ticks(1)
    if ask(t, 'print("rests", herd.mood[1] == "rests" and 1 or 0)').rests == 1 then resting = resting + 1 end
  end
  expect(resting):near(480, 2)
  expect(ask(t, 'print("rests", herd.mood[1] == "rests" and 1 or 0)').rests):equals(0)
end)

test("all of them keep away from the player", function(t)
  t:load("hunt.lua")
  t:teleport(Vec(0, 0.1, 0))
  t:ticks(240)
  local nearest = ask(t, 'print("nearest", (herd.pos - Vec(0, 0)):length():min())').nearest
  expect(nearest):above(1.5)
end)

-- How many are too close to the yard's fence, block or stairs: the middle of each in x and z, and half its sides.
local INSIDE = [[
local inside = 0
for _, it in ipairs { { 4, -3, 1.5, 0.1 }, { 4, -8, 1.5, 0.75 }, { -6, -4.6, 1.5, 2.8 } } do
  for i = 1, #herd do
    local off = herd.pos[i] - Vec(it[1], it[2])
    local away = Vec(math.max(math.abs(off.x) - it[3], 0), math.max(math.abs(off.y) - it[4], 0)):length()
    if away < 0.299 then inside = inside + 1 end
  end
end
print("inside", inside)
]]

test("nobody walks through what stands in the yard", function(t)
  t:load("hunt.lua")
  for _ = 1, 40 do
    t:ticks(30)
    expect(ask(t, INSIDE).inside):equals(0)
  end
end)

test("a reload keeps the animals, and leaves nothing double", function(t)
  t:load("hunt.lua")
  t:ticks(300)
  local counts, before = t:counts("hunt.lua"), ask(t, COUNT)
  for _ = 1, 5 do t:load("hunt.lua") end
  expect(ask(t, COUNT)):equals(before)
  expect(t:counts("hunt.lua")):equals(counts)
  t:ticks(300)
  expect(ask(t, COUNT).deer):above(60)
end)
