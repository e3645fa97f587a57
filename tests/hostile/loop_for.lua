-- Counts to the largest integer in a `Think`.
-- expect: stopped
hook.Add("Think", "attack", function()
  for i = 1, math.maxinteger do end --> here
end)
