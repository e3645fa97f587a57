-- Deer and wolves. Each decides by a behaviour tree what to do; what it does then is steering, for all of them at once.
--
--   moonyard play scripts/crowds/hunt.lua
--   moonyard run scripts/crowds/hunt.lua --ticks 900 --shot hunt.png
--
-- A deer flees from a wolf that is near, else it grazes; one that has grazed for long enough has a fawn. A wolf that is tired rests
-- until it no longer is, else it chases the nearest deer that it sees, else it wanders. Walk about: all of them keep away from you.
--
-- Deer are brown while they graze and pale in flight. Wolves are grey, red while they chase, and blue while they rest.

local DEER, WOLVES, MOST = 120, 6, 220            -- there is food for no more than MOST animals
local SIGHT, SHY = 6, 4               -- how far wolves see deer, and how near to a deer they frighten it, in metres
local BREATH, REST = 9, 8             -- seconds for which a wolf can chase, and that it rests
local FULL = 240                      -- seconds of grazing for a fawn
local SPEED = { grazes = 0.5, flees = 4.2, wanders = 1.2, chases = 4.8, rests = 0.01 }      -- m/s
local LOW, HIGH = Vec(-19, -19), Vec(19, 19)      -- their land: x and z of the yard
local COLORS = { grazes = Vec(0.66, 0.46, 0.26), flees = Vec(0.98, 0.9, 0.6), wanders = Vec(0.35, 0.37, 0.42),
                 chases = Vec(0.85, 0.15, 0.1), rests = Vec(0.15, 0.2, 0.45) }

-- `state` outlives a reload of this file: the same animals live on by the new rules, unless DEER or WOLVES were changed.
if state.deer ~= DEER or state.wolves ~= WOLVES then
  if state.herd then state.herd:remove() end
  local herd = agents.Population(WOLVES, { kinds = { "deer", "wolf" }, kind = "wolf", seed = 11, mood = "wanders", other = Vec(),
                                           food = 0, breath = BREATH })
  herd:spawn(DEER, { kind = "deer", mood = "grazes" })
  herd.pos = herd:random(Vec(-17, -17), Vec(17, 4))
  herd.vel = herd:random(Vec(-1, -1), Vec(1, 1))
  herd.food = herd:random(0, FULL)    -- or all fawns would come at once
  state.herd, state.deer, state.wolves, state.born, state.eaten = herd, DEER, WOLVES, 0, 0
end
local herd = state.herd
local wolves = herd:is_kind("wolf"):indices()     -- who they are never changes: they come first, and live for ever
shared.hunt = state

-- The conditions of the tree. Each gets the indices of the animals that it is for, and answers for each of them.
local wolf, wolfAway, deer, deerAway  -- who is nearest to each, and how far; found once in a tick, below

local afraid = agents.condition(function(_, idx) return wolfAway:pick(idx):lt(SHY) end)
local tired = agents.condition(function(pop, idx) return pop.breath:pick(idx):le(0) end)
local hungry = agents.condition(function(_, idx) return deerAway:pick(idx):lt(SIGHT) end)

-- The leaves write down what an animal is about, and where the one is that it minds.
local function be(mood, minded)
  return agents.leaf(function(pop, idx)
    for _, i in ipairs(idx) do
      pop.mood[i] = mood
      if minded then pop.other[i] = pop.pos[minded(i)] end
    end
    return "success"
  end)
end
local graze, wander = be("grazes"), be("wanders")
local flee = be("flees", function(i) return wolf[i] end)
local chase = be("chases", function(i) return deer[i] end)

-- This one runs until the wolf is rested. The sequence around it has a memory: it goes on here, without asking again who is tired.
local rest = agents.leaf(function(pop, idx)
  local answers = {}
  for k, i in ipairs(idx) do
    pop.mood[i] = "rests"
    answers[k] = pop.breath[i] < BREATH and "running" or "success"
  end
  return answers
end)

