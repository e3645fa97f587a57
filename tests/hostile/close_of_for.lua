-- Gives a `for` a closing value that loops when the loop is stopped.
-- expect: stopped
local closing = setmetatable({}, { __close = function() while true do end end }) --> here
for _ in function() return 1 end, nil, nil, closing do end --> here
