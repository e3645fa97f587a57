-- Changes the yard's tables with every function that writes to tables.
-- expect: no error
local function try(what, write, ...)
  local before = physics.box
  pcall(write, ...)
  if physics.box ~= before or physics.evil or math.evil or string.evil or hook.evil then print("BROKEN: " .. what) end
end
for _, t in ipairs { physics, math, string, table, hook, timer, coroutine, utf8, input, player, camera, kke } do
  try("assignment", function() t.evil = 1 end)
  try("assignment", function() t.box = nil end)
  try("rawset", rawset, t, "evil", 1)
  try("rawset", rawset, t, "box", print)
  try("insert", table.insert, t, 1)
  try("insert", table.insert, t, 1, "evil")
  try("move", table.move, { 1, 2, 3 }, 1, 3, 1, t)
  try("sort", table.sort, t, function() return true end)
  try("remove", table.remove, t)
  try("setmetatable", setmetatable, t, {})
  try("setmetatable", setmetatable, t, nil)
  for key, value in next, t do print("BROKEN: next shows " .. tostring(key)) end
  if rawget(t, "box") or rawlen(t) > 2 then print("BROKEN: rawget") end
  for key in pairs(t) do
    local f, copy = pairs(t)
    pcall(rawset, copy, key, nil)
  end
end
try("pairs", function() local _, copy = pairs(physics) copy.box = nil copy.evil = 1 end)
