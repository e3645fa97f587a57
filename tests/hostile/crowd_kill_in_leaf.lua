-- Kills, spawns and removes a population from inside of a leaf, and ticks the tree in its own leaf.
-- expect: error HERE: Tree:tick: a leaf failed
local pop, tree = agents.Population(5), nil
tree = agents.Tree(agents.leaf(function()
  assert(not pcall(pop.kill, pop, 1) and not pcall(pop.spawn, pop, 1) and not pcall(pop.remove, pop) and #pop == 5)
  return tree:tick(pop)
end))
hook.Add("Tick", "attack", function()
  tree:tick(pop) --> here
end)
