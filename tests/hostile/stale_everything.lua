-- Goes on using what is gone: bodies, timers, hooks, agents, populations, senses, actions and texts.
-- expect: error HERE: physics.impulse: there is no body 
-- expect: prints refused 13 of 13, ignored 7 of 7
local id = physics.box { pos = Vec(-15, 1, -15) }
local pop = agents.Population(3, { b = 1 })
local senses, pos, tree = pop:sense(1), pop.pos, agents.Tree(agents.is_kind("agent"))
timer.Create("attack", 1, 0, print)
hook.Add("attack", "attack", print)
hud.text("attack", "here")
local first = pop.id[1]
physics.remove(id) pop:kill(1) timer.Remove("attack") hook.Remove("attack", "attack") hud.remove("attack")
local was_found = pop:index_of(first)
pop:remove()
local refused, ignored = 0, 0
local errors = {
  function() physics.remove(id) end, function() physics.impulse(id, Vec()) end, function() physics.force(id, Vec()) end,
  function() physics.setVelocity(id, Vec()) end, function() physics.setVelocity(-1, Vec()) end,
  function() pop:spawn(1) end, function() pop:kill(1) end, function() return pop.pos end, function() pop.b = 2 end,
  function() pop:sense(1) end, function() agents.seek(pop, Vec(), 1) end, function() tree:tick(pop) end,
  function() pop:show { radius = 1 } end,
}
for _, use in ipairs(errors) do
  local ok, why = pcall(use)
  if ok then print("BROKEN: use " .. _ .. " worked") else refused = refused + 1 end
end
local calm = {
  function() return physics.position(id) == Vec() end, function() return physics.velocity(id) == Vec() end,
  function() return not timer.Exists("attack") and not timer.Pause("attack") end,
  function() return hook.Run("attack", 1) == nil end,
  function() hook.Remove("attack", "attack") return true end, function() hud.remove("attack") return true end,
  function() timer.Remove("attack") return timer.TimeLeft("attack") == nil end,
}
for _, use in ipairs(calm) do
  local ok, fine = pcall(use)
  if ok and fine then ignored = ignored + 1 else print("BROKEN: use " .. _, fine) end
end
print(("refused %d of %d, ignored %d of %d"):format(refused, #errors, ignored, #calm))
physics.impulse(id, Vec(0, 1, 0)) --> here
