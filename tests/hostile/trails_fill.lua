-- Draws trails without end: ever new ones, and ever longer ones.
-- expect: error HERE: draw.trail: a script's trails can have at most 20000 points together
local n = 0
hook.Add("Tick", "attack", function()
  for _ = 1, 2000 do
    n = n + 1
    draw.trail(n % 60, Vec(n, n % 7, 0))
  end
  if n > 6000 then
    for id = 60, 1e9 do draw.trail(id, Vec()) end --> here
  end
end)
