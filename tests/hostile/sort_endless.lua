-- Sorts with a comparison that is never content, over and over.
-- expect: stopped for something
local t = {}
for i = 1, 200 do t[i] = i % 7 end
while true do pcall(table.sort, t, function(a, b) return (a * 31 + b) % 3 > 0 end) end
