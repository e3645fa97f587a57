-- Raises nothing at all in every `Tick`.
-- expect: error HERE: 
hook.Add("Tick", "attack", function() error(nil) end) --> here
