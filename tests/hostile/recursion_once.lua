-- Recurses without an end once in every `Tick`.
-- expect: error recursion_once.lua:4: stack overflow
local function deeper() return 1 + deeper() end
hook.Add("Tick", "attack", function() deeper() end)
