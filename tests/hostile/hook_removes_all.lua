-- Removes all its hooks while they run, in each of them.
-- expect: no error
for n = 1, 100 do
  hook.Add("Tick", "attack" .. n, function(_, tick)
    for other = 1, 100 do hook.Remove("Tick", "attack" .. other) end
    hook.Add("Tick", "attack" .. (n % 100 + 1), function() hook.Remove("Tick", "attack" .. n) end)
  end)
end
