-- Raises nothing at all in every `Tick`.
-- expect: error error_nil.lua: 
hook.Add("Tick", "attack", function() error(nil) end)
