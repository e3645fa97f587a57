-- Raises errors out of functions whose names are a megabyte long.
-- expect: error error_long_names.lua: x:1: oh
local name = ("n"):rep(1000000)
local text = ("local t = {} function t.%s() error('oh') end t.%s()"):format(name, name)
load(text, "=x")()
