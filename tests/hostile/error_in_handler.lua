-- Raises errors in the handlers of errors.
-- expect: no error
-- expect: prints false
print(xpcall(error, function() error("again") end, "first"))
print(xpcall(error, error, "first"))
print(xpcall(error, function() return nil + 1 end))
