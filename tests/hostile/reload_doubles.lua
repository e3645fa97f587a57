-- Registers everything that there is under ever new names each time it is loaded: the old ones are gone.
-- expect: no error
-- expect: prints load 6: 1 1 1 1
-- flags: --ticks 60 --reload reload_doubles.lua@5 --reload reload_doubles.lua@10 --reload reload_doubles.lua@15 --reload reload_doubles.lua@15 --reload reload_doubles.lua@20
state.loads = (state.loads or 0) + 1
local own = "attack" .. state.loads
local ticks, rings, starts = {}, {}, state.loads
hook.Add("Tick", own, function() shared.ticks = (shared.ticks or 0) + 1 end)
timer.Create(own, 0.1, 0, function() shared.rings = (shared.rings or 0) + 1 end)
physics.box { pos = Vec(-15, 1, -15) }
agents.Population(10):show { radius = 0.1 }
hook.Add("Tick", own .. " counts", function(_, tick)
  if tick == 30 then shared.ticks, shared.rings = 0, 0 end
  if tick == 54 then
    local hooks = 0
    for id in pairs(hook.GetTable().Tick) do if id:find("^attack%d+$") then hooks = hooks + 1 end end
    print(("load %d: %d %d %d %d"):format(starts, hooks, shared.ticks // 24, shared.rings // 4, physics.count() - 2))
  end
end)
