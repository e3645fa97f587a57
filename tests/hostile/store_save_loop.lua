-- Saves in a loop without an end, also behind a `pcall`.
-- expect: stopped
local n = 0
hook.Add("Tick", "attack", function()
  while true do --> here
    n = n + 1 --> here
    pcall(store.save, "attack", { n, ("x"):rep(n % 1000) }) --> here
  end
end)
