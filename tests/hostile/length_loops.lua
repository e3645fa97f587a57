-- Loops in `__len` under `table.insert`.
-- expect: stopped
local t = setmetatable({}, { __len = function() while true do end end }) --> here
table.insert(t, 1)
