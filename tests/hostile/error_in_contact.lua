-- Raises an error for each of very many contacts.
-- expect: error HERE: oh
-- flags: --ticks 60
for i = 1, 200 do
  physics.box { pos = Vec(-15 + i % 15, 3 + i / 10, -15 + i % 7), velocity = Vec(0, -10, 0) }
end
hook.Add("Contact", "attack", function(contact) error("oh") end) --> here
