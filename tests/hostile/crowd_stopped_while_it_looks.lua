-- Is stopped while forces are worked out that it looks at, gives them to a crowd of another script, and leaves the rest in `shared`.
-- expect: stopped
local pop = agents.Population(6000)
pop.pos = pop:random(Vec(0, 0), Vec(100, 100))
pop:sense(10)
shared.lend = true
shared.for_reader = {}

hook.Add("Tick", "attack", function(_, tick)
  if tick < 5 then return end
  local left, lent = shared.for_reader, shared.lent
  left.rows, left.texts = {}, {}
  local function force()
    pop.vel = pop.vel * 1 --> here
    return (agents.align(pop, 9) + agents.cohere(pop, 9)) * 0.001 + Vec(1000, 1000) --> here
  end
  local ways = {
    function() left.rows[#left.rows + 1] = force()[7] end, --> here
    function() left.formula = force() end, --> here
    function() lent.vel = force() end, --> here
    function() lent.pos = force() end, --> here
    function() lent.weight = force().x end, --> here
    function() lent.vel[3] = force()[3] end, --> here
    function() left.written = force() left.written[2] = Vec(1000, 1000) end, --> here
    function() left.axis = force() left.axis.y = 1000 end, --> here
    function() left.copy = force():copy() end, --> here
    function() left.table = force():table() end, --> here
    function() left.length = force():length() end, --> here
    function() left.picked = force():pick { 3, 4 } end, --> here
    function() left.sum = force():sum() end, --> here
    function() left.array = agents.array(force()) end, --> here
    function() left.kept = force() local seen = left.kept[1] left.again = left.kept * 1 end, --> here
  }
  for i = 1, math.huge do --> here
    pcall(ways[i % #ways + 1]) --> here
  end
end)
