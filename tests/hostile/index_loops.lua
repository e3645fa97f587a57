-- Loops in `__index` while the yard reads an options table.
-- expect: stopped
local options = setmetatable({}, { __index = function() while true do end end }) --> here
physics.box(options)
