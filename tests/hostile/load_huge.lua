-- Loads a text of two megabytes, over and over.
-- expect: stopped for something
local text = ("x = 1 "):rep(300000)
while true do load(text) end
