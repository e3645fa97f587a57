-- Whole programs without vectors or the yard: returns functions by name that each work for some milliseconds and return a
-- checksum.

local function fib(n) if n < 2 then return n end return fib(n - 1) + fib(n - 2) end

local Account = {}
Account.__index = Account
function Account.new(balance) return setmetatable({ balance = balance, count = 0 }, Account) end
function Account:add(amount) self.balance = self.balance + amount self.count = self.count + 1 end
function Account:total() return self.balance * self.count end

return {
  { "fib", function() return fib(24) end },
  { "loops", function()
    local sum = 0
    for i = 1, 700 do
      local j = 0
      while j < 300 do
        if (i + j) % 3 == 0 then sum = sum + j else sum = sum - 1 end
        j = j + 1
      end
    end
    return sum
  end },
  { "tables", function()
    local sum = 0
    for _ = 1, 12 do
      local list, by_name = {}, {}
      for i = 1, 2000 do list[i] = i * 2 by_name["k" .. i % 100] = i end
      for i, v in ipairs(list) do sum = sum + v - i end
      for _, v in pairs(by_name) do sum = sum + v end
      for i = #list, 1, -1 do list[i] = list[#list - i + 1] end
    end
    return sum
  end },
  { "methods", function()
    local accounts = {}
    for i = 1, 50 do accounts[i] = Account.new(i) end
    local sum = 0
    for i = 1, 60000 do
      local account = accounts[i % 50 + 1]
      account:add(i % 7)
      if i % 10 == 0 then sum = sum + account:total() end
    end
    return sum
  end },
  -- Planets, as everybody has them.
  { "floats", function()
    local x, y, z, vx, vy, vz, m = {}, {}, {}, {}, {}, {}, {}
    for i = 1, 5 do
      x[i], y[i], z[i], vx[i], vy[i], vz[i], m[i] = i * 1.1, i * i * 0.3, 2.0 - i, 0.1 * i, 0.2 - 0.1 * i, 0.05, 1.0 / i
    end
    local dt = 0.01
    for _ = 1, 900 do
      for i = 1, 5 do
        local xi, yi, zi, vxi, vyi, vzi = x[i], y[i], z[i], vx[i], vy[i], vz[i]
        for j = i + 1, 5 do
          local dx, dy, dz = xi - x[j], yi - y[j], zi - z[j]
          local squared = dx * dx + dy * dy + dz * dz + 0.01
          local force = dt / (squared * math.sqrt(squared))
          vxi, vyi, vzi = vxi - dx * m[j] * force, vyi - dy * m[j] * force, vzi - dz * m[j] * force
          vx[j], vy[j], vz[j] = vx[j] + dx * m[i] * force, vy[j] + dy * m[i] * force, vz[j] + dz * m[i] * force
        end
        vx[i], vy[i], vz[i] = vxi, vyi, vzi
      end
      for i = 1, 5 do x[i], y[i], z[i] = x[i] + dt * vx[i], y[i] + dt * vy[i], z[i] + dt * vz[i] end
    end
    return x[1] + y[2] + z[3]
  end },
  -- The Mandelbrot set: locals and nothing else.
  { "floats in locals", function()
    local inside = 0
    for row = 0, 40 do
      for column = 0, 60 do
        local cx, cy, zx, zy, n = column / 25 - 1.8, row / 20 - 1.0, 0.0, 0.0, 0
        while n < 60 and zx * zx + zy * zy < 4.0 do
          zx, zy = zx * zx - zy * zy + cx, 2.0 * zx * zy + cy
          n = n + 1
        end
        if n == 60 then inside = inside + 1 end
      end
    end
    return inside
  end },
  { "strings", function()
    local n, parts = 0, {}
    for i = 1, 3000 do
      local s = ("item %d of %s"):format(i, "many")
      parts[#parts + 1] = s:sub(3, 9)
      for word in s:gmatch("%a+") do n = n + #word end
      if s:find("99", 1, true) then n = n + 1 end
    end
    return n + #table.concat(parts, ",")
  end },
  { "sorting", function()
    local list, seed = {}, 42
    for i = 1, 6000 do seed = seed * 48271 % 2147483647 list[i] = seed end
    table.sort(list)
    table.sort(list, function(a, b) return a % 1000 < b % 1000 end)
    return list[1] % 1000 + list[6000] % 1000
  end },
  { "closures and coroutines", function()
    local sum = 0
    local function counter() local n = 0 return function() n = n + 1 return n end end
    for _ = 1, 400 do
      local count = counter()
      for _ = 1, 40 do sum = sum + count() end
      for v in coroutine.wrap(function() for i = 1, 15 do coroutine.yield(i) end end) do sum = sum + v end
    end
    return sum
  end },
}
