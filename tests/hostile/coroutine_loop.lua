-- Loops for ever inside of a coroutine.
-- expect: stopped
coroutine.resume(coroutine.create(function()
  while true do end --> here
end))
