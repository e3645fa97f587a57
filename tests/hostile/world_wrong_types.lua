-- Gives bodies wrong types, missing tables and things that look like tables.
-- expect: error HERE: physics.box: the argument must be a table such as { pos = Vec(0, 2, 0) }, got nothing
for _, evil in ipairs { "x", 5, true, print, Vec(1, 2, 3), coroutine.create(print) } do
  if pcall(physics.box, evil) or pcall(physics.sphere, evil) then print("BROKEN: a body of " .. type(evil)) end
  for _, name in ipairs { "pos", "velocity", "static", "glass", "density", "material" } do
    local options = { [name] = evil }
    pcall(physics.box, options)
  end
end
pcall(physics.box, setmetatable({}, { __index = function(_, key) return key end }))
pcall(physics.box, setmetatable({}, { __index = function(_, key) error("no " .. key) end }))
pcall(physics.box, { pos = setmetatable({}, { __index = physics }) })
physics.box() --> here
