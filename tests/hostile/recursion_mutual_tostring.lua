-- Has a `__tostring` that prints itself.
-- expect: error HERE: C stack overflow
local t = setmetatable({}, {})
getmetatable(t).__tostring = function(self) return tostring(self) end --> here
print(t)
