-- Asks for forces, which wait, and looks at them without an end, each look about as long as one can be.
-- expect: stopped
local pop = agents.Population(7700)
pop:sense(10)
hook.Add("Tick", "attack", function()
  while true do
    pop.vel = pop.vel * 1 --> here
    pcall(function() return (agents.align(pop, 10) * 2 + agents.separate(pop, 9))[1] end) --> here
  end
end)
