-- Keeps ever new arrays, fields and agents of long texts, and writes them as intents: Lua has each only once, or not at all.
-- expect: error HERE: agents.array: the arrays of this script take
-- expect: prints the same text in many rows: false
-- expect: prints agents with a text each: false
-- expect: prints fields of texts: false
-- expect: prints writes of texts: false
-- flags: --ticks 40
local function try(what, once)
  local ok
  for i = 1, 400 do
    ok = pcall(once, i)
    if not ok then break end
  end
  print(what .. ": " .. tostring(ok))
end
local rows = {}
for i = 1, 1000 do rows[i] = ("x"):rep(1000000) end
try("the same text in many rows", function() return agents.array(rows) end)
rows = nil
local pop = agents.Population(0, { s = "" })
try("agents with a text each", function(i) pop:spawn(1, { s = i .. ("x"):rep(2000000) }) end)
pop:remove()
local pops = {}
try("fields of texts", function(i)
  pops[i] = agents.Population(1)
  for k = 1, 30 do pops[i]:add_field("s" .. k, k .. ("x"):rep(100000)) end
end)
for _, pop in ipairs(pops) do pop:remove() end
pops = nil
pop = agents.Population(1, { intent = { "s" }, s = "" })
try("writes of texts", function(i) pop:write(1, { s = i .. ("x"):rep(2000000) }) end)
pop:remove()
local kept, long = {}, ("x"):rep(20000)
hook.Add("Tick", "attack", function(_, tick)
  local t = {}
  for i = 1, 1000 do t[i] = i + tick * 1000 .. long end
  kept[#kept + 1] = agents.array(t) --> here
end)
