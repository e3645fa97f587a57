-- Asks the random generator for ranges that are none, and for numbers without an end.
-- expect: stopped
pcall(math.random, 0 / 0) pcall(math.random, 1, 0) pcall(math.random, math.mininteger, math.maxinteger)
pcall(math.randomseed, 0 / 0) pcall(math.randomseed, "x") pcall(math.randomseed, {})
while true do math.random(math.mininteger, math.maxinteger) end --> here
