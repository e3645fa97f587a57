-- Loads compiled code, which could do anything.
-- expect: no error
-- expect: prints nil
for _, mode in ipairs { "b", "bt", "t" } do
  local made, message = load("\27Lua\x54\x00\x19\x93\r\n\x1a\n", "x", mode)
  print(made, message)
  if made then print("BROKEN: it loaded compiled code") end
end
if string.dump or ("").dump then print("BROKEN: string.dump is there") end
