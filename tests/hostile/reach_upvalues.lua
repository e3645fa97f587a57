-- Looks for upvalues and locals of the host in tracebacks, errors and coroutines.
-- expect: no error
local function show(...) for _, value in ipairs { ... } do
  if type(value) == "userdata" then print("BROKEN: it got hold of " .. tostring(value)) end
end end
show(pcall(physics.box, nil))
show(pcall(hook.Add, "x", "y", nil))
show(xpcall(physics.box, function(m) show(m) return m end, {}))
show(coroutine.resume(coroutine.create(physics.box), nil))
show(coroutine.resume(coroutine.create(hook.Run), "witness", 1))
show(pcall(pairs(physics)))
show(select(2, pcall(error)))
show(pcall(timer.Simple))
