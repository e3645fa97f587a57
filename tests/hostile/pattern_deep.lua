-- Nests a pattern so deep that the matcher's own stack would end.
-- expect: error HERE: 
local deep = ("(a?"):rep(1000) .. ("a"):rep(10)
print(("a"):rep(1000):find(deep)) --> here
