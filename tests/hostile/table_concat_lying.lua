-- Joins the elements of a table that claims to be endless.
-- expect: stopped
local endless = setmetatable({}, { __len = function() return math.maxinteger end, __index = function() return "" end }) --> here
table.concat(endless) --> here
