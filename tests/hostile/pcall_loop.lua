-- Catches every error in a loop around a loop.
-- expect: stopped
while true do --> here
  pcall(function() while true do end end) --> here
end
