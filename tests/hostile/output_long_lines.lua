-- Prints lines of twenty megabytes.
-- expect: prints xxxxxxxx
-- flags: --ticks 40 --script-deadline 2500
hook.Add("Tick", "attack", function(_, tick)
  if tick % 10 == 0 then print(("x"):rep(20000000)) end
end)
