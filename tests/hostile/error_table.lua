-- Raises a table in every `Tick`.
-- expect: error error_table.lua: 
hook.Add("Tick", "attack", function() error({ code = 5 }) end)
