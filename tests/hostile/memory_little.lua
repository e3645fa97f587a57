-- Takes more than it may in every way there is, where a script may hold very little.
-- expect: no error
-- expect: prints still here
-- never: BROKEN
-- flags: --ticks 60 --script-memory 4
local ways = {
  function(kept) for n = 1, 1e9 do kept[n] = ("x"):rep(1000) .. n end end,
  function(kept) for n = 1, 1e9 do kept[n] = { n, {} } end end,
  function(kept) for n = 1, 1e9 do kept[n] = function() return n end end end,
  function(kept) for n = 1, 1e9 do kept[n] = coroutine.wrap(function() coroutine.yield(kept) end) kept[n]() end end,
  function(kept) for n = 1, 1e9 do kept[n] = Vec(n, n, n) end end,
  function() local function deeper(...) return 1, deeper(1, ...) end deeper() end,
  function() return ("x"):rep(1e8) end,
  function() return ("x"):rep(1e6):gsub("", ("y"):rep(1e3)) end,
  function() return table.concat({ ("x"):rep(3e6), ("y"):rep(3e6) }) end,
  function() return table.unpack({}, 1, 900000) end,
  function() return ("%s"):rep(99):format(table.unpack((function() local t = {} for i = 1, 99 do t[i] = ("x"):rep(1e5) end return t end)())) end,
  function() return load("return { " .. ("{1, 'x'}, "):rep(2e5) .. "}")() end,
  function() error(("x"):rep(3e6) .. ("y"):rep(3e6)) end,
  function() print(("x"):rep(3e6), ("y"):rep(3e6)) end,
  function() return agents.array(table.pack(table.unpack({}, 1, 9e5))) end,
  function() return hook.Run("attack", ("x"):rep(3e6) .. ("y"):rep(3e6)) end,
}
hook.Add("Tick", "attack", function(_, tick)
  local way = ways[tick // 3]
  if not way or tick % 3 > 0 then return end
  if way == ways[#ways] then print("still here") end
  if pcall(way, {}) then print("BROKEN: way " .. tick // 3 .. " had enough") end
end)
