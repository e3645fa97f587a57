-- The arithmetic of a flock, as a program of its own: thirty birds for forty frames, on whatever `Vec` there is. Where there is none,
-- vectors are tables with metamethods, as scripts write them for themselves.

local Vec, sqrt = Vec, math.sqrt
if not Vec then
  local methods = {}
  local meta = { __index = methods }
  function Vec(x, y, z) return setmetatable({ x = x, y = y, z = z }, meta) end
  function meta.__add(a, b) return Vec(a.x + b.x, a.y + b.y, a.z + b.z) end
  function meta.__sub(a, b) return Vec(a.x - b.x, a.y - b.y, a.z - b.z) end
  function meta.__mul(a, n) return Vec(a.x * n, a.y * n, a.z * n) end
  function meta.__div(a, n) return Vec(a.x / n, a.y / n, a.z / n) end
  function methods.length(a) return sqrt(a.x * a.x + a.y * a.y + a.z * a.z) end
  function methods.normalized(a)
    local length = a:length()
    if length < 1e-9 then return Vec(0.0, 0.0, 0.0) end
    return a / length
  end
end

local COUNT, FRAMES, DT = 30, 40, 1 / 60
local SIGHT, TOP_SPEED, EDGE = 2.5, 3, 12

local function frame(places, speeds)
  local new = {}
  for i = 1, COUNT do
    local away, course, centre, seen = Vec(0.0, 0.0, 0.0), Vec(0.0, 0.0, 0.0), Vec(0.0, 0.0, 0.0), 0
    for j = 1, COUNT do
      if j ~= i then
        local offset = places[i] - places[j]
        local d = offset:length()
        if d < SIGHT and d > 0.001 then
          away, course, centre = away + offset / (d * d), course + speeds[j], centre + places[j]
          seen = seen + 1
        end
      end
    end
    local steer = Vec(0.0, 0.0, 0.0)
    if seen > 0 then
      steer = steer + away * 1.5
      steer = steer + (course / seen - speeds[i]) * 0.5
      steer = steer + (centre / seen - places[i]) * 0.4
    end
    steer = steer + (Vec(0.0, 0.0, 6.0) - places[i]):normalized() * 0.3
    if places[i].x < -EDGE then steer = steer + Vec(3.0, 0.0, 0.0) end
    if places[i].x > EDGE then steer = steer - Vec(3.0, 0.0, 0.0) end
    if places[i].z < -EDGE then steer = steer + Vec(0.0, 0.0, 3.0) end
    if places[i].z > EDGE then steer = steer - Vec(0.0, 0.0, 3.0) end
    local v = speeds[i] + steer * (DT * 4)
    if v:length() > TOP_SPEED then v = v:normalized() * TOP_SPEED end
    new[i] = v
  end
  for i = 1, COUNT do places[i] = places[i] + new[i] * DT end
  return new
end

return {
  { "flock", function()
    local places, speeds = {}, {}
    for i = 1, COUNT do
      -- In six rows.
      places[i], speeds[i] = Vec((i % 6 - 2.5) * 1.3, 0.0, i * 0.25 - 4), Vec(0.0, 0.0, 0.0)
    end
    for _ = 1, FRAMES do speeds = frame(places, speeds) end
    local sum = 0.0
    for i = 1, COUNT do sum = sum * 0.5 + places[i].x + places[i].z end
    return sum
  end },
}