local tree = agents.Tree {
  agents.Selector {
    agents.Sequence {
      agents.is_kind("deer"),
      agents.Selector { agents.Sequence { afraid, flee }, graze },
    },
    agents.Sequence { tired, rest, memory = true },
    agents.Sequence { hungry, chase },
    wander,
  },
}

-- They go round the yard's stairs and walls, and whatever else stands in their land.
herd:collide { radius = 0.3, y = 0.2 }

-- A wolf is seen larger than a deer, and all have heads: these are populations that only follow.
local pack, heads = agents.Population(WOLVES), agents.Population(#herd)
local function look()
  if #heads ~= #herd then
    heads:remove()
    heads = agents.Population(#herd)
  end
  local colors = {}
  for i, mood in ipairs(herd.mood) do colors[i] = COLORS[mood] end
  colors = agents.array(colors, 3)
  herd:show { shape = "box", radius = 0.16, length = 0.6, color = colors, y = 0.2 }
  heads:show { shape = "box", radius = 0.09, length = 0.28, color = colors * 0.75, y = 0.42 }
  pack:show { shape = "box", radius = 0.22, length = 1, color = colors:pick(wolves), y = 0.25, trail = 5 }
end

-- A wolf that is upon the deer it chases eats it, and has to rest. A deer that is full has a fawn.
local function dieAndBeBorn()
  local eaten, before = {}, #herd
  for _, i in ipairs(wolves) do
    if herd.mood[i] == "chases" and herd.pos[i]:distance(herd.pos[deer[i]]) < 0.45 then
      table.insert(eaten, deer[i])
      herd.breath[i] = 0
    end
  end
  herd:kill(eaten)
  state.eaten = state.eaten + before - #herd

  for _, i in ipairs(herd.food:gt(FULL):indices()) do
    herd.food[i] = 0
    if #herd < MOST then
      herd:spawn(1, { kind = "deer", mood = "grazes", pos = herd.pos[i], vel = -herd.vel[i] })
      state.born = state.born + 1
    end
  end
end

hook.Add("Tick", "hunt.live", function(dt, tick)
  herd:sense(SIGHT)
  wolf, wolfAway = herd.senses:nearest_of("wolf")
  deer, deerAway = herd.senses:nearest_of("deer")
  tree:tick(herd)

  local flees, chases = herd.mood:eq("flees"), herd.mood:eq("chases")
  local top = herd.food * 0
  for mood, speed in pairs(SPEED) do top = top:where(~herd.mood:eq(mood), speed) end

  -- What each mood does, for all that are in it at once; the others go on as they go, by chance a little to one side.
  local wish = (herd.vel:normalized() * top - herd.vel) * 2 + agents.wander(herd, 2) + agents.cohere(herd, 3) * 0.1
  wish = (agents.flee(herd, herd.other, SPEED.flees) * 4 + agents.wander(herd, 8)):where(flees, wish)
  wish = (agents.seek(herd, herd.other, SPEED.chases) * 3):where(chases, wish)

  -- Nobody stands in another, leaves the yard, or comes near you.
  local you = Vec(player.position().x, player.position().z)
  local shy = agents.flee(herd, you, SPEED.flees, 3) * 4
  wish = wish + agents.separate(herd, 0.7) * 12 + agents.contain(herd, { LOW, HIGH }, 2, 4) * 4 + shy
  herd.vel = herd.vel + wish * dt
  herd:step(dt, top:where(~shy:any(), SPEED.flees))

  herd.food = (herd.food + dt):where(herd.mood:eq("grazes"), herd.food)
  herd.breath = (herd.breath - dt):where(chases, herd.breath)
  herd.breath = (herd.breath + dt * BREATH / REST):where(herd.mood:eq("rests"), herd.breath)
  dieAndBeBorn()

  if #heads ~= #herd or tick % 6 == 1 then look() end
  heads.pos, heads.vel = herd.pos + herd.vel:normalized() * 0.35, herd.vel
  pack.pos, pack.vel = herd.pos:pick(wolves), herd.vel:pick(wolves)
  hud.text("hunt", ("%d deer, %d in flight\n%d born, %d eaten"):format(#herd - WOLVES, flees:count(), state.born, state.eaten))
end)
