-- Changes the methods of all texts.
-- expect: no error
pcall(function() string.upper = function() return "evil" end end)
pcall(function() ("").upper = function() return "evil" end end)
pcall(function() getmetatable("").__index = function() return "evil" end end)
pcall(rawset, string, "upper", function() return "evil" end)
local s = "a"
if s:upper() ~= "A" or string.upper(s) ~= "A" then print("BROKEN: it changed a method") end
if ("x").dump then print("BROKEN: dump") end
