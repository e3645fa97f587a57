-- Sorts a table that lies about its length.
-- expect: stopped
table.sort(setmetatable({}, { __len = function() return 2 ^ 31 - 2 end, __index = function() return 1 end })) --> here
