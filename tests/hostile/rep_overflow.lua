-- Repeats a text so often that its length is no number any more.
-- expect: error HERE: 
local s = ("xx"):rep(math.maxinteger) --> here
