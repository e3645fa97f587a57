-- Prints two hundred thousand arguments at once.
-- expect: no error
-- expect: prints nil
print(table.unpack({}, 1, 200000))
