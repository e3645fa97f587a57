-- An ant trail. No ant knows it, and no ant leads; it is there because each does three small things.
--
--   moonyard play scripts/crowds/ants.lua
--   moonyard run scripts/crowds/ants.lua --ticks 1800 --teleport 1.5,0.1,5@1 --shot ants.png
--
-- An ant strays. If it comes upon food, it takes a crumb and goes straight home (an ant always knows where home is), and on the way
-- it leaves scent, less and less of it. If it smells scent, it goes where there is more, and so to the food. The scent spreads and
-- fades: a trail that nobody walks any longer is soon gone.
--
--   F   puts food in front of you

local COUNT, SPEED = 600, 0.9         -- m/s
local SMELLS = 0.3                    -- how far ahead of it an ant smells, in metres
local PILE = 400                      -- crumbs in a pile
local LOW, HIGH = Vec(-4.4, -13), Vec(2.4, 9)     -- their land: x and z of the yard
local NEST = Vec(-1, 2)
local CELL = 0.2                      -- the land's squares, in metres
local ACROSS, ALONG = 34, 110         -- so many squares it has
local BROWN, GOLD, VIOLET = Vec(0.22, 0.1, 0.06), Vec(1, 0.8, 0.25), Vec(0.45, 0.25, 0.75)

-- All rows the same. Multiplied by one number for each row it gives that much of `v` in each.
local function rows(n, v)
  local list = {}
  for i = 1, n do list[i] = v end
  return agents.array(list, 3)
end

-- `state` outlives a reload of this file: the same ants go on, with the scent and the food that are there, unless COUNT was changed.
if not state.ants or #state.ants ~= COUNT then
  for _, old in ipairs { state.ants, state.crumbs } do old:remove() end
  state.scent = agents.Field { shape = { ACROSS, ALONG }, extent = { HIGH.x - LOW.x, HIGH.y - LOW.y }, edge = "closed",
                               cap = 3, diffusion = 0.002, decay = 0.08 }
  state.ants = agents.Population(COUNT, { pos = NEST, load = 0, seed = 3 })     -- load: 1 with a new crumb, 0 without one
  state.ants.vel = state.ants:random(Vec(-1, -1), Vec(1, 1))
  state.crumbs = agents.Population(0, { pile = 0 })
  state.piles, state.home, state.rng = {}, 0, random.pcg(1, 8)
end
local ants, scent, crumbs, piles = state.ants, state.scent, state.crumbs, state.piles
shared.ants = state

local function putFood(number, place)
  crumbs:kill(crumbs.pile:eq(number))
  piles[number] = { pos = place, left = PILE }
  local new = crumbs:spawn(PILE, { pile = number })
  for i = 1, PILE do
    local angle, away = i * 2.4, 0.02 * math.sqrt(i)
    crumbs.pos[new[i]] = place + Vec(math.cos(angle), math.sin(angle)) * away
  end
end
if #piles == 0 then
  putFood(1, Vec(1.4, -4))
  putFood(2, Vec(-3.2, -7))
end

-- The scent is seen as cubes that stand in the ground, and rise out of it by as much as there is.
local SHIFT = -LOW                    -- a field begins at the origin
local cubes = agents.Population(#scent:values(), { dim = 3 })
local ground, up, violet = {}, rows(#cubes, Vec(0, 1, 0)), rows(#cubes, VIOLET)
for i = 1, ACROSS do
  for j = 1, ALONG do
    ground[(i - 1) * ALONG + j] = Vec(LOW.x + (i - 0.5) * CELL, -CELL / 2 - 0.004, LOW.y + (j - 0.5) * CELL)
  end
end
ground = agents.array(ground, 3)

-- Ants go round what stands in their way, such as a wall across the trail.
ants:collide { radius = 0.06, y = 0.055 }

local brown, bright = rows(#ants, BROWN), rows(#ants, GOLD - BROWN)
crumbs:show { radius = 0.025, color = GOLD, y = 0.03 }

-- The nest is a ring of stones.
local stones = agents.Population(24)
for i = 1, #stones do stones.pos[i] = NEST + Vec(math.cos(i / 24 * 2 * math.pi), math.sin(i / 24 * 2 * math.pi)) * 0.4 end
stones:show { radius = 0.06, y = 0.02, color = Vec(0.45, 0.4, 0.36) }

input.define("ants.food", "Put food in front of you", "F")
hook.Add("Think", "ants.keys", function()
  if input.pressed("ants.food") then
    local there = player.position() + player.facing() * 1.5
    putFood(3, Vec(math.max(LOW.x, math.min(HIGH.x, there.x)), math.max(LOW.y, math.min(HIGH.y, there.z))))
  end
  hud.text("ants", ("Crumbs brought home: %d"):format(state.home))
end)

hook.Add("Tick", "ants.walk", function(dt, tick)
  local laden = ants.load:gt(0)

  -- Without a crumb: straight on, a little to one side by chance, and where it smells of more, there. With one: home.
  local nose = ants.pos + ants.vel:normalized() * SMELLS + SHIFT
  local smell = scent:sample(nose)
  local stray = (ants.vel:normalized() * SPEED - ants.vel) * 4 + agents.wander(ants, 4)
  local more = scent:gradient(nose) / (smell + 0.1)
  local search = stray + more / (more:length() + 1) * 5
  local wish = (agents.seek(ants, NEST, SPEED) * 4 + agents.wander(ants, 4)):where(laden, search)
  local edge = agents.contain(ants, { LOW, HIGH }, 0.5, SPEED) * 4
  ants.vel = ants.vel + (wish + edge) * dt
  ants:step(dt, SPEED)

  scent:deposit(ants.pos + SHIFT, ants.load * 0.04)
  ants.load = ants.load * 0.996
  scent:step(dt)

  -- Crumbs are taken from piles that have some, and laid down in the nest; either way the ant turns round.
  for number, pile in ipairs(piles) do
    if pile.left > 0 then
      scent:deposit(pile.pos + SHIFT, 0.1)       -- food smells a little by itself
      local there = (ants.pos - pile.pos):length():lt(0.45) & ~laden
      local taken = math.min(there:count(), pile.left)
      if taken > 0 then
        local who, which = there:indices(), crumbs.pile:eq(number):indices()
        local gone = {}
        for i = 1, taken do
          ants.load[who[i]], ants.vel[who[i]] = 1, -ants.vel[who[i]]
          gone[i] = which[#which + 1 - i]
        end
        crumbs:kill(gone)
        pile.left = pile.left - taken
      end
    else                                             -- when it is used up, there is food somewhere else
      putFood(number, Vec(state.rng:float() * 6 - 4, state.rng:float() * 13 - 12))
    end
  end
  local back = laden & (ants.pos - NEST):length():lt(0.35)
  state.home = state.home + back:count()
  ants.load = (ants.load * 0):where(back, ants.load)
  ants.vel = (-ants.vel):where(back, ants.vel)

  local much = scent:values()
  much = much / (much + 0.8)            -- from 0 to 1, however much there is
  cubes.pos = ground + up * (much * 0.04)
  if tick % 6 == 0 then
    cubes:show { shape = "box", radius = CELL / 2, color = violet * (much + 0.3) }
    ants:show { shape = "box", radius = 0.025, length = 0.12, color = brown + bright * (ants.load * 0):where(~laden, 1), y = 0.055 }
  end
end)
