-- Keeps a table in a table twice over, sixty deep, and a ring of tables: who walks them place by place never ends.
-- expect: no error
local t = {}
for _ = 1, 60 do t = {t, a = t, b = t, [t] = t} end
state.t = t
local ring = {}
for i = 1, 100000 do ring[i] = {ring[i - 1], ring} end
ring[1][3] = ring[100000]
state.ring = ring
local deep = {}
for _ = 1, 100000 do deep = {deep} end
state.deep = deep
