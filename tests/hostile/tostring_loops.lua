-- Loops in `__tostring` under `print`.
-- expect: stopped
print(setmetatable({}, { __tostring = function() while true do end end })) --> here
