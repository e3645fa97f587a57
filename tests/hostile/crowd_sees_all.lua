-- A million agents at one point that all see each other, which would be a million million pairs.
-- expect: error HERE: Population:sense: with a radius of 1000, 1,000,000 agents have up to 1,000,000,000,000 pairs
-- flags: --ticks 30 --script-deadline 2500
local pop = agents.Population(1000000)
hook.Add("Tick", "attack", function()
  pop:sense(1000) --> here
end)
