-- Fills the stack with as many values as it takes, again and again.
-- expect: stopped for something
local t = {}
local function fill(...) return pcall(fill, 1, ...) end
while true do pcall(fill, table.unpack(t, 1, 100000)) end
