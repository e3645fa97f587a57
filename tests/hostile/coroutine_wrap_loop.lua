-- Loops for ever inside of a wrapped coroutine in a `Tick`.
-- expect: stopped
hook.Add("Tick", "attack", coroutine.wrap(function()
  while true do end --> here
end))
