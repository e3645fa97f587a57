-- Overflows the stack, and again in the handler of that.
-- expect: no error
-- expect: prints false
local function deeper() return 1 + deeper() end
print(xpcall(deeper, deeper))
print(xpcall(deeper, function() return xpcall(deeper, deeper) end))
