-- Runs beside every attack and says at the end whether it has missed anything.

local ticks, frames, rings, sum = 0, 0, 0, 0
mine = "a global"
state.mine = "kept"

-- Coroutines that wait inside of a call, of a pcall and of an iterator.
local adder = coroutine.create(function()
  while true do sum = sum + coroutine.yield() end
end)
coroutine.resume(adder)
local in_pcall = coroutine.create(function()
  return pcall(function()
    while coroutine.yield() ~= "end" do end
    error("the end", 0)
  end)
end)
coroutine.resume(in_pcall)
local letters = ("abc"):gmatch(".")

local function pos() return Vec(15, 5, 15) end
local shelf = physics.box { pos = pos(), size = Vec(2, 1, 2), static = true, material = 77 }
local ball = physics.sphere { pos = pos() + Vec(0, 0.75, 0), radius = 0.25 }

hook.Add("Tick", "witness", function(dt, tick)
  ticks = ticks + 1
  if dt ~= 1 / 60 or tick ~= ticks then print("missed a tick at", tick) ticks = tick end
  coroutine.resume(adder, 1)
end)
hook.Add("Think", "witness", function() frames = frames + 1 end)
hook.Add("witness", "witness", function(a, b) return a, b end)
timer.Create("witness", 0.1, 0, function() rings = rings + 1 end)

local checks = {
  ticks = function() return ticks == tick() end,
  frames = function() return frames == ticks end,
  ["the timer"] = function() return rings == math.floor(ticks / 6) and timer.Exists("witness") end,
  ["the coroutine"] = function() return sum == ticks and coroutine.status(adder) == "suspended" end,
  ["the pcall that waits"] = function()
    local ok, caught, message = coroutine.resume(in_pcall, "end")
    return ok and caught == false and message == "the end"
  end,
  ["the iterator"] = function() return letters() == "a" and letters() == "b" end,
  ["its hook"] = function()
    local a, b = hook.Run("witness", 1, "two")
    return a == 1 and b == "two"
  end,
  ["the shelf"] = function() return physics.position(shelf) == pos() end,
  ["the ball"] = function()
    local at = physics.position(ball)
    physics.impulse(ball, Vec(0, 1, 0))
    return at:distance(pos() + Vec(0, 0.75, 0)) < 0.05 and physics.velocity(ball).y > 0.01
  end,
  ["the ray"] = function()
    local hit = physics.raycast(pos() + Vec(0, -3, 0), Vec(0, 1, 0))
    return hit and hit.body == shelf and hit.material == 77
  end,
  globals = function() return mine == "a global" and _G.mine == mine and state.mine == "kept" end,
  strings = function()
    local s = "a-b"
    return s:upper() == "A-B" and s:rep(2) == "a-ba-b" and #s == 3 and s:gsub("-", "+") == "a+b"
      and ("%5.1f|%s"):format(1.25, nil) == "  1.2|nil" and string.format("%d", 3) == "3" and getmetatable("") == false
  end,
  tables = function()
    local t = { 3, 1, 2 }
    table.sort(t)
    table.insert(t, 4)
    return table.concat(t, ",") == "1,2,3,4" and select("#", table.unpack(t)) == 4 and next({}) == nil
  end,
  errors = function()
    local ok, message = pcall(error, { 5 })
    local ran, text = xpcall(function() local x = nil; return x.y end, function(m) return "handled " .. m end)
    return not ok and message[1] == 5 and not ran and text:find("handled 0_witness.lua:", 1, true) == 1
  end,
  metatables = function()
    local t = setmetatable({}, { __index = function(_, key) return key .. "!" end })
    return t.oh == "oh!" and getmetatable(t) ~= nil
  end,
  closing = function()
    local closed = 0
    do local c <close> = setmetatable({}, { __close = function() closed = closed + 1 end }) end
    return closed == 1
  end,
  numbers = function() return math.max(1, 3, 2) == 3 and math.sin(0) == 0 and tostring(Vec(1, 2, 3)) == "Vec(1.000, 2.000, 3.000)" end,
  loading = function() return load("return 1 + 1")() == 2 end,
  memory = function() return #("x"):rep(1000000) == 1000000 end,
}

hook.Add("Shutdown", "witness", function()
  local lost = {}
  for name, check in pairs(checks) do
    local ok, result = pcall(check)
    if not (ok and result) then lost[#lost + 1] = name .. (ok and "" or " (" .. tostring(result) .. ")") end
  end
  table.sort(lost)
  print(ticks .. " ticks, " .. (#lost == 0 and "all there" or "lost: " .. table.concat(lost, ", ")))
end)
