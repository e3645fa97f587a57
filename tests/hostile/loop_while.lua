-- Loops for ever in `while` while it loads.
-- expect: stopped
while true do end --> here
