-- Loads a text that loops, with `load` in a loop.
-- expect: stopped for something
while true do pcall(load("while true do end")) end
