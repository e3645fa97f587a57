-- Takes almost the deadline in each of many hooks of one event.
-- expect: stopped for its frame
for n = 1, 40 do
  hook.Add("Think", "attack" .. n, function()
    for i = 1, 3000000 do local x = i * 2 end
  end)
end
