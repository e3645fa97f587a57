-- Ticks ever new trees for a large crowd and keeps them all, and makes ever new large ones.
-- expect: error HERE: Tree:tick: the arrays of this script take
-- expect: prints trees that nobody ticks: false
-- never: memory error
-- flags: --ticks 75 --script-deadline 2500
local children = {}
for i = 1, 100 do children[i] = agents.Selector { agents.is_kind("a") } end
local root = agents.Sequence(children)
local pop = agents.Population(50000, { kinds = { "a" } })
local wide, ok = {}, true
local named = agents.is_kind(("x"):rep(200))
for i = 1, 127 do wide[i] = named end
named, wide = agents.Sequence(wide), {}
for i = 1, 70 do wide[i] = named end
wide = agents.Sequence(wide)
local kept = {}
hook.Add("Tick", "attack", function(_, tick)
  if tick <= 20 then
    for _ = 1, 3 do
      ok = ok and pcall(function() kept[#kept + 1] = agents.Tree(wide) end)
    end
    if tick == 20 then
      print("trees that nobody ticks: " .. tostring(ok))
      kept = {}
    end
    return
  end
  local tree = agents.Tree(root)
  tree:tick(pop) --> here
  kept[#kept + 1] = tree
end)
