-- Loops at the bottom of a hundred and fifty coroutines in each other, each of which catches errors and starts anew.
-- expect: stopped
local function down(n)
  if n == 0 then while true do end end --> here
  while true do --> here
    pcall(coroutine.wrap(down), n - 1) --> here
    coroutine.resume(coroutine.create(down), n - 1) --> here
  end
end
down(150)
