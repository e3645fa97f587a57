-- Adds more hooks of the event that runs, in each.
-- expect: error HERE: hook.Add: a script may have at most 10000 hooks: remove some first
-- flags: --ticks 30 --script-deadline 2500
local n = 0
local function more()
  for _ = 1, 10 do
    n = n + 1
    hook.Add("Think", "attack" .. n, more) --> here
  end
end
more()
