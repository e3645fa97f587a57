-- Puts all kinds of things into `shared`, and a metatable on it that loops.
-- expect: no error
shared.f, shared[1], shared[shared] = print, shared, shared
pcall(setmetatable, shared, { __index = function() while true do end end, __newindex = error })
