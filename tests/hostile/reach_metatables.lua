-- Takes the metatables of everything that there is.
-- expect: no error
local values = { "", 1, true, print, coroutine.create(print), Vec(1, 2, 3), Vec, physics, hook, math, string, _G, _ENV, shared, state, hook.GetTable() }
values[#values + 1] = hook.GetTable().witness.witness
for i, value in ipairs(values) do
  local mt = getmetatable(value)
  if type(mt) == "table" or type(mt) == "userdata" then print("BROKEN: the metatable of value " .. i) end
end
if getmetatable(nil) then print("BROKEN: the metatable of nil") end
for _, value in ipairs { "", Vec(1, 2, 3), physics, _G, _ENV } do
  if pcall(setmetatable, value, {}) then print("BROKEN: set a metatable") end
end
