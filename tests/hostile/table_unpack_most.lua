-- Hands as many values to `hook.Run` as fit on the stack.
-- expect: no error
-- expect: prints 200000	200000
-- flags: --ticks 30 --script-deadline 2500
local objects = {}
for i = 1, 200000 do objects[i] = {} end
hook.Add("attack", "attack", function(...) return select("#", ...) end)
print(hook.Run("attack", table.unpack(objects)), #objects)
