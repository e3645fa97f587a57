-- Has a `__call` that is the table itself: there is nothing to call, and the way there moves everything on the stack.
-- expect: stopped for something
local callable = setmetatable({}, {})
getmetatable(callable).__call = callable
hook.Add("Tick", "attack", function() callable() end)
