-- Random work on vectors, done twice: with `Vec`, and with tables that follow the same rules written out. Both must agree to
-- the bit, whatever the collector does in between. Called with the number of steps and a seed.

local steps, seed = ...

local function random(n)
  seed = (seed * 48271) % 2147483647
  return seed % n
end

-- The rules.
local rules = {}
local function model(x, y, z)
  return setmetatable({ x = x + 0.0, y = (y or 0) + 0.0, z = (z or 0) + 0.0 }, rules)
end
function rules.__add(a, b) return model(a.x + b.x, a.y + b.y, a.z + b.z) end
function rules.__sub(a, b) return model(a.x - b.x, a.y - b.y, a.z - b.z) end
function rules.__div(a, n) return model(a.x / n, a.y / n, a.z / n) end
function rules.__unm(a) return model(-a.x, -a.y, -a.z) end
function rules.__eq(a, b) return a.x == b.x and a.y == b.y and a.z == b.z end
function rules.__mul(a, b)
  if type(a) == "number" then a = model(a, a, a) end
  if type(b) == "number" then b = model(b, b, b) end
  return model(a.x * b.x, a.y * b.y, a.z * b.z)
end
rules.__index = {
  length = function(a) return math.sqrt(a.x * a.x + a.y * a.y + a.z * a.z) end,
  normalized = function(a)
    local d = a:length()
    if d < 1e-9 then return model(0, 0, 0) end
    return model(a.x / d, a.y / d, a.z / d)
  end,
  dot = function(a, b) return a.x * b.x + a.y * b.y + a.z * b.z end,
  cross = function(a, b) return model(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x) end,
}

