-- A flock on plain numbers: what the same flock on vectors is measured against. Each line of arithmetic does what the vectors do,
-- with all three components and in the same order, so both flocks fly alike to the last bit.

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
local xs, ys, zs, vxs, vys, vzs = {}, {}, {}, {}, {}, {}

hook.Add("Think", "flock", function(dt)
  for i = 1, COUNT do
    local p, v = physics.position(flock[i]), physics.velocity(flock[i])
    xs[i], ys[i], zs[i], vxs[i], vys[i], vzs[i] = p.x, 0.0, p.z, v.x, 0.0, v.z
  end
  local me = player.position()
  local mx, my, mz = me.x, 0.0, me.z

  for i = 1, COUNT do
    local x, y, z, vx, vy, vz = xs[i], ys[i], zs[i], vxs[i], vys[i], vzs[i]
    local away_x, away_y, away_z, course_x, course_y, course_z = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    local centre_x, centre_y, centre_z, seen = 0.0, 0.0, 0.0, 0
    for j = 1, COUNT do
      if j ~= i then
        local ox, oy, oz = x - xs[j], y - ys[j], z - zs[j]
        local d = sqrt(ox * ox + oy * oy + oz * oz)
        if d < SIGHT and d > 0.001 then
          local d2 = d * d
          away_x, away_y, away_z = away_x + ox / d2, away_y + oy / d2, away_z + oz / d2
          course_x, course_y, course_z = course_x + vxs[j], course_y + vys[j], course_z + vzs[j]
          centre_x, centre_y, centre_z = centre_x + xs[j], centre_y + ys[j], centre_z + zs[j]
          seen = seen + 1
        end
      end
    end
    local sx, sy, sz = 0.0, 0.0, 0.0
    if seen > 0 then
      sx, sy, sz = sx + away_x * 1.5, sy + away_y * 1.5, sz + away_z * 1.5
      sx, sy, sz = sx + (course_x / seen - vx) * 0.5, sy + (course_y / seen - vy) * 0.5, sz + (course_z / seen - vz) * 0.5
      sx, sy, sz = sx + (centre_x / seen - x) * 0.4, sy + (centre_y / seen - y) * 0.4, sz + (centre_z / seen - z) * 0.4
    end
    local tx, ty, tz = mx - x, my - y, mz - z
    local far = sqrt(tx * tx + ty * ty + tz * tz)
    if far >= 1e-9 then sx, sy, sz = sx + tx / far * 0.3, sy + ty / far * 0.3, sz + tz / far * 0.3 end
    if x < -EDGE then sx = sx + 3 end
    if x > EDGE then sx = sx - 3 end
    if z < -EDGE then sz = sz + 3 end
    if z > EDGE then sz = sz - 3 end

    local step = dt * 4
    vx, vy, vz = vx + sx * step, vy + sy * step, vz + sz * step
    local speed = sqrt(vx * vx + vy * vy + vz * vz)
    if speed > TOP_SPEED then
      vx, vy, vz = vx / speed * TOP_SPEED, vy / speed * TOP_SPEED, vz / speed * TOP_SPEED
    end
    physics.setVelocity(flock[i], Vec(vx, physics.velocity(flock[i]).y, vz))
  end
end)
