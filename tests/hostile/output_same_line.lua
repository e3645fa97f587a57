-- Prints the same line for ever.
-- expect: stopped for something
while true do print("spam") end
