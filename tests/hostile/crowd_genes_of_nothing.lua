-- Breeds and mutates with a deviation that is no number, which would make all genes so.
-- expect: error HERE: Genome:next_generation: sigma must be a finite number of 0 or more, got
-- expect: prints all between 0 and 1
local genome = agents.Genome(100, { weights = 3, traits = { { "size", 1, 2 } } })
local fitness = {}
for i = 1, #genome do fitness[i] = i end
for _, sigma in ipairs { 0 / 0, 1 / 0, -1 / 0, 1e308, -1e308 } do
  pcall(genome.next_generation, genome, fitness, { sigma = sigma, odds = 1, elite = 0 })
  pcall(genome.mutate, genome, 1, sigma)
end
local between = true
for i = 1, #genome do
  for _, gene in ipairs(genome:genes(i)) do between = between and gene >= 0 and gene <= 1 end
end
print(between and "all between 0 and 1" or "BROKEN")
hook.Add("Tick", "attack", function()
  genome:next_generation(fitness, { sigma = 0 / 0 }) --> here
end)
