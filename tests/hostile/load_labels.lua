-- Loads a text of very many labels and jumps, over which a parser takes ages.
-- expect: stopped for something
local labels = {}
for i = 1, 30000 do labels[i] = "goto l" .. i .. " ::l" .. i .. "::" end
local text = "do " .. table.concat(labels, " ") .. " end"
while true do load(text) end
