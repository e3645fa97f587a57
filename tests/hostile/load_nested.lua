-- Loads texts that nest brackets, blocks and functions a hundred thousand deep.
-- expect: error HERE: 
local function refuse(text)
  local made, message = load(text, "=deep")
  if made then print("BROKEN: it was compiled") end
  return message
end
print(refuse("return " .. ("("):rep(100000) .. "1" .. (")"):rep(100000)))
print(refuse(("do "):rep(100000) .. ("end "):rep(100000)))
print(refuse(("function f() "):rep(100000)))
print(refuse("return " .. ("{"):rep(100000)))
print(refuse("return " .. ("- "):rep(100000) .. "1"))
print(refuse("x = " .. ("'a' .. "):rep(100000) .. "'b'"))
print(refuse("return " .. ("not "):rep(100000) .. "1"))
load("return " .. ("{"):rep(100000) .. "oh")() --> here
