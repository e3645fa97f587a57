-- Pretends locked metatables with `__metatable` and hands them to the yard.
-- expect: no error
local liar = setmetatable({}, { __metatable = getmetatable, __name = "Vec", __index = { x = 1, y = 2, z = 3 } })
print(pcall(physics.box, { pos = liar }))
print(pcall(hook.Run, liar), pcall(timer.Simple, liar, print))
if pcall(setmetatable, liar, {}) then print("BROKEN: the lock is open") end
