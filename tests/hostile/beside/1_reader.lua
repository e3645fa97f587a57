-- Runs beside every attack: lends a crowd to one that asks for it, and reads in the end what that one left behind. Whoever makes no
-- number that is 0 must leave none.

hook.Add("Tick", "reader", function()
  if not rawget(shared, "lend") or rawget(shared, "lent") then return end
  local lent = agents.Population(6000)
  lent.pos, lent.vel = Vec(1000, 1000), Vec(1000, 1000)
  lent:add_field("weight", 1000)
  rawset(shared, "lent", lent)
end)

local function look(name, value)
  if value == 0 then
    print("BROKEN: a 0 in " .. name)
    return true
  elseif type(value) == "userdata" and type(value.x) == "number" then
    return look(name, value.x) or look(name, value.y)
  elseif type(value) == "table" or type(value) == "userdata" then
    -- What was not worked out is 0 in all rows, and to look at a few is quick on any machine.
    return look(name, value[1]) or look(name, value[#value // 2]) or look(name, value[#value])
  end
end

hook.Add("Shutdown", "reader", function()
  if not rawget(shared, "for_reader") then return end
  local looked = 0
  for name, value in pairs(shared.for_reader) do
    look(name, value)
    looked = looked + 1
  end
  for _, name in ipairs { "pos", "vel", "weight" } do look("the lent crowd's " .. name, shared.lent[name]) end
  print("looked at " .. looked .. " things that were left")
end)
