-- Walks with `ipairs` over a table whose `__index` always has one more.
-- expect: stopped
local endless = setmetatable({}, { __index = function(_, i) return i end }) --> here
for i in ipairs(endless) do end --> here
