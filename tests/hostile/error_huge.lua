-- Raises an error of five megabytes.
-- expect: error HERE: xxxxxxxxxx
hook.Add("Tick", "attack", function()
  error(("x"):rep(5000000)) --> here
end)
