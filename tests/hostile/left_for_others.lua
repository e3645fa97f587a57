-- Leaves functions in `shared` and a stopped coroutine that others may still call.
-- expect: stopped
shared.call = function() return "still here" end
hook.Add("Tick", "attack", function(_, tick)
  if tick == 5 then coroutine.wrap(function() while true do end end)() end --> here
end)
