-- Makes ever new coroutines that wait, and keeps them all.
-- expect: stopped for something
local kept = {}
hook.Add("Tick", "attack", function()
  while true do
    local thread = coroutine.create(function() coroutine.yield() end)
    coroutine.resume(thread)
    kept[#kept + 1] = thread
  end
end)
