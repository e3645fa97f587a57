-- Finds with a pattern that takes longer than the world has time.
-- expect: stopped
hook.Add("Tick", "attack", function()
  ("a"):rep(5000):find(".-.-.-.-b$") --> here
end)
