-- Defines actions on keys and pads that do not exist, and asks for all kinds of them.
-- expect: error HERE: input.define: 
for _, evil in ipairs { "", "no such key", ("x"):rep(100000), "\0", 5, true } do
  pcall(input.define, evil, evil, evil, evil)
  pcall(input.pressed, evil) pcall(input.held, evil) pcall(input.value, evil) pcall(input.released, evil)
end
input.define("attack", "attack", "no such key") --> here
