-- Agents that are nowhere, or go beyond everything in a step, collide with the yard.
-- expect: prints 6 agents
local far = { { 0 / 0, 1 }, { 1, 1 / 0 }, { 1e300, -1e300 }, { -1e30, 0 }, { 4, -3 }, { 0, 0 } }
local pop = agents.Population(6, { pos = far })
for _, radius in ipairs { 0 / 0, 1 / 0, -1 / 0, -1, 1e30, 1e300 } do
  pcall(pop.collide, pop, { radius = radius })
  pcall(pop.collide, pop, { y = radius })
end
for _, y in ipairs { 0.3, 1e30, -1e308 } do
  pop:collide { radius = 1000 * math.random(), y = y }
  for _, speed in ipairs { 1e30, -1e300, 1 / 0, 0 / 0, 0 } do
    pop.vel = Vec(speed, -speed)
    pop:step(1 / 60, math.huge)
    pop:step(-1e308, math.huge)
    pop.pos = far
    pop:step(speed == speed and math.abs(speed) < 1 / 0 and speed or 0, math.huge)
  end
end
print(#pop .. " agents")
