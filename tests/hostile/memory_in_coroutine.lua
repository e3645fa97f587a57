-- Runs out of memory in a coroutine, and keeps what it has in the coroutine's stack.
-- expect: stopped for something
local kept = {}
hook.Add("Tick", "attack", function()
  local thread = coroutine.create(function()
    local t = {}
    while true do t[#t + 1] = ("x"):rep(10000) .. #t end
  end)
  kept[#kept + 1] = thread
  coroutine.resume(thread)
end)
