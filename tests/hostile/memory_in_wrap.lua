-- Runs out of memory in a coroutine in a coroutine: the message names the line in the innermost.
-- expect: error HERE: not enough memory
local function much() return ("x"):rep(100000000) end --> here
local inner = coroutine.wrap(function() local s = much() return s end)
local outer = coroutine.wrap(function() local s = inner() return s end)
print(outer())
