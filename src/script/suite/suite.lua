-- `expect` and what a test gets as `t`, in Lua. Failures are errors with the line of the test that expected.

local globals = ...
local error, getmetatable, next, pcall, select, setmetatable, tostring, type =
  error, getmetatable, next, pcall, select, setmetatable, tostring, type
local concat, sort, format, find = table.concat, table.sort, string.format, string.find
local abs, math_type = math.abs, math.type
local Vec = globals.Vec

local function is_vec(value)
  return type(value) == "userdata"
end

-- Values as a reader would write them. Tables show their first entries.
local function show(value, depth)
  depth = depth or 0
  if type(value) == "string" then return format("%q", value) end
  if type(value) == "number" then
    return math_type(value) == "integer" and tostring(value) or format("%.14g", value)
  end
  if is_vec(value) then return format("Vec(%.14g, %.14g, %.14g)", value.x, value.y, value.z) end
  if type(value) ~= "table" then return tostring(value) end
  if depth >= 3 then return "{...}" end
  local parts, seen = {}, 0
  for i = 1, #value do
    if i > 12 then break end
    parts[i], seen = show(value[i], depth + 1), i
  end
  local names = {}
  for key in next, value do
    if not (math_type(key) == "integer" and key >= 1 and key <= seen) then names[#names + 1] = key end
  end
  sort(names, function(a, b) return tostring(a) < tostring(b) end)
  for _, key in ipairs(names) do
    if #parts >= 24 then
      parts[#parts + 1] = "..."
      break
    end
    local name = type(key) == "string" and key or "[" .. show(key, depth + 1) .. "]"
    parts[#parts + 1] = name .. " = " .. show(value[key], depth + 1)
  end
  return "{" .. concat(parts, ", ") .. "}"
end

-- Tables are equal when their entries are; `seen` ends the walk through tables that hold themselves.
local function equal(a, b, seen)
  if a == b then return true end
  if type(a) ~= "table" or type(b) ~= "table" then return false end
  seen = seen or {}
  if seen[a] == b then return true end
  seen[a] = b
  for key, value in next, a do
    if not equal(value, b[key], seen) then return false end
  end
  for key in next, b do
    if a[key] == nil then return false end
  end
  return true
end

local function need_number(value, what, level)
  if type(value) ~= "number" then
    error(format("%s must be a number, got %s", what, show(value)), level + 1)
  end
end

-- Level 3 is the line of the test: this function, the expectation, the test.
local function fail(wanted, got)
  error(format("expected %s, got %s", wanted, show(got)), 3)
end

local Expectation = {}
Expectation.__index = Expectation

function Expectation:equals(wanted)
  if not equal(self.value, wanted) then fail(show(wanted), self.value) end
end

function Expectation:differs(other)
  if equal(self.value, other) then fail("something else than " .. show(other), self.value) end
end

function Expectation:near(wanted, tolerance)
  tolerance = tolerance or 1e-6
  need_number(tolerance, "the tolerance", 2)
  local got, distance = self.value, nil
  if is_vec(wanted) then
    distance = is_vec(got) and got:distance(wanted)
  else
    need_number(wanted, "what is expected", 2)
    distance = type(got) == "number" and abs(got - wanted)
  end
  if not distance or not (distance <= tolerance) then
    fail(format("%s within %s", show(wanted), show(tolerance)), got)
  end
end

function Expectation:above(limit)
  need_number(limit, "the limit", 2)
  if type(self.value) ~= "number" or not (self.value > limit) then fail("more than " .. show(limit), self.value) end
end

function Expectation:below(limit)
  need_number(limit, "the limit", 2)
  if type(self.value) ~= "number" or not (self.value < limit) then fail("less than " .. show(limit), self.value) end
end

function Expectation:is_true()
  if self.value ~= true then fail("true", self.value) end
end

function Expectation:is_false()
  if self.value ~= false then fail("false", self.value) end
end

function Expectation:is_nil()
  if self.value ~= nil then fail("nil", self.value) end
end

function Expectation:has_length(wanted)
  local kind = type(self.value)
  if kind ~= "table" and kind ~= "string" then fail(format("something of length %s", show(wanted)), self.value) end
  if #self.value ~= wanted then
    error(format("expected a length of %s, got %d: %s", show(wanted), #self.value, show(self.value)), 2)
  end
end

function Expectation:contains(wanted)
  if type(self.value) == "string" then
    if not find(self.value, tostring(wanted), 1, true) then fail("text with " .. show(wanted) .. " in it", self.value) end
    return
  end
  if type(self.value) == "table" then
    for _, value in next, self.value do
      if equal(value, wanted) then return end
    end
  end
  fail("a list with " .. show(wanted) .. " in it", self.value)
end

function Expectation:matches(pattern)
  if type(self.value) ~= "string" or not find(self.value, pattern) then
    fail("text that matches " .. show(pattern), self.value)
  end
end

function Expectation:errors(pattern)
  if type(self.value) ~= "function" then fail("a function to call", self.value) end
  local ok, message = pcall(self.value)
  local wanted = pattern and "an error that matches " .. show(pattern) or "an error"
  if ok then error(format("expected %s, and nothing was raised", wanted), 2) end
  if pattern and not find(tostring(message), pattern) then fail(wanted, tostring(message)) end
end

local library = {}

function library.expect(...)
  if select("#", ...) == 0 then error("expect needs a value, such as expect(#walls):equals(53)", 2) end
  return setmetatable({ value = (...) }, Expectation)
end

return library
