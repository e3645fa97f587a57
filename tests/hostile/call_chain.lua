-- Has a `__call` that is a table with a `__call`, and so on, two hundred deep.
-- expect: stopped for something
local callable = function() end
for _ = 1, 200 do callable = setmetatable({}, { __call = callable }) end
while true do pcall(callable) end
