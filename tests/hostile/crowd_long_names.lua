-- Gives kinds, fields, conditions and traits names of megabytes, which the yard would have to keep.
-- expect: error HERE: agents.Population: kinds[1] must have at most 200 bytes, got 10000000
-- expect: prints refused 4
local long, refused = ("x"):rep(10000000), 0
local pop = agents.Population(3)
for _, try in ipairs {
  function() return agents.is_kind(long) end,
  function() pop:add_field(long, 1) end,
  function() return agents.Population(1, { intent = { "goal", long } }) end,
  function() return agents.Genome(1, { traits = { { long, 0, 1 } } }) end,
} do
  if not pcall(try) then refused = refused + 1 end
end
print("refused " .. refused)
local kept = {}
hook.Add("Tick", "attack", function()
  kept[#kept + 1] = agents.Population(1, { kinds = { long } }) --> here
end)
