-- Unpacks a hundred million values.
-- expect: error HERE: too many results to unpack
table.unpack({}, 1, 100000000) --> here
