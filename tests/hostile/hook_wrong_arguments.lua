-- Calls every function of the yard with wrong arguments of every kind.
-- expect: no error
local evil = { nil, true, 0 / 0, 1 / 0, -1, 1e30, 2 ^ 53, math.mininteger, "", "x", ("x"):rep(10000), {}, { {} }, print, coroutine.create(print), Vec(0 / 0, 0, 0), setmetatable({}, { __index = error }) }
local n = 0
for _, library in ipairs { physics, timer, player, camera, input, kke, math, string, table, utf8, coroutine } do
  for name, f in pairs(library) do
    if name ~= "teleport" and name ~= "log" and name ~= "yield" and name ~= "wrap" and name ~= "rep" then
      for i = 1, 17 do
        for j = 1, 17, 4 do pcall(f, evil[i], evil[j], evil[18 - i]) pcall(f, evil[i]) n = n + 2 end
      end
    end
  end
end
print(n > 1000)
pcall(hook.Add) pcall(hook.Add, 1, 2, 3) pcall(hook.Add, "Tick", nil, print) pcall(hook.Remove) pcall(hook.Run) pcall(hook.GetTable, 1)
for name in pairs { hook = 1 } do pcall(timer.Remove, "attack") end