-- What is done: `new` makes a vector of either kind, a and b are two, n is a number, an integer or a float.
local work = {
  function(_, a, b) return a + b end,
  function(_, a, b) return a - b end,
  function(_, a, b) return a * b end,
  function(_, a, _, n) return a * n end,
  function(_, a, _, n) return n * a end,
  function(_, a, _, n) return a / n end,
  function(_, a) return -a end,
  -- Constants have instructions of their own.
  function(_, a) return a * 2 end,
  function(_, a) return 2 * a end,
  function(_, a) return a * 0.25 end,
  function(_, a) return 1.5 * a end,
  function(_, a) return a / 3 end,
  function(_, a) return a / 0.1 end,
  function(_, a, b) return a:cross(b) end,
  function(new, a, b) return new(a:length(), b:length(), a:dot(b)) end,
  function(new, a) local method = a.length return new(method(a), (a:length()), a.length(a)) end,
  function(new, a, b) return new(select("#", a:length()), #{ a:length(), b:length() }, a:length()) end,
  function(new, a, b, n) local v = new(a.x, b.y, n) v.z = a.z v.x = 7 v["y"] = b.x return v end,
  function(_, a, b) return a:normalized() + (a - b):normalized() end,
  function(new, a) local method = a.normalized return method(a) - a:normalized() * new(1, 2, 3):normalized() end,
  function(new, a) return (a * 1e-300):normalized() + new(1e-9, 0, 0):normalized() + new(0, 0, 0):normalized() end,
  function(new, a, _, n) local v = new(n, 3, a.z) local w = select(2, n, new(a.x, n, 7)) return v + w end,
  function(new, a, b) local function tail() return new(a.y, b.z, 1) end return tail() + new(1, 2) + new(5) end,
  function(new, a, _, n) local t = { new(n, n, n), new(1, a.x, n) } return t[1] + t[#t] end,
  function(new, a, b) local v = new(a.z, a.y, a.x) v.x, v.y, v.z = b.z, v.x, v.y return v end,
  function(new, a, b) local k = "z" local v = new(a[k], b[k], 1) v[k] = a.x return v end,
  function(_, a, b) a = a + b b = a - b a = a - b return a * b + b end,
  function(_, a, b) return (a + b) * (a - b) / 2 - -(a * 3) end,
  function(_, a, b) if a == b then return a elseif a ~= b then return b - a end end,
  function(_, a, b) local t = { a, b, [3] = a + b } local u = { v = t[3] } return u.v + t[1] end,
  function(_, a, b, n)
    local co = coroutine.wrap(function(x) local y = coroutine.yield(x + b) return y * x end)
    return co(a) + co(n)
  end,
  function(_, a, b) local function two(...) local p, q = ... return p - q, q - p end return (two(a, b)) end,
  function(_, a, b) local v = a local function grow() v = v + b end grow() grow() return v end,
  function(_, a, b) for _, v in ipairs { a, b, a + b } do a = a - v end return a end,
  function(_, a, b) local _, v = pcall(function() return a + b end) return v end,
  function(new, a, b)
    local weak = setmetatable({}, { __mode = "v" })
    weak[1], weak[2] = a + b, a
    collectgarbage("step")
    return new(weak[2].x, b.y, b.z)
  end,
}

local function same(a, b) return a == b or (a ~= a and b ~= b) end
local function small(n) return math.abs(n) < 1e12 end

local vectors, models = {}, {}
for i = 1, 50 do
  local x, y, z = random(200) / 8, random(100) - 50, random(9) - 4
  vectors[i], models[i] = Vec(x, y, z), model(x, y, z)
end

for _, mode in ipairs { "incremental", "generational", "incremental", "generational" } do
  collectgarbage(mode)
  for _ = 1, steps do
    local which, i, j, into = random(#work) + 1, random(50) + 1, random(50) + 1, random(50) + 1
    local n = random(9) - 3
    if random(2) == 0 then n = n + 0.375 end
    local v = work[which](Vec, vectors[i], vectors[j], n)
    local m = work[which](model, models[i], models[j], n)
    if not (same(v.x, m.x) and same(v.y, m.y) and same(v.z, m.z)) then
      error(("work %d: (%.17g %.17g %.17g) is not (%.17g %.17g %.17g)"):format(which, v.x, v.y, v.z, m.x, m.y, m.z))
    end
    if not (small(v.x) and small(v.y) and small(v.z)) then v, m = Vec(1, 2, 3), model(1, 2, 3) end
    vectors[into], models[into] = v, m
  end
  collectgarbage()
end
for i = 1, 50 do
  local v, m = vectors[i], models[i]
  assert(same(v.x, m.x) and same(v.y, m.y) and same(v.z, m.z))
end

-- What a vector is otherwise.
local v, w = Vec(1, 2, 3), Vec(1, 2, 3)
local function fails(f, text)
  local ok, message = pcall(f)
  assert(not ok and message:find(text, 1, true), tostring(message))
end
assert(type(v) == "userdata" and v == w and not rawequal(v, w) and v ~= 1 and v ~= io.stdout and v ~= {})
for _, meaningless in ipairs {
  function() return v + 1 end, function() return 1 + v end, function() return v - {} end, function() return 2.5 - v end,
  function() return v * "2" end, function() return 1 / v end, function() return v / w end, function() return v / "2" end,
  function() return "2" + v end, function() return -io.stdout * v end, function() return c_arith(3, 1, v) end,
} do
  local ok, message = pcall(meaningless)
  assert(not ok and (message:find("refuses") or message:find("arithmetic on")), message)
end
fails(function() return v // 2 end, "arithmetic on")
fails(function() return v % 2 end, "arithmetic on")
fails(function() return v ^ 2 end, "arithmetic on")
fails(function() return v & 1 end, "bitwise operation on")
fails(function() return v < w end, "compare two Vec values")
fails(function() return v .. "a" end, "concatenate a Vec value")
fails(function() return #v end, "length of a Vec value")
fails(function() return v() end, "call a Vec value")
fails(function() v.w = 1 end, "refuses")
fails(function() v.x = "1" end, "refuses")
fails(function() v[1] = 1 end, "refuses")
fails(function() return v:nothing() end, "method 'nothing'")
fails(function() return v:__add(w) end, "method '__add'")
fails(function() return v:x() end, "method 'x'")
fails(function() return v.length(1) end, "Vec expected, got number")
fails(function() return rawget(v, "x") end, "table expected")
fails(function() return rawlen(v) end, "table or string expected")
fails(function() return setmetatable(v, {}) end, "table expected")
fails(function() return io.close(v) end, "FILE*")
assert(v.w == nil and v.xx == nil and v[1] == nil and v.__add == nil and v[nil] == nil and v[("x"):rep(50)] == nil)
assert(next({ [v] = 1 }) == v and ({ [v] = 1 })[w] == nil and ({ [v] = 1 })[v] == 1)
assert(c_arith(0, v, w) == Vec(2, 4, 6) and c_arith(12, v) == -v and c_arith(2, 2, v) == v * 2)
assert(debug.getuservalue(v, 1) == nil and debug.setuservalue(v, 1, 1) == nil)
assert(string.format("%p", v) ~= string.format("%p", w) and tostring(v):find("^Vec: "))
local nan = 0 / 0
assert(Vec(nan) ~= Vec(nan) and Vec(0.0) == Vec(-0.0) and 1 / (-Vec(0)).x == -math.huge)

-- A method that the host replaces is the one that is called.
local methods = debug.getmetatable(v)
local length = methods.length
methods.length = function() return "another", "two" end
assert(v:length() == "another" and select("#", v:length()) == 2)
methods.length = length
assert(v:length() == math.sqrt(14))

-- Weak keys go, closed-over constants stay, and a state with many closes.
local weak = setmetatable({}, { __mode = "k" })
weak[v + w] = true
collectgarbage()
assert(next(weak) == nil)
do
  local third <const> = v * 3
  local f = function() return third end
  collectgarbage()
  assert(f().z == 9.0)
end
local many = {}
for i = 1, 5000 do many[i] = Vec(i) end
for i = 1, 5000, 2 do many[i] = nil end
collectgarbage()
for i = 2, 5000, 2 do assert(many[i].x == i) end
print("vectors agree")
