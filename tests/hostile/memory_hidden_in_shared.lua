-- Puts all that it makes into `shared`, so that it seems to be everybody's.
-- expect: stopped for something
shared.dump = {}
hook.Add("Tick", "attack", function()
  while true do shared.dump[#shared.dump + 1] = ("x"):rep(10000) .. #shared.dump end
end)
