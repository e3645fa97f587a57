-- Goes round more obstacles, and along longer paths, than there is time for.
-- expect: error HERE: agents.avoid: 1,000,000 agents and 21 obstacles are 21,000,000 pairs to look at, more than 20,000,000
-- expect: error HERE: agents.follow_path: 1,000,000 agents and 21 segments are 21,000,000 pairs to look at, more than 20,000,000
-- flags: --ticks 5 --script-deadline 2500
local pop = agents.Population(1000000)
local function places(n)
  local rows = {}
  for i = 1, n do rows[i] = Vec(i, 1) end
  return agents.array(rows)
end
hook.Add("Tick", "round", function() agents.avoid(pop, places(21), 1) end) --> here
hook.Add("Tick", "along", function() agents.follow_path(pop, places(22), 1, 1) end) --> here
hook.Add("Think", "attack", function() agents.follow_path(pop, places(21), 1, 1, { closed = true }) end) --> here
