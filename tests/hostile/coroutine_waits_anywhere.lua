-- Waits inside of `pcall`, `xpcall`, an iterator, metamethods and a closing function, as long as it likes.
-- expect: no error
-- expect: prints 9 waits
local waits = 0
local function wait() waits = waits + 1 return coroutine.yield(waits) end
local lazy = setmetatable({}, {
  __index = function() return wait() end, __add = function() return wait() end, __call = function() return wait() end,
})
local thread = coroutine.create(function()
  assert(pcall(wait))
  assert(pcall(pcall, wait))
  assert(select("#", xpcall(wait, print)) == 2)
  assert(not pcall(function() wait() error("oh") end))
  for _ in wait do break end
  assert(lazy.x == 6 and lazy + 1 == 7 and lazy() == 8)
  do local held <close> = setmetatable({}, { __close = wait }) end
  return "done"
end)
local value
hook.Add("Tick", "attack", function()
  if coroutine.status(thread) == "suspended" then
    local ok
    ok, value = coroutine.resume(thread, value)
    assert(ok, value)
    if value == "done" then print(waits .. " waits") end
  end
end)
