-- Loads a text under the name of another script, so that this seems to be at fault.
-- expect: error load_other_name.lua: 0_witness.lua:1: it was me
load("error('it was me')", "@0_witness.lua")()
