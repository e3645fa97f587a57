-- Loops for ever inside of a coroutine.
-- expect: stopped
coroutine.resume(coroutine.create(function() --> here
  while true do end --> here
end)) --> here
