-- What a reader of these scripts can count on. Run it with: moonyard test scripts/steering

local SCRIPTS = { "hand.lua", "seek.lua", "arrive.lua", "wander.lua", "graze.lua" }

-- The last line that a script printed and that has a text in it.
local function line(t, text)
  local found
  for _, printed in ipairs(t:prints()) do
    if printed:find(text, 1, true) then found = printed end
  end
  return found
end

for _, script in ipairs(SCRIPTS) do
  test(script .. " runs on after its table, and a reload leaves nothing double", function(t)
    t:load(script)
    local before = t:counts(script)
    expect(before.bodies):equals(1)
    t:ticks(300)
    for _ = 1, 5 do t:load(script) end
    expect(t:counts(script)):equals(before)
    t:ticks(10)
  end)

  test(script .. " prints the same again after a reload", function(t)
    t:load(script)
    t:ticks(250)
    local first = t:prints()
    t:load(script)
    t:ticks(250)
    local both = t:prints()
    expect(#both):equals(2 * #first)
    for i, printed in ipairs(first) do expect(both[#first + i]):equals(printed) end
  end)
end

test("the walker by hand turns slowly: after eight ticks it is 121 from the grass", function(t)
  t:load("hand.lua")
  t:ticks(8)
  expect(t:prints()[11]):contains("121.329 from the grass")
end)

test("who seeks never stops, and who arrives does", function(t)
  t:load("seek.lua")
  t:load("arrive.lua")
  t:ticks(240)
  expect(line(t, "turned round")):contains("13 times")
  expect(line(t, "ends")):contains("0.0000 from the target with speed 0.0000")
end)

test("a drifting heading gets three times as far as a fresh one", function(t)
  t:load("wander.lua")
  t:ticks(240)
  expect(line(t, "circle: mean")):contains("path 541.6")
  expect(line(t, "jump: mean")):contains("path 168.4")
end)

-- For how many ticks the predator was near.
local function near(t) return tonumber(line(t, "was near"):match("near for (%d+) ticks")) end

test("the grazing walker ends at its tuft once the predator has gone by", function(t)
  t:load("graze.lua")
  t:ticks(240)
  expect(near(t)):equals(29)
  expect(line(t, " 240 ")):contains("0.87")
end)

test("of the three rules fear keeps the predator away best", function(t)
  t:load("graze.lua")
  t:press("P")
  t:ticks(241)
  expect(near(t)):equals(52)
  t:press("1")
  t:ticks(241)
  expect(near(t)):equals(79)
  t:press("2")
  t:ticks(241)
  expect(near(t)):equals(89)
end)

test("without a limit the walker turns round within one tick", function(t)
  t:load("graze.lua")
  t:press("U")
  t:ticks(241)
  expect(line(t, "t= 35")):contains("velocity 2.403,-0.071")
  expect(line(t, "t= 36")):contains("velocity -2.395,0.162")
end)
