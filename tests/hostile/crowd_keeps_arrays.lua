-- Keeps ever new arrays of a large crowd, which Lua takes for small things.
-- expect: error HERE: Array: the arrays of this script take
-- flags: --ticks 200
local pop, kept = agents.Population(100000), {}
hook.Add("Tick", "attack", function()
  for _ = 1, 10 do
    local a = pop.pos + #kept --> here
    kept[#kept + 1] = a
    local _ = a[1]
  end
end)
