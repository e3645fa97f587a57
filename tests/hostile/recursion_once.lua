-- Recurses without an end once in every `Tick`.
-- expect: stopped for something
local function deeper() return 1 + deeper() end
hook.Add("Tick", "attack", function() deeper() end)
