-- Raises an error whose `__tostring` loops when it is shown.
-- expect: error tostring_of_error_loops.lua
-- never: 30 times by now
hook.Add("Tick", "attack", function()
  error(setmetatable({}, { __tostring = function() while true do end end }))
end)
