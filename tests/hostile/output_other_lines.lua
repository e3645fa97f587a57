-- Prints thousands of different lines in every frame.
-- expect: no error
-- expect: prints … 
-- flags: --ticks 120
local n = 0
hook.Add("Tick", "attack", function()
  for _ = 1, 2000 do n = n + 1 print("line", n) end
end)
