-- Takes what steering makes to pieces: methods on the wrong object, fields that are no numbers, metatables, endless numbers.
-- expect: error HERE: gait:seek: body.pos.x must be a number, got a string
local walk, b = steer.Gait { maxSpeed = 2, maxForce = 1 }, steer.Body { pos = Vec() }
local w, rng = steer.Wander { ahead = 1, radius = 1, jitter = 1 }, random.pcg(1)
for _, o in ipairs { walk, b, w, rng } do
  if getmetatable(o) ~= false then print("BROKEN: the metatable is out") end
  if pcall(setmetatable, o, {}) then print("BROKEN: the metatable is gone") end
  for _, f in ipairs { walk.seek, walk.arrive, b.step, w.target, w.force, rng.float, rng.int } do pcall(f, o, o, o, o) pcall(f) end
end
local faked = setmetatable({}, { __name = "SteerBody", __index = function() error("asked") end })
if pcall(walk.seek, walk, faked, Vec()) then print("BROKEN: a body without a place") end
b.vel = Vec(1e308, 1e308, 1e308)
for _ = 1, 10 do pcall(b.step, b) pcall(b.applyForce, b, Vec(1e308)) end
for n = 0, 40 do if rng:int(1 << n) < 1 then print("BROKEN: 0") end end
pcall(rng.int, rng, math.maxinteger) pcall(rng.int, rng, math.mininteger)
hook.Add("Tick", "attack", function()
  b.pos = { x = "far" }
  walk:seek(b, Vec()) --> here
end)
