-- Prints addresses, which differ from run to run and tell where things lie in memory.
-- expect: no error
local seen = tostring(print) .. tostring({}) .. tostring(coroutine.create(print)) .. ("%p"):format({})
if not seen:find("0x", 1, true) then print("there are no addresses") end
