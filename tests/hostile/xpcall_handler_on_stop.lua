-- Waits in a loop and loops on in the handler once it is stopped.
-- expect: stopped
-- never: BROKEN
xpcall(function()
  while true do end --> here
end, function(message)
  print("BROKEN: the handler ran: " .. tostring(message))
  while true do end
end)
