-- Returns two hundred thousand values from a hook.
-- expect: no error
-- expect: prints 200000
hook.Add("attack", "attack", function() return table.unpack({ 1 }, 1, 200000) end)
hook.Add("Tick", "attack", function() return table.unpack({ 1 }, 1, 200000) end)
print(select("#", hook.Run("attack")))
