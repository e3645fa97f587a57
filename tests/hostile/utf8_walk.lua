-- Counts and walks the letters of a long text for ever.
-- expect: stopped
local text = ("é"):rep(5000000)
while true do utf8.len(text) utf8.offset(text, 4000000) utf8.codepoint(text, 1, 100) end --> here
