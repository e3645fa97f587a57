-- Prints bytes that are no text.
-- expect: no error
-- expect: prints 
print("\xff\xfe\x80", ("\xc3"):rep(10))
