-- Formats with a width and a precision that are too large, and with too many arguments.
-- expect: error HERE: 
print(pcall(string.format, "%99999d", 1))
print(pcall(string.format, "%.99999f", 1e300))
print(pcall(string.format, ("%s"):rep(500), table.unpack({}, 1, 500)))
string.format("%1000000s", "x") --> here
