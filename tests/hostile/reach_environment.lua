-- Gets at the names of others through `_G`, `_ENV`, `load` and functions of theirs.
-- expect: no error
mine = "not yours"
_G.checks, _ENV.pos = "not yours", "not yours"
rawset(_G, "hook2", 1)
load("mine = 'changed'", "=x", "t", _G)()
if load("return mine")() ~= "changed" then print("BROKEN: load has another environment") end
local theirs = hook.GetTable().witness.witness
if theirs(1) ~= 1 then print("BROKEN: it is not the function of the witness") end
local _ENV = { print = print }
if physics or _G then print("BROKEN: an environment of one's own has more than it was given") end
