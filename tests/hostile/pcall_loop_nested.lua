-- Nests `pcall` a hundred deep, each catching what the one inside lets through and looping again.
-- expect: stopped
local function nest(n)
  while true do --> here
    if n > 0 then pcall(nest, n - 1) end --> here
  end
end
nest(100)
