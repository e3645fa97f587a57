-- Gives its own running coroutine to others to resume.
-- expect: no error
-- expect: prints cannot resume non-suspended coroutine
hook.Add("attack", "attack", function(thread)
  local _, message = coroutine.resume(thread)
  return message
end)
coroutine.wrap(function()
  print(hook.Run("attack", coroutine.running()))
end)()
