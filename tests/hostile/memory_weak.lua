-- Fills weak tables, which cost the collector much, with things that refer to each other.
-- expect: stopped for something
local weak = setmetatable({}, { __mode = "k" })
local last = {}
hook.Add("Tick", "attack", function()
  while true do
    local key = {}
    weak[key] = last
    last = key
  end
end)
