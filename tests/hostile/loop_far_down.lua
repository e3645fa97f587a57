-- Loops at the bottom of a hundred and fifty thousand calls, each of which holds a variable.
-- expect: stopped
local function down(n)
  if n == 0 then while true do end end --> here
  local x = down(n - 1) --> here
  return x
end
down(150000)
