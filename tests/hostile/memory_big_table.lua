-- Makes one table with a very large hole and fills it.
-- expect: stopped for something
hook.Add("Tick", "attack", function()
  local t = {}
  for i = 1, 1e9 do t[i] = true end
end)
