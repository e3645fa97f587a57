-- The same flock on as few plain numbers as somebody would write by hand who sees that birds on a plain have no height: two
-- components, as the third is always 0.

local COUNT = 30
local SIGHT, TOP_SPEED, EDGE = 2.5, 3, 12

local flock = {}
for i = 1, COUNT do
  local angle = i / COUNT * math.pi * 2
  flock[i] = physics.sphere {
    pos = Vec(math.cos(angle) * 4, 0.3, math.sin(angle) * 4), radius = 0.2, density = 100, friction = 0,
  }
end

local sqrt = math.sqrt
local xs, zs, vxs, vzs = {}, {}, {}, {}

hook.Add("Think", "flock", function(dt)
  for i = 1, COUNT do
    local p, v = physics.position(flock[i]), physics.velocity(flock[i])
    xs[i], zs[i], vxs[i], vzs[i] = p.x, p.z, v.x, v.z
  end
  local me = player.position()
  local mx, mz = me.x, me.z

  for i = 1, COUNT do
    local x, z, vx, vz = xs[i], zs[i], vxs[i], vzs[i]
    local away_x, away_z, course_x, course_z, centre_x, centre_z, seen = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0
    for j = 1, COUNT do
      if j ~= i then
        local ox, oz = x - xs[j], z - zs[j]
        local d = sqrt(ox * ox + oz * oz)
        if d < SIGHT and d > 0.001 then
          local d2 = d * d
          away_x, away_z = away_x + ox / d2, away_z + oz / d2
          course_x, course_z = course_x + vxs[j], course_z + vzs[j]
          centre_x, centre_z = centre_x + xs[j], centre_z + zs[j]
          seen = seen + 1
        end
      end
    end
    local sx, sz = 0.0, 0.0
    if seen > 0 then
      sx, sz = sx + away_x * 1.5, sz + away_z * 1.5
      sx, sz = sx + (course_x / seen - vx) * 0.5, sz + (course_z / seen - vz) * 0.5
      sx, sz = sx + (centre_x / seen - x) * 0.4, sz + (centre_z / seen - z) * 0.4
    end
    local tx, tz = mx - x, mz - z
    local far = sqrt(tx * tx + tz * tz)
    if far >= 1e-9 then sx, sz = sx + tx / far * 0.3, sz + tz / far * 0.3 end
    if x < -EDGE then sx = sx + 3 end
    if x > EDGE then sx = sx - 3 end
    if z < -EDGE then sz = sz + 3 end
    if z > EDGE then sz = sz - 3 end

    local step = dt * 4
    vx, vz = vx + sx * step, vz + sz * step
    local speed = sqrt(vx * vx + vz * vz)
    if speed > TOP_SPEED then vx, vz = vx / speed * TOP_SPEED, vz / speed * TOP_SPEED end
    physics.setVelocity(flock[i], Vec(vx, physics.velocity(flock[i]).y, vz))
  end
end)
