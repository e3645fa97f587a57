-- Loops in the handler of an `xpcall`.
-- expect: stopped
hook.Add("Tick", "attack", function()
  xpcall(error, function() while true do end end) --> here
end)
