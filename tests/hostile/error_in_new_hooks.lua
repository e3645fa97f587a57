-- Raises errors in ever new hooks, each under a name of its own.
-- expect: error error_in_new_hooks.lua
-- never: hook Think "300"
-- flags: --ticks 400
hook.Add("Tick", "attack", function(_, tick)
  hook.Add("Think", tostring(tick), function()
    hook.Remove("Think", tostring(tick))
    error("oh " .. string.char(97 + tick % 26):rep(tick % 97))
  end)
end)
