-- Defines ever new input actions, which the yard keeps across reloads.
-- expect: error HERE: input.define: there are at most 1000 actions
local n = 0
hook.Add("Tick", "attack", function()
  for _ = 1, 5000 do
    n = n + 1
    input.define(("attack"):rep(20) .. n, "label", "K") --> here
  end
end)
