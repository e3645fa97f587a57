-- Recurses without an end, again and again: each ends in a stack overflow, and the loop in a stop.
-- expect: stopped
-- expect: prints recursion.lua:5: stack overflow
-- never: not enough memory
local function deeper() return 1 + deeper() end --> here
print(select(2, pcall(deeper)))
while true do pcall(deeper) end --> here
