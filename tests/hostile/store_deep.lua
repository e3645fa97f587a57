-- Saves tables that lie in themselves, a thousand deep, and in each other so that they unfold to more than fits.
-- expect: no error
-- expect: prints true false false false false
-- flags: --ticks 30 --script-deadline 2500
local circle = {}
circle.inside = { circle }
local deep, fits = {}, {}
for _ = 1, 1000 do deep = { deep } end
for _ = 1, 15 do fits = { fits } end
local doubled = {}
for _ = 1, 15 do doubled = { doubled, doubled, doubled, doubled } end
local wide = {}
for i = 1, 1000000 do wide[i] = true end
local function save(value) return (select(2, pcall(store.save, "attack", value))) == true end
print(tostring(save(fits)) .. (" %s"):rep(4):format(save(circle), save(deep), save(doubled), save(wide)))
if not store.load("attack")[1][1][1] then print("BROKEN") end
