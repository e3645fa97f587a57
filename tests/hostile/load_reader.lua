-- Gives `load` a reader function that never ends.
-- expect: error HERE: load takes a string of Lua, got function
load(function() return "x = 1 " end) --> here
