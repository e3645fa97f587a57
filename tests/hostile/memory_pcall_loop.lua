-- Catches "not enough memory" in a loop and tries again.
-- expect: stopped for something
local kept = {}
while true do
  pcall(function() while true do kept[#kept + 1] = ("x"):rep(100000) end end)
end
