-- Has a coroutine that goes on with its loop whenever it is resumed after the stop.
-- expect: stopped
-- never: BROKEN
local endless = coroutine.create(function()
  while true do --> here
    pcall(function() while true do end end) --> here
  end
end)
shared.resume = function() return coroutine.resume(endless) end
hook.Add("Tick", "attack", function()
  coroutine.resume(endless)
  print("BROKEN: went on after the stop")
end)
