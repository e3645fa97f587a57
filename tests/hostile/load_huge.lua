-- Loads a text of tens of megabytes.
-- expect: stopped for something
local text = ("x = 1 "):rep(8000000)
while true do load(text) end
