-- Makes ever new tables and keeps them all.
-- expect: stopped for something
local kept = {}
hook.Add("Tick", "attack", function()
  while true do kept = { kept, {} } end
end)
