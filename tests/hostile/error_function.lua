-- Raises functions, coroutines, vectors and numbers.
-- expect: error HERE: 
local values = { print, coroutine.create(print), Vec(1, 2, 3), 1e300, true, physics }
for i, value in ipairs(values) do
  timer.Simple(i / 60, function() error(value) end) --> here
end
