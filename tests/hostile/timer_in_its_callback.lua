-- Removes, stops, adjusts and makes its timer in the callback of the timer.
-- expect: no error
-- flags: --ticks 60
for n = 1, 20 do
  local name = "attack" .. n
  timer.Create(name, 0, 0, function()
    timer.Remove(name) timer.Create(name, 0, 1, print) timer.Adjust(name, 0, 0, function()
      timer.Stop(name) timer.Start(name) timer.Pause(name) timer.Toggle(name)
      for other = 1, 20 do timer.Remove("attack" .. other) end
      timer.Create(name, 0.01, 3, function() end)
    end)
  end)
end
