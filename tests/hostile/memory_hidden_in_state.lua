-- Puts all that it makes into `state`, which outlives its reloads.
-- expect: stopped for something
hook.Add("Tick", "attack", function()
  while true do state[#state + 1] = ("x"):rep(10000) .. #state end
end)
