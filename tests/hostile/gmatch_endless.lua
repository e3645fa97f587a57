-- Walks all matches of a pattern that crawls, in a coroutine.
-- expect: stopped
local text = ("a"):rep(100000)
coroutine.wrap(function()
  for _ in text:gmatch(".-.-.-b") do end --> here
end)()
