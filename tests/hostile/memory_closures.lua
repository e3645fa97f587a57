-- Makes ever new functions and keeps them all.
-- expect: stopped for something
local kept = {}
hook.Add("Tick", "attack", function()
  while true do local before = kept kept = function() return before end end
end)
