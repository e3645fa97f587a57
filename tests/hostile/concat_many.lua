-- Joins a hundred long texts to one that is longer than memory.
-- expect: error HERE: not enough memory
-- flags: --ticks 30 --script-deadline 2500
local part, parts = ("x"):rep(1000000), {}
for i = 1, 100 do parts[i] = part end
table.concat(parts) --> here
