-- Declares another variable to be closed in each `__close`.
-- expect: stopped for something
local again
again = { __close = function()
  local held <close> = setmetatable({}, again)
  while true do end
end }
local held <close> = setmetatable({}, again)
while true do end
