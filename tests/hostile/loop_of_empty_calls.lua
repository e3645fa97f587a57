-- Calls an empty function for ever.
-- expect: stopped
local function nothing() end --> here
while true do nothing() end --> here
