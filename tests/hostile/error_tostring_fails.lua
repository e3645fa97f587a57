-- Raises an error whose `__tostring` fails, and one whose `__tostring` gives no text.
-- expect: error HERE: 
timer.Simple(0, function() error(setmetatable({}, { __tostring = error })) end) --> here
timer.Simple(0, function() error(setmetatable({}, { __tostring = function() return {} end })) end)
timer.Simple(0, function() error(setmetatable({}, { __name = {} })) end)
timer.Simple(0, function() error(setmetatable({}, { __name = ("long"):rep(1000000) })) end)
