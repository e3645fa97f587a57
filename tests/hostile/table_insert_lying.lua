-- Inserts at the start of a table that claims to be endless.
-- expect: stopped
table.insert(setmetatable({}, { __len = function() return math.maxinteger - 1 end }), 1, "x") --> here
