-- Takes almost the deadline in each of many timers that are due together.
-- expect: stopped for its frame
for n = 1, 40 do
  timer.Create("attack" .. n, 0.1, 0, function()
    for i = 1, 3000000 do local x = i * 2 end
  end)
end
