-- Waits in a loop and loops on in the handler once it is stopped.
-- expect: stopped
-- never: BROKEN
xpcall(function() --> here
  while true do end --> here
end, function(message) --> here
  print("BROKEN: the handler ran: " .. tostring(message))
  while true do end
end)
