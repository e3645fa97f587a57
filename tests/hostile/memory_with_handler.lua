-- Runs out of memory, and takes more in the handler of the error.
-- expect: stopped for something
local function take() local t = {} for i = 1, 1e9 do t[i] = { i } end end
hook.Add("Tick", "attack", function() xpcall(take, take) end)
