-- Takes over or removes every hook and timer of the witness, and fails: they come back.
-- expect: error HERE: taken
for event, hooks in pairs(hook.GetTable()) do
  for id in pairs(hooks) do
    hook.Add(event, id, function() print("BROKEN") end)
    hook.Remove(event, id)
    hook.Add(event, id, function() print("BROKEN") end)
  end
end
timer.Remove("witness")
timer.Create("witness", 0, 0, function() print("BROKEN") end)
error("taken") --> here
