-- Repeats a text so often that its length is no number any more.
-- expect: error HERE: bad argument #2 to 'rep' (resulting string too large)
local s = ("xx"):rep(math.maxinteger) --> here
