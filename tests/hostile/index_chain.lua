-- Follows a chain of `__index` tables that ends in itself.
-- expect: error HERE: '__index' chain too long
local a, b = {}, {}
setmetatable(a, { __index = b })
setmetatable(b, { __index = a })
print(a.x) --> here
