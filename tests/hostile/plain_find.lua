-- Looks for five million letters in ten million, which all are the same but the last.
-- expect: stopped
local part = ("a"):rep(5000000) .. "b"
("a"):rep(10000000):find(part, 1, true) --> here
("a"):rep(10000000):find(part, 1, true) --> here
