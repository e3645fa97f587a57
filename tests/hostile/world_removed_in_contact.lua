-- Removes, moves and makes bodies in the contacts that tell of them.
-- expect: no error
-- flags: --ticks 90
local function drop(i) return physics.sphere { pos = Vec(-15 + i % 5, 1 + i % 3, -15), velocity = Vec(0, -5, 0) } end
for i = 1, 60 do drop(i) end
hook.Add("Contact", "attack", function(contact)
  pcall(physics.remove, contact.a) pcall(physics.remove, contact.a) pcall(physics.remove, contact.b)
  pcall(physics.impulse, contact.b, Vec(0, 100, 0))
  if physics.count() < 100 then drop(contact.a % 7) end
end)
