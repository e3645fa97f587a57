-- Walks with an iterator that never ends.
-- expect: stopped
local function more(_, n) return n + 1 end --> here
for n in more, nil, 0 do end --> here
