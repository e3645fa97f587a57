-- Prints a line of sixty megabytes.
-- expect: prints xxxxxxxx
hook.Add("Tick", "attack", function(_, tick)
  if tick % 10 == 0 then print(("x"):rep(30000000)) end
end)
