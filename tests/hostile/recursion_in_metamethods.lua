-- Recurses through `__index` functions until the C stack is full.
-- expect: error HERE: C stack overflow
local t = setmetatable({}, {})
getmetatable(t).__index = function(_, key) return t[key .. "x"] end --> here
print(t.a)
