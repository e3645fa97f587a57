-- Replaces every function that it can see in its own environment.
-- expect: no error
for _, name in ipairs { "print", "pcall", "error", "tostring", "type", "pairs", "next", "setmetatable", "load", "rawset" } do
  _G[name] = function() return "evil" end
end
for _, name in ipairs { "physics", "hook", "string", "math", "table", "coroutine", "timer" } do _G[name] = {} end
