-- Calls itself for ever as a tail call, which needs no stack.
-- expect: stopped
local function again(n)
  return again(n + 1) --> here
end
hook.Add("Tick", "attack", function() return again(0) end)
