-- What generated programs use. `show` says everything about a value except where it is in memory.
local function show(v, deep)
  deep = deep or 0
  local kind = math.type(v) or type(v)
  if kind == "float" then return ("%.17g"):format(v) end
  if kind == "integer" or kind == "boolean" or kind == "nil" then return kind .. " " .. tostring(v) end
  if kind == "string" then return ("%q"):format(#v > 300 and v:sub(1, 300) .. #v or v) end
  if kind ~= "table" or deep > 2 then return kind end
  local fields = {}
  for key, value in next, v do
    if math.type(key) or type(key) == "string" or type(key) == "boolean" then
      fields[#fields + 1] = "[" .. show(key, 3) .. "]=" .. show(value, deep + 1)
    end
  end
  table.sort(fields)
  return "{" .. table.concat(fields, " ", 1, math.min(#fields, 12)) .. "}"
end
local function say(...)
  local all = table.pack(...)
  for i = 1, all.n do all[i] = show(all[i]) end
  print(table.concat(all, ", "))
end
local function cut(v) if type(v) == "string" and #v > 60 then return v:sub(-60) end return v end
local function sorted(t)
  local keys = {}
  for key in pairs(t) do if math.type(key) or type(key) == "string" then keys[#keys + 1] = key end end
  table.sort(keys, function(a, b) return show(a) < show(b) end)
  local i = 0
  return function() i = i + 1 if i <= 8 then return keys[i], t[keys[i]] end end
end
local meta = {
  __index = function(_, key) return key end,
  __call = function(self, ...) burn() return select("#", ...), ... end,
  __concat = function(a, b) return type(a) .. type(b) end,
  __len = function(t) return rawlen(t) + 100 end,
  __eq = function(a, b) return rawlen(a) == rawlen(b) end,
  __lt = function(a, b) return rawlen(a) < rawlen(b) end,
  __le = function(a, b) return rawlen(a) <= rawlen(b) end,
  __unm = function(t) return t end,
  __tostring = function() return "mine" end,
  __close = function(_, e) print("closed", type(e) == "string" and e or type(e)) end,
  __name = "Mine",
}
for _, event in ipairs { "add", "sub", "mul", "div", "mod", "pow", "idiv", "band", "bor", "bxor", "shl", "shr" } do
  meta["__" .. event] = function(a, b) return event .. type(a) .. type(b) end
end
local function mine(t) return setmetatable(t, meta) end
local tostring = function(v) return (tostring(v):gsub("0x%x+", "address")) end
local a, b, c, d = 1, "two", { 3, x = 4 }, function(...) burn() return ... end
