-- Loops in a `pcall` loop in a coroutine in a `pcall` loop.
-- expect: stopped
while true do --> here
  pcall(coroutine.wrap(function()
    while true do pcall(function() while true do end end) end --> here
  end))
end
