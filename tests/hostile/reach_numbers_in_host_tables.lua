-- Plants numbered elements in the yard's tables, where another script would see them.
-- expect: no error
for _, t in ipairs { physics, math, string, table, hook, timer } do
  pcall(table.insert, t, "evil")
  pcall(table.move, { "evil" }, 1, 1, 1, t)
  if t[1] ~= nil or #t ~= 0 then print("BROKEN: a number in a table of the yard") end
end
