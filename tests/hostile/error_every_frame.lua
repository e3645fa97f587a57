-- Raises an error with another text in every frame, and in every call.
-- expect: error HERE: oh a
-- flags: --ticks 300
local n = 0
hook.Add("Tick", "attack", function()
  n = n + 1
  local letters = ""
  for digit in tostring(n):gmatch(".") do letters = letters .. string.char(97 + digit) end
  error("oh " .. letters:rep(10)) --> here
end)
hook.Add("Think", "attack", function() error("oh a") end) --> here
