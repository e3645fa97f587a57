-- Recurses through `gsub`, `sort`, `load`, `pcall`, `tostring` and coroutines, from Lua into the library and back.
-- expect: stopped
-- expect: prints deep enough
-- flags: --ticks 30 --script-deadline 1000
local ways
local function again() return ways[1]() end --> here
ways = {
  function() return (("x"):gsub("x", again)) end, --> here
  function() return table.sort({ 2, 1 }, again) end,
  function() return load("local again = ... return 1 + again()")(again) end,
  function() return 1 + select(2, pcall(again)) end,
  function() return 1 + coroutine.wrap(again)() end,
  function() return 1 + #tostring(setmetatable({}, { __tostring = again })) end,
}
for _ = 1, #ways do
  if pcall(again) then print("BROKEN: it came to an end") end
  table.insert(ways, table.remove(ways, 1))
end
print("deep enough")
while true do pcall(again) end --> here
