-- Puts escape codes into errors, names of hooks and options.
-- expect: error HERE: \27[31mred\27[0m
hook.Add("Think", "\27[2J", function() error("\27[31mred\27[0m") end) --> here
physics.box { ["\27[2J"] = 1, pos = Vec(-15, 9, -15) }
hook.Add("Tick", "attack", function() error("\27[2J\0\r", 0) end)
