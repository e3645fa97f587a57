-- Gives the yard ever new reasons to warn, which it must not all keep and show.
-- expect: no error
-- never: no option "x200"
local n = 0
hook.Add("Tick", "attack", function()
  for _ = 1, 300 do
    n = n + 1
    physics.remove(physics.box { ["x" .. n] = n, pos = Vec(-15, 9, -15) })
  end
end)
