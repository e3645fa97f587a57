-- Gives a million agents one text of a megabyte, and keeps thousands of formulas over them that nobody has looked at.
-- expect: no error
-- flags: --ticks 30 --script-deadline 2500
state.pop = agents.Population(1000000)
state.pop:add_field("s", ("x"):rep(1e6))
state.formulas = {}
for i = 1, 20000 do state.formulas[i] = state.pop.pos * i + state.pop.vel end
