-- Raises a table in every `Tick`.
-- expect: error HERE: an error whose value is a table
hook.Add("Tick", "attack", function() error({ code = 5 }) end) --> here
