-- Raises an error of sixty megabytes.
-- expect: error HERE: xxxxxxxxxx
-- expect: error error_huge.lua
hook.Add("Tick", "attack", function()
  error(("x"):rep(20000000)) --> here
end)
