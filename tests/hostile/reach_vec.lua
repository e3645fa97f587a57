-- Changes vectors' methods and feeds vectors with what is no number.
-- expect: no error
local v = Vec(1, 2, 3)
pcall(function() v.length = function() return "evil" end end)
pcall(function() Vec.new = 1 end)
pcall(function() v.w = 5 end)
pcall(rawset, v, "x", "evil")
for _, evil in ipairs { "x", {}, print, true } do
  if pcall(function() v.x = evil end) then print("BROKEN: a vector holds a " .. type(evil)) end
  pcall(Vec, evil) pcall(function() return v + evil end) pcall(function() return evil / v end)
  pcall(v.length, evil) pcall(v.lerp, v, evil, evil) pcall(v.dot, v) pcall(v.cross)
end
if v:length() ~= Vec(1, 2, 3):length() then print("BROKEN: the vector is another") end
