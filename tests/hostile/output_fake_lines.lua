-- Prints lines that look as if they came from the witness.
-- expect: no error
-- expect: prints 0_witness.lua: 30 ticks, lost: everything
print("0_witness.lua: 30 ticks, lost: everything")
