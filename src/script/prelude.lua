-- What stands between scripts and the host, in Lua: read-only tables and environments. The host calls this chunk once with
-- its own functions and keeps what it returns.

local host = ...
local error, next, pcall, select, setmetatable, tostring, type =
  error, next, pcall, select, setmetatable, tostring, type
local pack, concat = table.pack, table.concat
local raw_load, raw_rawset = load, rawset

local prelude = {}

-- Tables that scripts can read and not change. `pairs` walks a copy, so the table behind never gets out.
local names = setmetatable({}, { __mode = "k" })

local function read_only(name, key)
  error(("%s is read-only: a script cannot set %s.%s"):format(name, name, tostring(key)), 3)
end

function prelude.read_only(name, content)
  local face = setmetatable({}, {
    __index = content,
    __newindex = function(_, key) read_only(name, key) end,
    __pairs = function()
      local copy = {}
      for key, value in next, content do copy[key] = value end
      return next, copy, nil
    end,
    __metatable = false,
  })
  names[face] = name
  return face
end

function prelude.rawset(t, key, value)
  if names[t] then read_only(names[t], key) end
  return raw_rawset(t, key, value)
end

function prelude.print(...)
  local texts = pack(...)
  for i = 1, texts.n do texts[i] = tostring(texts[i]) end
  host.print(concat(texts, "\t", 1, texts.n))
end

-- A script's own random numbers: one script's `math.randomseed` leaves the others' alone.
local function own_math(math, seed)
  local randomseed, unseeded = math.randomseed, 0
  randomseed(seed)
  function math.randomseed(...)
    if select("#", ...) > 0 then return randomseed(...) end
    -- Lua would take the clock. A run must repeat, so count instead.
    unseeded = unseeded + 1
    return randomseed(seed, unseeded)
  end
  return prelude.read_only("math", math)
end

-- A script's global table. What it sets is its own; what it never set comes from the host.
function prelude.environment(globals, math, seed, state)
  local environment, host_names = {}, {}
  for name, value in next, globals do host_names[name] = value end
  host_names._G = environment
  host_names.state = state
  host_names.math = own_math(math, seed)
  function host_names.load(text, name, mode, ...)
    if type(text) ~= "string" then
      error(("load takes a string of Lua, got %s"):format(type(text)), 2)
    end
    if mode == "b" then return nil, "load takes text only, no compiled code" end
    local names_for_it = environment
    if select("#", ...) > 0 then names_for_it = (...) end
    -- In a call of its own: what the compiler raises would come with the traceback of whoever handles errors here.
    local ok, made, message = pcall(raw_load, text, name or text, "t", names_for_it)
    if ok then return made, message end
    return nil, made
  end
  return setmetatable(environment, { __index = host_names, __metatable = false })
end

return prelude
