-- Is called from an event that the witness listens to as well, and loops there.
-- expect: stopped
hook.Add("witness", "attack", function() while true do end end) --> here
hook.Add("Tick", "attack", function(_, tick) if tick == 5 then hook.Run("no witness") hook.Run("witness") end end)
