-- Makes a hundred bodies in every `Tick`, until there is an error and after.
-- expect: error HERE: physics.box: a script may have at most 2000 bodies: remove some first
hook.Add("Tick", "attack", function()
  for _ = 1, 100 do physics.box { pos = Vec(-15, 9, -15), static = true } end --> here
end)
