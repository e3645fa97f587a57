-- Repeats for ever in a timer.
-- expect: stopped
timer.Simple(0.1, function()
  repeat local x = 1 until x > 1 --> here
end)
