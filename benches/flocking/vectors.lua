-- The same flock on vectors, for when there is no cookbook at hand.

local COUNT = 30
local SIGHT, TOP_SPEED, EDGE = 2.5, 3, 12

local flock = {}
for i = 1, COUNT do
  local angle = i / COUNT * math.pi * 2
  local pos = Vec(math.cos(angle) * 4, 0.3, math.sin(angle) * 4)
  flock[i] = physics.sphere { pos = pos, radius = 0.2, density = 100, friction = 0 }
end

local function flat(v) return Vec(v.x, 0, v.z) end

hook.Add("Think", "flock", function(dt)
  local places, courses = {}, {}
  for i, boid in ipairs(flock) do
    places[i], courses[i] = flat(physics.position(boid)), flat(physics.velocity(boid))
  end
  local me = flat(player.position())

  for i, boid in ipairs(flock) do
    local place, course = places[i], courses[i]
    local away, common, centre, seen = Vec(), Vec(), Vec(), 0
    for j = 1, COUNT do
      if j ~= i then
        local between = place - places[j]
        local d = between:length()
        if d < SIGHT and d > 0.001 then
          away = away + between / (d * d)
          common = common + courses[j]
          centre = centre + places[j]
          seen = seen + 1
        end
      end
    end
    local steer = Vec()
    if seen > 0 then
      steer = steer + away * 1.5
      steer = steer + (common / seen - course) * 0.5
      steer = steer + (centre / seen - place) * 0.4
    end
    steer = steer + (me - place):normalized() * 0.3
    if place.x < -EDGE then steer = steer + Vec(3, 0, 0) end
    if place.x > EDGE then steer = steer - Vec(3, 0, 0) end
    if place.z < -EDGE then steer = steer + Vec(0, 0, 3) end
    if place.z > EDGE then steer = steer - Vec(0, 0, 3) end

    local v = course + steer * (dt * 4)
    if v:length() > TOP_SPEED then v = v:normalized() * TOP_SPEED end
    physics.setVelocity(boid, Vec(v.x, physics.velocity(boid).y, v.z))
  end
end)
