-- Loops for ever inside of a wrapped coroutine in a `Tick`.
-- expect: stopped
local loop = coroutine.wrap(function()
  while true do end --> here
end)
hook.Add("Tick", "attack", function() loop() end) --> here
