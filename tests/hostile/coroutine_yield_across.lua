-- Yields out of a hook, a sort, a metamethod and a timer.
-- expect: error HERE: attempt to yield from outside a coroutine
hook.Add("Tick", "attack", function()
  pcall(table.sort, { 3, 2, 1 }, coroutine.yield) coroutine.yield(1) --> here
end)
timer.Create("attack", 0, 0, function()
  setmetatable({}, { __index = coroutine.yield }).x = 1
  coroutine.wrap(function() hook.Run("Tick attack") coroutine.yield() end)()
end)
