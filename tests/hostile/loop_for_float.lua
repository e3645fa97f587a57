-- Counts in steps so small that a float never grows.
-- expect: stopped
for x = 2.0 ^ 60, 2.0 ^ 61, 0.5 do end --> here
