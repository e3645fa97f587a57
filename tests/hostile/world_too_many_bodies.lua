-- Makes bodies until there is an error, in every `Tick`.
-- expect: error HERE: physics.box: a script may have at most 2000 bodies: remove some first
hook.Add("Tick", "attack", function()
  while true do physics.box { pos = Vec(-15, 9, -15), static = true } end --> here
end)
