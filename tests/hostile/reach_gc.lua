-- Gives a metatable a `__gc`, so that code would run inside of the collector.
-- expect: no error
-- never: BROKEN
local bad = { __gc = function() print("BROKEN: it ran in the collector") while true do end end }
for _ = 1, 100 do pcall(setmetatable, {}, bad) end
local late = {}
for _ = 1, 100 do pcall(setmetatable, {}, late) end
late.__gc = bad.__gc
hook.Add("Tick", "attack", function() for i = 1, 20000 do local t = { i } end end)
