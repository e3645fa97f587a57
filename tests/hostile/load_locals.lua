-- Loads texts with more variables, constants and upvalues than Lua has room for.
-- expect: no error
-- expect: prints too many local variables
local names, values = {}, {}
for i = 1, 300 do names[i] = "v" .. i end
local _, message = load("local " .. table.concat(names, ", "), "=t")
print(message:match("too many local variables") or message)
for i = 1, 300000 do values[i] = i + 0.5 end
local made = load("return {" .. table.concat(values, ",") .. "}", "=t")
print(made and #made())
