-- Spreads its work over events that it runs inside of each other.
-- expect: stopped for something
local function work() for i = 1, 500000 do local x = i * 2 end end
hook.Add("attack", "attack", function(n)
  work()
  if n > 0 then hook.Run("attack", n - 1) end
end)
hook.Add("Tick", "attack", function() hook.Run("attack", 150) end)
