-- Has a `__pairs` that hands out an iterator that never ends.
-- expect: stopped
local function more(_, key) return (key or 0) + 1, true end --> here
local endless = setmetatable({}, { __pairs = function(t) return more, t, nil end })
for key in pairs(endless) do end --> here
