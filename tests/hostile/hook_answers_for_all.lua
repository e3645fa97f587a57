-- Answers every event of the yard with values, as if that stopped others from hearing of it.
-- expect: no error
-- expect: prints 30 of 30
local heard = 0
for _, event in ipairs { "Tick", "Think", "Init", "Contact", "witness" } do
  for n, answer in ipairs { true, false, "stop", 0 } do
    hook.Add(event, "attack" .. n, function() if event ~= "witness" then return answer, "all mine" end end)
  end
end
hook.Add("Tick", "last", function() heard = heard + 1 end)
hook.Add("Shutdown", "attack", function() print(heard .. " of " .. tick()) return false end)
