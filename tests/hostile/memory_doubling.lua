-- Doubles a text until there is no memory.
-- expect: error HERE: not enough memory
local s = "xxxxxxxx"
while true do s = s .. s end --> here
