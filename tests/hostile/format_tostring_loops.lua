-- Loops in the `__tostring` of an argument of `string.format`.
-- expect: stopped
("%s"):format(setmetatable({}, { __tostring = function() while true do end end })) --> here
