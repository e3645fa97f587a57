-- Makes ever new texts and keeps them all, in every `Tick`.
-- expect: stopped for something
local kept = {}
hook.Add("Tick", "attack", function()
  for i = 1, 1e9 do kept[#kept + 1] = ("x"):rep(1000) .. #kept end
end)
