-- Gives timers numbers that are none, wrong things and names of a megabyte.
-- expect: error HERE: timer.Simple: 
for _, evil in ipairs { 0 / 0, 1 / 0, -1 / 0, -1, -1e300, "x", {}, true, print } do
  if pcall(timer.Simple, evil, print) or pcall(timer.Create, "x", evil, 0, print) then print("BROKEN: " .. tostring(evil)) end
  pcall(timer.Adjust, "x", evil) pcall(timer.TimeLeft, evil) pcall(timer.Create, "x", 1, evil, print)
end
pcall(timer.Create, "x", 1, 1e300, print) pcall(timer.Create, "y", 1e300, 0, print)
timer.Create("", 1e-300, math.mininteger, function() end)
timer.Simple(0 / 0, print) --> here
