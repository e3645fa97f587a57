-- Is no function but has a `__call` that loops.
-- expect: stopped
setmetatable({}, { __call = function() while true do end end })() --> here
