-- Makes ever new timers that are due in a year.
-- expect: error HERE: timer.Simple: a script may have at most 5000 timers
-- flags: --ticks 60
hook.Add("Tick", "attack", function()
  for _ = 1, 20000 do timer.Simple(3e7, print) end --> here
end)
