-- Recurses without an end once in every `Tick`.
-- expect: error HERE: stack overflow
-- never: not enough memory
local function deeper() return 1 + deeper() end --> here
hook.Add("Tick", "attack", function() deeper() end)
