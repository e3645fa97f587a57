-- Keeps ever new arrays, fields, agents and intents of long texts: Lua has each only once, or not at all.
-- expect: error HERE: agents.array: the arrays of this script take
-- expect: prints the same text in many rows: false
-- expect: prints agents with a text each: false
-- expect: prints fields of texts: false
-- expect: prints writes of texts: false
-- flags: --ticks 58 --script-deadline 2500
local text, rows, pops = ("x"):rep(2000000), {}, {}
for i = 1, 1000 do rows[i] = text end
local function try(what, once)
  return function(tick)
    local ok = true
    for i = 1, 20 do ok = ok and pcall(once, tick * 20 + i) end
    if tick % 10 == 9 then print(what .. ": " .. tostring(ok)) end
  end
end
local function named(i) return pops[1] or agents.Population(1, { s = "", intent = { "s" } }) end
local phases = {
  try("the same text in many rows", function() return agents.array(rows) end),
  try("agents with a text each", function(i)
    pops[1] = named()
    pops[1]:spawn(1, { s = i .. text })
  end),
  try("fields of texts", function(i)
    pops[i] = agents.Population(1)
    for k = 1, 15 do pops[i]:add_field("s" .. k, k .. ("x"):rep(100000)) end
  end),
  try("writes of texts", function(i)
    pops[1] = named()
    for _ = 1, 20 do pops[1]:write(1, { s = text }) end
  end),
}
local kept, long = {}, ("x"):rep(20000)
hook.Add("Tick", "attack", function(_, tick)
  local phase = phases[tick // 10 + 1]
  if phase then return phase(tick) end
  local t = {}
  for i = 1, 1000 do t[i] = i + tick * 1000 .. long end
  kept[#kept + 1] = agents.array(t) --> here
end)
hook.Add("Tick", "clean", function(_, tick)
  if tick % 10 ~= 9 then return end
  for _, pop in pairs(pops) do pop:remove() end
  pops = {}
end)
