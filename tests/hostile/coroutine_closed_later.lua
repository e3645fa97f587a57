-- Is stopped in a coroutine that holds a variable whose `__close` loops; its next version closes, resumes and drops that one.
-- expect: prints load 2
-- expect: error HERE: this ran for more than 250 ms
-- never: BROKEN
-- flags: --ticks 30 --reload coroutine_closed_later.lua@20
shared.loads = (shared.loads or 0) + 1
print("load " .. shared.loads)
local closing = { __close = function() while true do end end }
if shared.loads == 1 then
  shared.dead = coroutine.create(function()
    local held <close> = setmetatable({}, closing)
    while true do end --> here
  end)
  coroutine.resume(shared.dead) --> here
  print("BROKEN: it went on after the stop")
else
  if coroutine.resume(shared.dead) then print("BROKEN: it was resumed") end
  pcall(coroutine.close, shared.dead)
  pcall(coroutine.wrap(function() coroutine.close(shared.dead) end))
  shared.dead = nil
end
