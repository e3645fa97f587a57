-- Recurses without an end, again and again: each ends in a stack overflow, and the loop in a stop.
-- expect: stopped for something
local function deeper() return 1 + deeper() end
while true do pcall(deeper) end
