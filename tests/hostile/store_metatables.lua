-- Saves tables whose metatables loop, lie and raise errors: they are kept as what they hold.
-- expect: no error
-- expect: prints 1 nil
local function loop() while true do end end
local value = setmetatable({ 1 }, {
  __pairs = loop, __index = loop, __len = loop, __eq = loop, __lt = loop, __tostring = loop, __call = loop, __name = ("x"):rep(1000000),
  __metatable = false, __close = loop, __mode = "kv", __newindex = loop,
})
for _ = 1, 100 do store.save("attack", value) store.save("attack", { inside = value, [1.5] = value }) end
store.save("attack", value)
print(store.load("attack")[1] .. " " .. tostring(getmetatable(store.load("attack"))))
pcall(store.save, setmetatable({}, { __tostring = loop, __name = "string" }), 1)
pcall(store.keys, setmetatable({}, { __tostring = loop, __concat = loop }))
