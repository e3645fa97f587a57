-- Calls `pcall` through `pcall` for ever.
-- expect: stopped
while true do pcall(pcall, pcall, error) end --> here
