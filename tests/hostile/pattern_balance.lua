-- Looks for brackets that balance in a text of opening ones.
-- expect: stopped
("("):rep(1000000):find("%b()") --> here
