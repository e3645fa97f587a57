-- Hides the `__gc` behind `__index`, or sets it with `rawset`.
-- expect: no error
-- never: BROKEN
local function gc() print("BROKEN: it ran in the collector") while true do end end
pcall(setmetatable, {}, setmetatable({}, { __index = { __gc = gc } }))
local mt = {}
rawset(mt, "__gc", gc)
pcall(setmetatable, {}, mt)
pcall(setmetatable, {}, { ["__" .. "gc"] = gc })
hook.Add("Tick", "attack", function() for i = 1, 20000 do local t = { i } end end)
