-- What a watcher of the ants can count on. Run it with: moonyard test scripts/crowds

-- What another script finds out about them.
local function ask(t, what)
  t:source("ask.lua", ("local it = shared.ants\nprint(%s) -- %d"):format(what, t:tick()))
  local prints = t:prints()
  return tonumber(prints[#prints])
end

-- How much scent there is at a place of the yard.
local function scent(t, x, z) return ask(t, ("it.scent:sample(Vec(%g, %g) - Vec(-4.4, -13))"):format(x, z)) end

test("at first there is no scent, and after half a minute a trail leads from the nest to the food", function(t)
  t:load("ants.lua")
  expect(ask(t, "it.scent:total()")):equals(0)
  t:ticks(1800)
  for _, part in ipairs { 0.25, 0.5, 0.75 } do
    local x, z = -1 + 2.4 * part, 2 - 6 * part           -- between the nest and the first pile
    expect(scent(t, x, z)):above(0.5)
    expect(scent(t, x + 1.5, z)):below(0.05)
  end
  expect(scent(t, -1, 7)):below(0.001)
end)

test("food comes home, and no crumb is lost on the way", function(t)
  t:load("ants.lua")
  expect(ask(t, "#it.crumbs")):equals(800)
  for _ = 1, 3 do
    t:ticks(600)
    expect(ask(t, "#it.crumbs + it.ants.load:gt(0):count() + it.home")):equals(800)
  end
  expect(ask(t, "it.home")):above(150)
end)

test("ants on the trail go one way without a crumb and the other way with one", function(t)
  t:load("ants.lua")
  t:ticks(1800)
  local away = "(it.ants.vel:dot((it.ants.pos - Vec(-1, 2)):normalized()) * %s):sum()"
  expect(ask(t, away:format("it.ants.load"))):below(-10)
  expect(ask(t, away:format("it.scent:sample(it.ants.pos - Vec(-4.4, -13))"))):above(10)
end)

test("a pile that is used up is replaced by another, somewhere else", function(t)
  t:load("ants.lua")
  t:ticks(3600)
  expect(ask(t, "it.home")):above(400)
  expect(ask(t, "#it.piles")):equals(2)
  expect(ask(t, "it.piles[1].pos.y")):differs(-4)
  expect(ask(t, "it.crumbs.pile:eq(1):count() - it.piles[1].left")):equals(0)
end)

test("F puts food in front of the player, once more in another place", function(t)
  t:load("ants.lua")
  t:press("F")
  t:ticks(1)
  expect(ask(t, "#it.crumbs")):equals(1200)
  expect(ask(t, "it.piles[3].pos.y")):near(4.5, 0.01)
  t:teleport(Vec(0, 0.1, 0))
  t:press("F")
  t:ticks(2)
  expect(ask(t, "#it.crumbs")):equals(1200)
  expect(ask(t, "it.piles[3].pos.y")):near(-1.5, 0.01)
end)

test("ants go round a wall across the trail, and food still comes home", function(t)
  t:source("wall.lua", "physics.box { pos = Vec(0.2, 0.2, -1), size = Vec(2.4, 0.4, 0.2), static = true }")
  t:load("ants.lua")
  local across, along = "(it.ants.pos - Vec(0.2, -1)):dot(Vec(1, 0))", "(it.ants.pos - Vec(0.2, -1)):dot(Vec(0, 1))"
  local inside = ("(%s:lt(1.2) & %s:gt(-1.2) & %s:lt(0.15) & %s:gt(-0.15)):count()"):format(across, across, along, along)
  for _ = 1, 20 do
    t:ticks(120)
    expect(ask(t, inside)):equals(0)
  end
  expect(ask(t, "it.home")):above(100)
end)

test("a reload keeps ants, scent and food, and leaves nothing double", function(t)
  t:load("ants.lua")
  t:ticks(1200)
  local counts, home, total = t:counts("ants.lua"), ask(t, "it.home"), ask(t, "it.scent:total()")
  for _ = 1, 3 do t:load("ants.lua") end
  expect(ask(t, "it.home")):equals(home)
  expect(ask(t, "it.scent:total()")):equals(total)
  expect(t:counts("ants.lua")):equals(counts)
  t:ticks(300)
  expect(ask(t, "it.home")):above(home)
end)
