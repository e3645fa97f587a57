-- Removes from the start of a table that claims to be endless.
-- expect: stopped
table.remove(setmetatable({}, { __len = function() return math.maxinteger - 1 end }), 1) --> here
