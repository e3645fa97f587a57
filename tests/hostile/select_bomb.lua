-- Peels a long list of arguments one at a time, over and over.
-- expect: stopped
local function peel(n, ...) --> here
  if n == 0 then return end --> here
  return peel(n - 1, select(2, ...)) --> here
end
local many = {}
for i = 1, 5000 do many[i] = i end
while true do peel(4990, table.unpack(many)) end --> here
