-- Looks for files, processes, the debugger, modules and the collector.
-- expect: no error
for _, name in ipairs { "io", "os", "debug", "package", "require", "dofile", "loadfile", "collectgarbage", "newproxy", "getfenv", "setfenv" } do
  if _G[name] ~= nil or _ENV[name] ~= nil or load("return " .. name)() ~= nil or rawget(_G, name) ~= nil then
    print("BROKEN: " .. name)
  end
end
for name, library in pairs { string = string, table = table, math = math, coroutine = coroutine, utf8 = utf8, hook = hook, physics = physics } do
  for key in pairs(library) do
    if key == "dump" or key == "getinfo" or key == "open" then print("BROKEN: " .. name .. "." .. key) end
  end
end
