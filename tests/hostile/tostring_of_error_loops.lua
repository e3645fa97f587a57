-- Raises an error whose `__tostring` would loop when it is shown.
-- expect: error HERE: 
hook.Add("Tick", "attack", function()
  error(setmetatable({}, { __tostring = function() while true do end end })) --> here
end)
