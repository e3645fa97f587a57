---@meta
-- Moonyard's functions, for editors that understand LuaCATS annotations.
-- Made from the sources by `UPDATE_DOCS=1 cargo test --test docs`.

---@alias Event "Init"|"Think"|"Tick"|"Contact"|"Shutdown"

---Three 64-bit floats. `a + b`, `a - b` and `-a` are vectors; `a * n`, `n * a` and `a / n` scale; `a * b` multiplies component by component; `a == b` compares exactly. As text it is `Vec(1.000, 2.000, 3.000)`. Two vectors that are equal are still two different keys of a table. Y is up, −Z is forward. As a colour x is red, y green and z blue. Where the yard takes a vector it also takes `{1, 2, 3}` and `{x = 1, y = 2, z = 3}`.
---@class Vec
---@field x number
---@field y number
---@field z number
---@operator add(Vec): Vec
---@operator sub(Vec): Vec
---@operator mul(number|Vec): Vec
---@operator div(number): Vec
---@operator unm: Vec
local VecMethods = {}

---How long it is.
---@return number length
function VecMethods:length() end

---The vector of length 1 in its direction; the zero vector for lengths under 1e-9.
---@return Vec unit
function VecMethods:normalized() end

---The scalar product.
---@param b Vec
---@return number product
function VecMethods:dot(b) end

---The vector product.
---@param b Vec
---@return Vec product
function VecMethods:cross(b) end

---How far it is from one point to the other.
---@param b Vec
---@return number distance
function VecMethods:distance(b) end

---The point a part of the way to another.
---@param b Vec
---@param t number 0 is here, 1 is there
---@return Vec v
function VecMethods:lerp(b, t) end

---What `physics.box` takes; every field may be left out; its default comes last. A vector may also be written `{1, 2, 3}` or `{x = 1, y = 2, z = 3}`, and a single number stands for all three components.
---@class BoxOptions
---@field size? Vec|number m, full extents, at least 0.02; 0.5 each
---@field pos? Vec m, the centre; (0, 2, 0)
---@field static? boolean true: it never moves; false
---@field density? number kg/m³, at least 1; 500
---@field friction? number coefficient, 0 or more; 0.6. A pair's is the root of the product of the two.
---@field bounce? number restitution 0 to 1; 0.1. A pair's is the larger of the two, and none under 1 m/s.
---@field velocity? Vec m/s; none
---@field color? Vec red, green and blue, 0 to 1; (0.8, 0.8, 0.8)
---@field material? integer a number of yours that contacts and rays tell; 0
---@field visible? boolean false: it collides but is not drawn; true
---@field glass? boolean see-through, tinted by `color`; false
---@field cloudy? number how milky glass is, 0 to 1; 0

---What `physics.sphere` takes; every field may be left out; its default comes last.
---@class SphereOptions
---@field radius? number m, at least 0.02; 0.25
---@field pos? Vec m, the centre; (0, 2, 0)
---@field static? boolean true: it never moves; false
---@field density? number kg/m³, at least 1; 500
---@field friction? number coefficient, 0 or more; 0.6. A pair's is the root of the product of the two.
---@field bounce? number restitution 0 to 1; 0.1. A pair's is the larger of the two, and none under 1 m/s.
---@field velocity? Vec m/s; none
---@field color? Vec red, green and blue, 0 to 1; (0.8, 0.8, 0.8)
---@field material? integer a number of yours that contacts and rays tell; 0
---@field visible? boolean false: it collides but is not drawn; true
---@field glass? boolean see-through, tinted by `color`; false
---@field cloudy? number how milky glass is, 0 to 1; 0

---What `physics.raycast` found.
---@class Hit
---@field pos Vec where, in metres
---@field normal Vec the unit vector out of the surface there
---@field distance number from the start, in metres; 0 for a start inside the body
---@field body integer its id
---@field material integer its material

---What the event `Contact` tells: two bodies began to touch.
---@class Contact
---@field a integer the body with the lower id
---@field b integer the other
---@field speed number m/s along the normal, as they met
---@field pos Vec where, in metres
---@field materialA integer material of `a`
---@field materialB integer material of `b`

---What `view.mode` takes. Each mode has options of its own, named in brackets; every one may be left out; the defaults come last. A `target` that is left out is the player, which the camera then follows.
---@class ViewOptions
---@field distance? number m from what it looks at (third: 0.5 to 50, an arm that walls shorten; 3.5. orbit: seen from above, 0.1 to 1000; 6. iso, side: 1 to 1000; 14 and 9)
---@field height? number m (first: of the eyes, 0.3 to 1.65; 1.65. third: of the pivot, 0.3 to 1.6; 1.5. orbit, side: above what it looks at; 2.5 and 1. topdown: above what it looks at, 1 to 1000; 14)
---@field side? number m, how far to the right of the player the pivot is (third: -2 to 2; 0.45)
---@field speed? number degrees a second; positive turns the view to the right (orbit: -360 to 360; 0)
---@field yaw? number degrees to the right of −Z, where it looks (topdown: what is up; 0. iso: 45. side: 0)
---@field pitch? number degrees, how far down it looks (iso: 0 to 89; 35.26)
---@field target? Vec m, what it looks at (orbit, topdown, iso, side, fixed; the player)
---@field pos? Vec m, where it stands (fixed; where the camera is)

---Where the camera is at a time, for `view.path`.
---@class PathKey
---@field pos Vec m, the eye
---@field target Vec m, what it looks at
---@field time number seconds; only the differences between keys count

---What `draw.trail` takes; what is left out stays as it was, and at first is the default that comes last.
---@class TrailOptions
---@field color? Vec of the whole trail: red, green and blue, 0 to 1; (1, 0.85, 0.2)
---@field points? integer how many points it keeps, 2 to 20,000; then the oldest goes; 300
---@field seconds? number how long a point stays, above 0; for ever
---@field gap? boolean true: no line leads to this point, as after a jump; false

---How `hud.text` shows a text; what is left out stays as it was, and at first is the default that comes last.
---@class HudOptions
---@field x? number 0 is the left edge of the window, 0.5 its middle, 1 the right edge
---@field y? number 0 is the upper edge, 0.5 the middle, 1 the lower edge
---@field size? number of the letters, 6 to 200 pixels of a window 720 pixels high; 18
---@field color? Vec red, green and blue, 0 to 1; white

---A generator of numbers by chance (PCG, 128 bits, output DXSM), made by `random.pcg`. It can be kept in `state`, and goes on from there after a reload; `random.pcg(rng.high, rng.low)` is another that goes on from the same place.
---@class Rng
---@field high integer the upper half of where it stands
---@field low integer the lower half
local RngMethods = {}

---A number from 0 up to but not including 1.
---@return number u
function RngMethods:float() end

---A whole number from 1 to `n`, each as likely as the others.
---@param n integer 1 or more
---@return integer k
function RngMethods:int(n) end

---A number of the normal distribution: 0 on average, two thirds of them from -1 to 1.
---@return number z
function RngMethods:normal() end

---What a body can do, made by `steer.Gait`, and what it may want. These two numbers make the animal: a mouse or a horse, a horse or a stone. Both can be changed at any time.
---@class Gait
---@field maxSpeed number how fast it wants to be; 0 or more
---@field maxForce number how hard it can push; above 0, `math.huge` for no limit
local GaitMethods = {}

---The force towards a velocity: what is lacking, at most `maxForce` long. For a `SteerBody` that is the difference of the velocities, for a body of `physics` the force that makes it up within one tick.
---@param body SteerBody|integer
---@param desired Vec the velocity wanted
---@return Vec force
function GaitMethods:steer(body, desired) end

---To a point at full speed, and past it, and back.
---@param body SteerBody|integer
---@param target Vec
---@return Vec force
function GaitMethods:seek(body, target) end

---Away from a point at full speed.
---@param body SteerBody|integer
---@param from Vec
---@return Vec force
function GaitMethods:flee(body, from) end

---To a point and to rest there: nearer than `brake` the speed wanted falls with the distance. With a `brake` below `stopRadius` it overshoots.
---@param body SteerBody|integer
---@param target Vec
---@param brake number 0 or more
---@return Vec force
function GaitMethods:arrive(body, target, brake) end

---The shortest way in which a body of this mass can stop from full speed.
---@param mass? number 1
---@return number distance maxSpeed² · mass / (2 · maxForce)
function GaitMethods:stopRadius(mass) end

---A free body, made by `steer.Body`: a point in whatever units you like, which nothing but its forces moves. It meets no other body and is not seen; draw it yourself.
---@class SteerBody
---@field pos Vec where it is
---@field vel? Vec how far it goes in a step; zero
---@field mass? number above 0; 1
---@field force? Vec what has been applied since the last step; zero
local SteerBodyMethods = {}

---Adds a force to those of the next step.
---@param force Vec
function SteerBodyMethods:applyForce(force) end

---Moves it on: the velocity grows by force / mass, then the position by the velocity, and the forces are gone.
function SteerBodyMethods:step() end

---A heading that drifts, made by `steer.Wander`: the body seeks a point on a circle in front of it, and each time the point moves along the circle by a little.
---@class Wander
---@field ahead number from the body to the middle of the circle
---@field radius number of the circle
---@field jitter number how far the point may move each time, in radians; 0 to 2π
---@field angle? number where on the circle the point is, in radians from the heading; 0
---@field plane? "xy"|"xz" where the circle lies; "xy" for a `SteerBody`, "xz", the ground, for a body of `physics`
local WanderMethods = {}

---Moves the point on by one draw and says where it is. A body that stands still heads for +x.
---@param body SteerBody|integer
---@param rng Rng from `random.pcg`
---@return Vec target
function WanderMethods:target(body, rng) end

---The same, as the force that seeks the point.
---@param gait Gait
---@param body SteerBody|integer
---@param rng Rng from `random.pcg`
---@return Vec force
function WanderMethods:force(gait, body, rng) end

---What `expect` gives. A method that finds something else fails the test and says what was expected and what came.
---@class Expectation
local ExpectationMethods = {}

---The same number, text, vector or other value; tables are compared entry by entry.
---@param wanted any
function ExpectationMethods:equals(wanted) end

---Not equal.
---@param other any
function ExpectationMethods:differs(other) end

---A number or vector that is at most so far away.
---@param wanted number|Vec
---@param tolerance? number 1e-6
function ExpectationMethods:near(wanted, tolerance) end

---A larger number.
---@param limit number
function ExpectationMethods:above(limit) end

---A smaller number.
---@param limit number
function ExpectationMethods:below(limit) end

---`true` itself.
function ExpectationMethods:is_true() end

---`false` itself.
function ExpectationMethods:is_false() end

---Nothing.
function ExpectationMethods:is_nil() end

---A list or text of that length.
---@param wanted integer
function ExpectationMethods:has_length(wanted) end

---A list with that entry, or text with that text in it.
---@param wanted any
function ExpectationMethods:contains(wanted) end

---Text that matches a pattern of Lua's.
---@param pattern string
function ExpectationMethods:matches(pattern) end

---A function that raises an error when it is called; its message matches the pattern.
---@param pattern? string
function ExpectationMethods:errors(pattern) end

---One body of the tested world.
---@class Body
---@field id integer
---@field script string? the file that made it; nil for the yard's own
---@field shape "box"|"sphere"
---@field size Vec? of a box, in metres
---@field radius number? of a sphere, in metres
---@field pos Vec
---@field velocity Vec
---@field color Vec
---@field material integer
---@field static boolean
---@field visible boolean

---Many agents kept as arrays. `#pop` is how many live; each has an index from 1 on, in the order of ids, which changes when others die, and an id that never does and is never given again. `pop.pos[i]` is agent i's position; `pop.pos = rows` sets all, and so for every field. A population is there until `pop:remove()`, or until the script that made it goes; one that is kept in `state`, also in tables in it, outlives reloads. All populations of a script have 1,000,000 agents at most.
---@class Population
---@field pos Array positions, rows of `dim` numbers
---@field vel Array velocities in units a second
---@field id Array stable ids, growing; they cannot be set
---@field kind Array each agent's kind, an index into `kinds`; can be set to names, too
---@field kinds string[] the names of the kinds
---@field intent string[] the names of the intent fields
---@field dim integer 2 or 3; 1 works too
---@field senses Senses? what was perceived at the last `sense`; nil before the first and after a spawn or kill
---@field genome Genome? the genome that was last made for it

local PopulationMethods = {}

---Adds agents at the end, with new ids. Fields that are not given start at 0, false or "", intents at nan.
---@param k integer how many
---@param values? table by field: one value for all new agents or one for each; `kind` too
---@return Array indices of the new agents
function PopulationMethods:spawn(k, values) end

---Removes agents; the others keep their order and their ids. Not from inside a tree's leaf: mark them in a field there, and kill them after the tick.
---@param who Array|integer[]|integer|boolean[] a mask with one boolean for each, or indices
function PopulationMethods:kill(who) end

---The indices of ids.
---@param ids integer|Array|integer[]
---@return integer|Array indices 0 for the dead
function PopulationMethods:index_of(ids) end

---Adds a field: numbers, points, booleans or strings. From then on it is like any other.
---@param name string
---@param value any one value for all agents or one for each
function PopulationMethods:add_field(name, value) end

---Whether it is a field: `pos`, `vel`, `kind` or one that was added.
---@param name string
---@return boolean has
function PopulationMethods:has_field(name) end

---Sets intent fields of some agents. The values are checked and copied now and land at the start of the next frame; who is dead by then is skipped.
---@param ids integer|Array|integer[]
---@param values table by intent field: one value for all those agents or one for each
function PopulationMethods:write(ids, values) end

---Seconds since each agent's last write of an intent field landed.
---@param field string
---@return Array seconds math.huge where nothing landed yet
function PopulationMethods:intent_age(field) end

---Removes the population with all its agents. Whoever still holds it gets an error for using it.
function PopulationMethods:remove() end

---Finds every agent's neighbours. Call it once a step, before anything that asks for neighbours: separate, align and cohere reuse it for radii up to this one. Neighbours are found in plain space. So many agents in so large a radius that there would be more than 60,000,000 pairs to look at are an error (for more than 400,000 agents, 150 for each).
---@param radius number above 0
---@param options? table `fov`: how wide the view is, in radians, up to 2 * math.pi, which is all around
---@return Senses senses also `pop.senses`
function PopulationMethods:sense(radius, options) end

---Moves everybody along its velocity: one that is faster than max_speed is slowed down to it first. After `pop:collide` nobody ends in what stands in the yard.
---@param dt number seconds
---@param max_speed number|Array one for all or one for each; math.huge for no limit
function PopulationMethods:step(dt, max_speed) end

---Numbers or points by chance between two, one for each agent, from the population's own random numbers: `pop.pos = pop:random(Vec(0, 0), Vec(60, 60))`.
---@param lo number|Vec the lowest
---@param hi number|Vec the highest, of the same kind
---@return Array rows one for each agent
function PopulationMethods:random(lo, hi) end

---Which agents are of a kind.
---@param kind string
---@return Array mask booleans
function PopulationMethods:is_kind(kind) end

---Keeps agents out of what stands in the yard from now on: after every `pop:step` and `agents.flock` no agent overlaps a static body. That is every box and sphere with `static = true`, of any script, and the yard's own walls, stairs and fence, as they are at the time of the step; bodies that move are in nobody's way. An agent that meets one slides along it and loses the velocity that leads into it. None jumps over a wall, however thin it is and however long the step; one that is inside, such as where a wall was just built, comes out by the shortest way, though never under the ground. In two dimensions a body counts if the plane cuts it, more than a millimetre deep: the ground does not stand in a plane at the height of 0.2, and a kerb under the plane is stepped over. Agents in three dimensions are balls among all static bodies, the ground too. Calling it again changes it. Unlike `pop:show` it belongs to the population, and goes on after a reload for one that is kept in `state`. `pop.pos = rows` may put agents anywhere; the next step sees to it.
---@param options? table|false `radius` of an agent, 0.2; `plane`, "xz" or "xy"; `y`, the height of the plane "xz", the radius if left out; `z`, the depth of the plane "xy", 0. All four are those of `pop:show` if the population is shown, of several radii the largest. Or `false`, which ends it.
function PopulationMethods:collide(options) end

---Draws every agent from now on, without bodies: they are in nobody's way (what is in theirs, `pop:collide` says), rays do not meet them, and showing changes nothing about a run. Agents that move in the event `Tick` are drawn between two ticks as bodies are, so a crowd moves smoothly at any frame rate; boxes turn as smoothly. What moves them at another time, in `Think` or by a timer, moves them at once: who moves in every `Think` is drawn where it is. A jump, farther in a tick than a metre and 8 times what its velocity makes, is not drawn as a way, nor a turn by more than a right angle. In the plane "xz", which is the ground, an agent's x and y are the yard's x and z; in the plane "xy", which stands upright, they are x and y. Agents in three dimensions are where their positions say. Boxes face the way they go. Colours and radii are those at the time of the call, and stay with their agents; ones that are spawned later have those of the last. Calling it again changes all of how they look. A population is shown until it is hidden or removed, or the script that showed it goes: after a reload, show one kept in `state` again. At most 200,000 agents of all scripts are shown. A trail is a line behind an agent that fades toward its end, in the agent's colour unless it has one of its own; no line leads over a jump. At most 2,000 agents of all scripts have trails.
---@param options? table|false `radius`, 0.2, or an array with one for each agent; `color`, one `Vec` or an array with a row of 3 numbers for each agent; `shape`, "sphere" or "box"; of a box `length` in the direction it goes, `width` and `height`, each twice the radius; `plane`, "xz" or "xy"; `y`, the height of the plane "xz", at which everybody stands on the ground if left out: the radius, or half the `height`; `z`, the depth of the plane "xy", 0; `trail`, for how many seconds each agent draws its way, or `{ seconds = 3, color = Vec(1, 1, 1) }`. Or `false`, which hides it.
function PopulationMethods:show(options) end

---Draws the agents no longer. They live on.
function PopulationMethods:hide() end

---Puts each agent where its body is, with its body's velocity; with `push`, gives each body its agent's velocity instead and wakes it. So a tick of a crowd of bodies is `pop:bodies(pop.body)`, the forces as for any other, and `pop:bodies(pop.body, { push = true })` in place of `pop:step`: physics moves them. In two dimensions an agent's x and y are a body's x and z, or x and y in the plane "xy"; across the plane a push leaves a velocity as it is, so that bodies fall. Agents whose body is gone are left as they are: `pop:kill(~pop:bodies(pop.body))` removes them.
---@param ids Array|integer[] one for each agent, of bodies from `physics.box` or `physics.sphere`
---@param options? table `push`, true to push the bodies; `plane`, "xz" or "xy", of a population in two dimensions
---@return Array there booleans: whose body is not gone
function PopulationMethods:bodies(ids, options) end

---Rows of 1, 2 or 3 numbers, or of one boolean or string, one row for each agent. `a[i]` is a number or a `Vec` (with z = 0 in two dimensions), `a[i] = v` writes it, `#a` is how many rows there are; `ipairs(a)` walks over them. `a + b`, `a - b`, `a * b`, `a / b` and `-a` work on all rows at once; b is an array of the same shape or with one number a row, a number, or a `Vec`, and either may come first. Single numbers spread over rows: `weight * pop.vel`, and `size * Vec(0, 1, 0)` is a row for each number. Masks, which comparisons give, have `a & b`, `a | b` and `~a`, and count as 1 and 0 where numbers are computed with. `a.x`, `a.y` and `a.z` are arrays of single numbers; `a.x = v` sets them, to one number for all rows or one for each. `pop.pos` and the like are the fields themselves: what is written into them changes the agents. The arrays of a script take 256 MiB at most, 4 times what `--script-memory` says.
---@class Array
---@field x Array
---@field y Array
---@field z Array
---@operator add(Array|Vec|number): Array
---@operator sub(Array|Vec|number): Array
---@operator mul(Array|Vec|number): Array
---@operator div(Array|Vec|number): Array
---@operator unm: Array
---@operator band(Array): Array
---@operator bor(Array): Array
---@operator bnot: Array
---@operator len: integer

local ArrayMethods = {}

---How long each row is.
---@return Array made
function ArrayMethods:length() end

---Each row with length 1 in its direction; a row of zeros stays.
---@return Array made
function ArrayMethods:normalized() end

---The scalar product of each two rows.
---@param b Array|Vec|number
---@return Array made
function ArrayMethods:dot(b) end

---An array of its own with the same rows.
---@return Array made
function ArrayMethods:copy() end

---The rows of some indices, in their order.
---@param indices Array|integer[]
---@return Array made
function ArrayMethods:pick(indices) end

---Its rows as a table: `{{1, 2}, {3, 4}}`, or single values.
---@return table rows
function ArrayMethods:table() end

---Chooses row by row. `mask:where(a, b)` has a's row where the mask says true, and b's elsewhere: `pop.kind:eq(1):where(3, 5)`. `a:where(mask, b)` is the same with the mask second. If a and b are masks, so is what is chosen.
---@param a Array|Vec|number of a mask: what its true rows get; of numbers: a mask
---@param b Array|Vec|number what the others get
---@return Array made
function ArrayMethods:where(a, b) end

---With b, each number of a row or b's, whichever is less. Without, the smallest of all rows, number by number.
---@param b? Array|Vec|number
---@return Array|number|Vec min infinite without b and rows
function ArrayMethods:min(b) end

---With b, each number of a row or b's, whichever is greater. Without, the largest of all rows, number by number.
---@param b? Array|Vec|number
---@return Array|number|Vec max minus infinite without b and rows
function ArrayMethods:max(b) end

---Each number of a row, or the nearest that is neither less than lo nor greater than hi: `a:max(lo):min(hi)`.
---@param lo Array|Vec|number
---@param hi Array|Vec|number not less than lo
---@return Array made
function ArrayMethods:clamp(lo, hi) end

---Of a mask: 1 for each row that is true, 0 for the others. Masks count so wherever numbers are computed with, as in `mask * 3`.
---@return Array made
function ArrayMethods:number() end

---True for rows whose every number is less than b's.
---@param b Array|number as many numbers a row, or one
---@return Array mask booleans
function ArrayMethods:lt(b) end

---True for rows whose every number is less than or equal to b's.
---@param b Array|number as many numbers a row, or one
---@return Array mask booleans
function ArrayMethods:le(b) end

---True for rows whose every number is greater than b's.
---@param b Array|number as many numbers a row, or one
---@return Array mask booleans
function ArrayMethods:gt(b) end

---True for rows whose every number is greater than or equal to b's.
---@param b Array|number as many numbers a row, or one
---@return Array mask booleans
function ArrayMethods:ge(b) end

---True for rows that are equal to b's. b may be a string for an array of strings.
---@param b Array|number as many numbers a row, or one
---@return Array mask booleans
function ArrayMethods:eq(b) end

---True for rows with something that is no number in them, such as intents that nobody wrote.
---@return Array mask booleans
function ArrayMethods:is_nan() end

---Of a mask: whether any row is true. Of numbers: a mask of the rows that have a number other than 0.
---@return Array|boolean any
function ArrayMethods:any() end

---Of a mask: whether all rows are true.
---@return boolean all
function ArrayMethods:all() end

---Of a mask: how many rows are true.
---@return integer count
function ArrayMethods:count() end

---Of a mask: the indices of the rows that are true.
---@return Array indices numbers
function ArrayMethods:indices() end

---The sum of all rows.
---@return number|Vec sum
function ArrayMethods:sum() end

---The mean of all rows.
---@return number|Vec mean nan without rows
function ArrayMethods:mean() end

---What each agent perceived at `pop:sense`. They stay as they are when agents move, and are nil after a spawn or kill. An agent never perceives itself, and with a view cone only what lies in it; an agent at rest sees all around, and so does one whose velocity is not finite. Each is worked out when it is first asked for.
---@class Senses
---@field radius number
---@field fov number? in radians; nil for all around
---@field count Array how many neighbours each has
---@field nearest Array the index of each one's nearest neighbour, 0 without one; the lowest index if several are as near
---@field nearest_dist Array the distance to it, math.huge without one

local SensesMethods = {}

---Each agent's nearest neighbour of one kind, as kinds were at the time of sensing.
---@param kind string one of the population's kinds
---@return Array indices 0 without one
---@return Array distances math.huge without one
function SensesMethods:nearest_of(kind) end

---Which agents perceived a point, such as where the player is: those that were closer to it than the radius and, with a view cone, had it in view. With `local p = player.position()` and `local at = Vec(p.x, p.z)`, `agents.flee(pop, at, 3):where(pop.senses:sees(at), 0)` lets those who see the player flee.
---@param point Vec|Array one point for all, or one for each
---@param radius? number how close it must be, above 0; the senses' own if left out
---@return Array mask booleans
function SensesMethods:sees(point, radius) end

---A behaviour tree that is ticked for a whole population at once, and remembers by id what each agent was doing. A leaf gets the population and the indices of the agents it is for, growing and never none, and returns one status for all or one for each: "failure", "success" or "running" (or 0, 1, 2). A condition returns booleans. A sequence goes on to its next child with success, a selector with failure; anything else settles an agent. Right after a child settles agents, those that were running a later one are halted there. A new agent starts fresh; one that died is dropped.
---@class Tree
---@field counts table[] for each node from the root down: `name`, `depth`, `failure`, `success`, `running`, how many agents it left so in the last tick

local TreeMethods = {}

---Ticks the tree for all agents. An error in a leaf ends the tick and leaves the tree as it was before. Agents can neither be spawned nor killed from inside a leaf.
---@param pop Population
---@return Array statuses for each agent 0 for failure, 1 for success, 2 for running
function TreeMethods:tick(pop) end

---A part of a behaviour tree: made by `agents.leaf`, `agents.condition`, `agents.is_kind`, `agents.Sequence` or `agents.Selector`.
---@class TreeNode

---A value in each cell of a stretch of land that begins at its `origin`: scent, food, heat. Read between the centres of cells; positions are points of two dimensions, one or one for each agent. A field that is kept in `state` outlives reloads.
---@class Field

local FieldMethods = {}

---What the field holds at points.
---@param pos Vec|Array|table one point or one for each agent
---@return number|Array values
function FieldMethods:sample(pos) end

---Which way it grows at points, and how steeply.
---@param pos Vec|Array|table one point or one for each agent
---@return Vec|Array slopes rows of two
function FieldMethods:gradient(pos) end

---Adds amounts at points, shared between the cells around; what is above a cell's cap is lost.
---@param pos Vec|Array|table one point or one for each agent
---@param amount number|Array 0 or more; one for all or one for each point
function FieldMethods:deposit(pos, amount) end

---Takes amounts out of the cells that points lie in. What a cell does not hold for all who ask is shared in proportion.
---@param pos Vec|Array|table one point or one for each agent
---@param amount number|Array 0 or more; one for all or one for each point
---@return number|Array got
function FieldMethods:take(pos, amount) end

---Lets time pass: values spread, decay, and grow back toward the cap.
---@param dt number seconds, 0 or more
function FieldMethods:step(dt) end

---What a cell holds.
---@param i integer across, from 1
---@param j integer from 1
---@return number value
function FieldMethods:get(i, j) end

---Sets what a cell holds.
---@param i integer across, from 1
---@param j integer from 1
---@param value number 0 or more, and at most the cap
function FieldMethods:set(i, j, value) end

---What all cells hold: the cell (i, j) is at (i - 1) * ny + j.
---@return Array values
function FieldMethods:values() end

---What all cells hold together.
---@return number sum
function FieldMethods:total() end

---A vector in each cell of a stretch of land that begins at its `origin`, for `agents.follow`: set cell by cell, or all at once from noise.
---@class FlowField

local FlowFieldMethods = {}

---Which way the flow goes at points.
---@param pos Vec|Array|table one point or one for each agent
---@return Vec|Array vectors rows of two
function FlowFieldMethods:sample(pos) end

---Fills it with vectors of length 1 that turn smoothly from place to place. The angle at a cell's centre is 2 * pi times simplex noise at x * scale, y * scale and t. The same numbers give the same flow.
---@param scale number how often it turns in a unit of the world: 0.01 makes swirls a hundred units wide
---@param t? number 0; the same flow a little later, if it moves on slowly
function FlowFieldMethods:fill_noise(scale, t) end

---Sets which way it goes in a cell.
---@param i integer across, from 1
---@param j integer from 1
---@param v Vec
function FlowFieldMethods:set(i, j, v) end

---Genes between 0 and 1 for each of n agents: traits, each with a range of its own, then weights. `#genome` is n. Its random numbers are its own, from its `seed`. One that was made for a population goes with it: agents keep their genes whoever is killed, and those that are spawned later begin with 0 for all, until `genome:genes(child, genome:genes(parent))` gives them some. A genome that is kept in `state` outlives reloads if its population is kept there, too.
---@class Genome

local GenomeMethods = {}

---Each agent's trait, in its range: lo + gene * (hi - lo).
---@param name string
---@return Array values
function GenomeMethods:trait(name) end

---One weight of each agent.
---@param k integer from 1
---@return Array values
function GenomeMethods:weight(k) end

---An agent's genes; with a second argument it sets them first.
---@param i integer the agent
---@param genes? number[] what to set them to
---@return number[] genes traits in their order, then weights
function GenomeMethods:genes(i, genes) end

---Moves genes by chance. One that leaves 0 to 1 is folded back.
---@param odds number of each gene, 0 to 1
---@param sigma number the deviation of the change
---@param who? integer|Array|integer[] indices, such as those that `pop:spawn` returns; everybody
function GenomeMethods:mutate(odds, sigma, who) end

---Children of each two rows: every gene from one or the other, by the toss of a coin.
---@param other Genome of the same shape
---@return Genome children
function GenomeMethods:cross(other) end

---Becomes the next generation: the fittest as they are, first, then mutated children of two parents each.
---@param fitness Array|number[] one for each; the greater the better
---@param options? table `elite`: the part that goes on as it is, 0.1; `parents`: "tournament" or "roulette"; `size` of a tournament, 3; `odds` 0.05 and `sigma` 0.1 of mutation
function GenomeMethods:next_generation(fitness, options) end

---A fresh world, and what a test can do with it.
---@class Test
local TestMethods = {}

---Loads a script; loading it again reloads it.
---@param file string in the folder of the test or in one below it
function TestMethods:load(file) end

---Loads a script from text; the same name again reloads it.
---@param name string a file name
---@param text string Lua
function TestMethods:source(name, text) end

---Removes a script, as deleting its file does.
---@param script string its file name
function TestMethods:unload(script) end

---Runs ticks. A test can run 1,000,000 in all; what they take does not count for its deadline.
---@param n? integer 1 if left out; 60 are a second
function TestMethods:ticks(n) end

---Puts a key or button down for the next ticks. It runs none itself.
---@param key string such as "M", "Left Shift", "mouse left" or "pad a"
---@param ticks? integer 1 if left out
function TestMethods:press(key, ticks) end

---Puts a key or button down from the next tick on.
---@param key string such as "M", "Left Shift", "mouse left" or "pad a"
function TestMethods:hold(key) end

---Lets a key or button go, from the next tick on.
---@param key string such as "M", "Left Shift", "mouse left" or "pad a"
function TestMethods:release(key) end

---Presses a button of the gamepad for the next ticks: `t:pad("a")` is `t:press("pad a")`.
---@param button string of the gamepad, such as "a", "lt" or "dpad_up"
---@param ticks? integer 1 if left out
function TestMethods:pad(button, ticks) end

---Presses a trigger of the gamepad, or a button, so far from the next tick on. It presses at half.
---@param button string of the gamepad, such as "a", "lt" or "dpad_up"
---@param value number 0 to 1
function TestMethods:trigger(button, value) end

---Tilts a stick of the gamepad from the next tick on. As on a real one, the first 0.15 of a tilt are nothing.
---@param stick string "left" or "right"
---@param x number -1 to 1, to the right
---@param y number -1 to 1, away from the player
function TestMethods:stick(stick, x, y) end

---Unplugs the gamepad: all of it is let go in the next tick. Using it again plugs it in.
function TestMethods:unplug() end

---Moves the player at once; it stands still afterwards.
---@param pos Vec where the player's feet go
function TestMethods:teleport(pos) end

---All that scripts have printed so far, line by line, without the names of their files.
---@return string[] lines
function TestMethods:prints() end

---The errors that scripts have raised so far, as the terminal would show them: one that comes again and again is told once, then at the 10th, 100th time. A test in which a script raised an error fails, unless it asked for them after the last one.
---@return string[] messages
function TestMethods:errors() end

---A text on the window as it is now. If several scripts have one of that id, that of the first.
---@param id string of `hud.text`
---@param script? string only this script's
---@return string? text nil if there is none
function TestMethods:hud(id, script) end

---The bodies of a script, or all, the yard's own too.
---@param script? string only this script's
---@return Body[] bodies in the order of ids
function TestMethods:bodies(script) end

---How much a script has made.
---@param script string its file name
---@return {bodies: integer, hooks: integer, timers: integer} counts
function TestMethods:counts(script) end

---The player; `pos` is where its feet are.
---@return {pos: Vec, velocity: Vec, facing: Vec, grounded: boolean} player
function TestMethods:player() end

---The yard's clock.
---@return number seconds
function TestMethods:time() end

---How many ticks have run.
---@return integer ticks
function TestMethods:tick() end

---A hash of the whole state: two runs of the same scripts, presses and ticks have the same.
---@return string hash
function TestMethods:digest() end

---Draws what the player sees into a file in the folder `shots`.
---@param name string without .png
---@return string file where the picture is
function TestMethods:shot(name) end

---A vector. A component that is left out is 0.
---@param x? number
---@param y? number
---@param z? number
---@return Vec v
function Vec(x, y, z) end

---Describes a test. Each gets a fresh world.
---@param name string a sentence
---@param run fun(t: Test)
function test(name, run) end

---Says what a value should be: `expect(#walls):equals(53)`.
---@param value any
---@return Expectation expectation
function expect(value) end

---Seconds since the start, by the yard's clock.
---@return number seconds
function time() end

---Ticks since the start; a tick is 1/60 s.
---@return integer ticks
function tick() end

---Shows its arguments, joined by tabs, as a line `file.lua: text`. Where the text has several lines, those after the first are indented by four spaces, so that every line at the margin begins with the name of its script.
---@param ... any
function print(...) end

---Runs functions of yours when something happens. Hooks run in the order in which they were first added. An error in one is reported and the others still run. While an event runs, a hook that is added waits for the next time, and one that is removed before its turn does not run.
hook = {}

---Runs a function at every `event`. The same event and id again, from any script, replaces the function in its place in the order, and the hook belongs to that script from then on. A script can have 10,000 hooks.
---@param event Event|string an event of the yard, or a name of your own for `hook.Run`
---@param id string names this hook, such as "maze.keys"
---@param fn function what to run, with the event's arguments
function hook.Add(event, id, fn) end

---Removes a hook. One that is not there is fine.
---@param event Event|string
---@param id string
function hook.Remove(event, id) end

---Runs an event now. A hook whose first result is not nil (`false` counts) ends it, and its results are returned; the hooks after it do not run. A hook may run events itself.
---@param event Event|string
---@param ... any given to every hook; tables by reference
---@return any ... what the first hook returned whose first result is not nil
function hook.Run(event, ...) end

---A copy of what is there: event → id → function.
---@return table<string, table<string, function>> hooks
function hook.GetTable() end

---Runs functions of yours later, once or again and again. Times are seconds of the yard's clock. Names are shared by all scripts. A timer fires at most once a frame and does not drift: its next due time is its last due time plus its interval. After a stall it does not catch up with a burst. Due timers run in the order of their due times. A script can have 10,000 timers.
timer = {}

---Runs a function once, `seconds` from now.
---@param seconds number 0 or more
---@param fn function
function timer.Simple(seconds, fn) end

---Runs a function every `seconds`. A timer that is made while another runs waits for the next frame. A timer is gone before its last run, so the function may create its own name again.
---@param name string the same name replaces, whoever made it
---@param seconds number 0 or more; 0 is once a frame
---@param reps integer how often; 0 or less is for ever
---@param fn function
function timer.Create(name, seconds, reps, fn) end

---Removes a timer. One that was due later in the same frame does not run any more.
---@param name string
---@return boolean did whether it did
function timer.Remove(name) end

---Changes a timer. What is left out stays as it was.
---@param name string
---@param seconds number the new interval; it begins now
---@param reps? integer how often from now on
---@param fn? function what to run from now on
---@return boolean did whether it did
function timer.Adjust(name, seconds, reps, fn) end

---Holds a running timer; what was left of its interval is kept.
---@param name string
---@return boolean did whether it did
function timer.Pause(name) end

---Lets a paused timer go on where it was.
---@param name string
---@return boolean did whether it did
function timer.UnPause(name) end

---Pauses a running timer, lets a paused one go on, starts a stopped one.
---@param name string
---@return boolean did whether it did
function timer.Toggle(name) end

---Starts a timer over: the whole interval, all its repetitions.
---@param name string
---@return boolean did whether it did
function timer.Start(name) end

---Stops a timer until `timer.Start`; it still exists.
---@param name string
---@return boolean did whether it did
function timer.Stop(name) end

---Whether there is a timer of that name.
---@param name string
---@return boolean exists
function timer.Exists(name) end

---Seconds until it fires; of a paused timer what is left, of a stopped one the whole interval.
---@param name string
---@return number? seconds nil for an unknown one
function timer.TimeLeft(name) end

---How often it will still fire; 0 for one that never ends.
---@param name string
---@return integer? reps nil for an unknown one
function timer.RepsLeft(name) end

---Bodies: boxes and spheres that fall, bounce, roll and rest. A body is known by its id, a whole number that is never used again. Gravity is 9.81 m/s² downwards. A body slower than 0.03 m/s for half a second sleeps, and wakes when it is touched, pushed, or loses what it rests on. No body passes through another, however fast. A script can have 2,000 bodies, the yard 65,536.
physics = {}

---Makes a box.
---@param options BoxOptions
---@return integer id
function physics.box(options) end

---Makes a sphere.
---@param options SphereOptions
---@return integer id
function physics.sphere(options) end

---Removes a body. One that is unknown or gone already is an error, and so are the yard's own.
---@param id integer
function physics.remove(id) end

---Where a body is; the zero vector for one that is unknown or gone.
---@param id integer
---@return Vec pos m, the centre
function physics.position(id) end

---How fast a body moves; the zero vector for one that is unknown or gone.
---@param id integer
---@return Vec velocity m/s
function physics.velocity(id) end

---How many bodies all scripts have together.
---@return integer count
function physics.count() end

---Gives a body a velocity and wakes it; its spin stays. A static one is left alone.
---@param id integer
---@param v Vec m/s
function physics.setVelocity(id, v) end

---Gives a body a push at once and wakes it. A static one is left alone.
---@param id integer
---@param v Vec N·s
---@param point? Vec where, in the world; then it also turns the body. The centre if left out.
function physics.impulse(id, v, point) end

---Pushes a body for the next tick, and wakes it. Forces of one frame add up. A static one is left alone.
---@param id integer
---@param v Vec N
function physics.force(id, v) end

---What a ray meets first. It never meets the player.
---@param from Vec m
---@param dir Vec need not be of unit length
---@param max? number how far, in metres; 100
---@return Hit? hit nil if nothing is there
function physics.raycast(from, dir, max) end

---Draws bodies that are not visible faintly, or no longer.
---@param on? boolean left out: changes nothing
---@return boolean on whether they are drawn now
function physics.showHidden(on) end

---Whoever walks in the yard: a capsule of radius 0.3 m and height 1.8 m that is no body. No ray hits it, no contact names it, thrown balls pass. It is there from the first line of the first script.
player = {}

---Where the player's feet are, in metres.
---@return Vec feet
function player.position() end

---The flat unit vector in which the player looks; (0, 0, −1) at the start. It looks where the camera looks, or where it walks if the camera looks by itself (see `view.mode`).
---@return Vec direction
function player.facing() end

---How fast the player moves through the yard, in m/s, with what carries it: on a lift it is the lift's.
---@return Vec velocity
function player.velocity() end

---Whether the player stands on something.
---@return boolean grounded
function player.grounded() end

---Moves the player at once; it stands still afterwards.
---@param pos Vec where the feet go
function player.teleport(pos) end

---Where the picture is taken from. By default it follows the player over the right shoulder; `view` changes that.
camera = {}

---Where the camera is, in metres.
---@return Vec pos
function camera.position() end

---The point that it looks at or past: by default 1.5 m above the player's feet and 0.45 m to the right, in first person a metre ahead.
---@return Vec pos
function camera.target() end

---The unit vector in which it looks.
---@return Vec direction
function camera.forward() end

---How the camera looks at the yard. What a script sets here is its own: when it is reloaded, removed or stopped, the camera looks again as whoever plays chose (over the shoulder, or with `V` out of the eyes). If several scripts set the same, the last one counts. The player walks relative to the camera: W is away from it (in `topdown`, up in the picture), and A and D are left and right in the picture. In `first` and `third` the mouse turns camera and player; in `orbit` it turns the camera; in the other modes, and while a path runs, it turns nothing. Where the mouse does not turn the player, the player turns to where it walks.
view = {}

---Lets the camera look in another way, at once: `first` (out of the eyes), `third` (over the shoulder), `orbit` (round the player or a place), `topdown` (straight down), `iso` (from high above a corner, along parallel rays), `side` (level, from the side), `fixed` (from one place), or `default` (as whoever plays chose). The same mode again with other options goes on smoothly, so a script can move its camera bit by bit. Walls shorten the arm of `third`, and of `orbit` around the player; the other modes look from where they are, whatever is in between. `V` still changes between `first` and `third`, also if a script chose one of these. An unknown mode is an error, and so is a number out of its limits.
---@param name? "first"|"third"|"orbit"|"topdown"|"iso"|"side"|"fixed"|"default" left out: changes nothing
---@param options? ViewOptions
---@return string name the mode that is on now
function view.mode(name, options) end

---The field of view from the lower to the upper edge of the picture; 60 by default. In the mode `iso`, where what is far is as large as what is near, the picture shows as much as this would at `distance`: 16.2 m from its lower to its upper edge by default, and `2 * distance * math.tan(math.rad(fov) / 2)` of others.
---@param degrees? number 20 to 120; left out: changes nothing
---@return number degrees the field of view now
function view.fov(degrees) end

---Shakes the picture. Shakes add up to 1 at most, and a whole one has faded after a second. Nothing but the picture shakes: the camera's `position` and `forward` do not tell, and neither walking nor anything in the yard notices.
---@param amount? number 0 to 1; left out: changes nothing
---@return number strength how strongly it shakes now, 0 to 1
function view.shake(amount) end

---Leads the camera on a smooth curve (Catmull-Rom's) through places at times, whatever the mode is. It begins at once with the first key and does not mind walls; at the end the camera looks again as the mode wants. A loop goes on from its last key to its first in the mean time between two keys; if the two are the same, that is where it closes.
---@param keys PathKey[]? 2 to 1,000, each later than the one before; nil ends a path that runs
---@param loop? boolean true: it goes round and round; false
---@return number? seconds how long it takes, or once round; nil without keys
function view.path(keys, loop) end

---What the player presses, as actions: a name of yours that a key or button sets off. The standard actions are `move` (with `move.forward`, `move.left`, `move.back`, `move.right`), `look`, `jump`, `sprint`, `walk`, `crouch`, `fire`, `aim`, `interact`, `camera.toggle` and `panels`. Answers hold for a whole frame. An unknown action is not pressed.
input = {}

---Makes an action. One that exists stays as it is, so this may stand at the top of a script that reloads. An unknown key or button is an error. Two actions on one key both fire. There can be 1,000 actions.
---@param id string such as "maze.new"
---@param label? string what players read, such as "New maze"; the id if left out
---@param key? string a key, such as "M", "Space", "Left Shift" or "Keypad 0"; case does not matter
---@param pad? string a gamepad button, such as "a", "lb" or "dpad_up"
function input.define(id, label, key, pad) end

---True for the one frame in which it begins.
---@param id string the action
---@return boolean pressed
function input.pressed(id) end

---True as long as it is held.
---@param id string the action
---@return boolean held
function input.held(id) end

---How far it is pressed, 0 to 1: triggers and sticks also in between. A trigger counts as held from half on, a stick as soon as it leaves its dead zone.
---@param id string the action
---@return number value
function input.value(id) end

---True for the one frame in which it ends.
---@param id string the action
---@return boolean released
function input.released(id) end

---Lines and letters in the world, to show what a script has in mind. Each call but `trail` draws for one frame: what is drawn in `Think`, `Tick`, a timer or `Contact` is in that frame's picture and gone in the next, so draw it again in every `Think`. Lines are two pixels wide and hidden by what is in front of them; text is always in front. Drawing changes nothing in the yard. A script can draw 20,000 things a frame; more is an error.
draw = {}

---Draws a straight line.
---@param a Vec m, one end
---@param b Vec m, the other
---@param color? Vec red, green and blue, 0 to 1; (1, 0.85, 0.2)
function draw.line(a, b, color) end

---Draws the edges of an upright box.
---@param pos Vec m, the centre
---@param size Vec|number m, full extents; a number stands for all three
---@param color? Vec red, green and blue, 0 to 1; (1, 0.85, 0.2)
function draw.box(pos, size, color) end

---Draws three circles around a ball.
---@param pos Vec m, the centre
---@param radius number m
---@param color? Vec red, green and blue, 0 to 1; (1, 0.85, 0.2)
function draw.sphere(pos, radius, color) end

---Adds a point to a line that stays: call it in each tick to show where something went. The trail goes with the script, and starts anew when the script is loaded again. A script can have 200 trails, with room for 20,000 points together.
---@param id string 200 bytes at most; a script's own
---@param pos Vec? m, where the trail goes on; nil removes it
---@param options? TrailOptions
function draw.trail(id, pos, options) end

---Writes a text at a place in the world, as large near as far, in front of everything.
---@param pos Vec m, the middle of the text
---@param text string 1,000 bytes at most; may have several lines
---@param color? Vec red, green and blue, 0 to 1; (1, 0.85, 0.2)
---@param size? number of the letters, 6 to 200 pixels of a window 720 pixels high; 16
function draw.text(pos, text, color, size) end

---Texts on the window: a score, a clock, what to do next. Each has an id, which is a script's own: two scripts can both have a "score". A text stays until it is changed or removed, and goes with its script. A script can have 100.
hud = {}

---Puts a text on the window, or changes the one of that id. With neither `x` nor `y` it stands at the upper left, below the others that have none. All of the text is on the window: at x = 1 it ends at the right edge, at x = 0.5 it is centred. A line that is longer than the window is wide goes on in the next.
---@param id string 200 bytes at most
---@param text string? 4,000 bytes at most; may have several lines; nil removes it
---@param options? HudOptions
function hud.text(id, text, options) end

---Takes a text from the window. Unknown ones are silently fine.
---@param id string 200 bytes at most
function hud.remove(id) end

---Numbers by chance that are the same in every run and on every machine. `math.random` is one generator for the whole script; here each thing can have its own, so that one more draw for one changes nothing for the others.
random = {}

---A generator. The same seed and stream give the same numbers.
---@param seed integer
---@param stream? integer 0; another stream gives other numbers
---@return Rng rng
function random.pcg(seed, stream) end

---Steering: what one body wants, as a force. A behaviour works out the velocity that the body would like to have; the force is that minus the velocity it has, cut to what the body can push. Add it to whatever else pushes the body. `Gait` says what a body can do and has the behaviours. A body is a `SteerBody`, which moves by its own few rules, or the id of a body of `physics`: then speeds are m/s, the force is in newtons and meant for the next tick, and `physics.force` takes it. For something that walks, clear the force's `y`.
steer = {}

---What a body can do.
---@param fields Gait `maxSpeed` and `maxForce`
---@return Gait gait
function steer.Gait(fields) end

---A free body: a point that forces move, and nothing else does.
---@param fields SteerBody `pos`, and if wanted `vel` and `mass`
---@return SteerBody body
function steer.Body(fields) end

---A heading that drifts. Each body that wanders needs one of its own.
---@param fields Wander `ahead`, `radius` and `jitter`
---@return Wander wander
function steer.Wander(fields) end

---Towards a direction that is drawn anew each time, which leads nowhere: what a wander is better than.
---@param gait Gait
---@param body SteerBody|integer
---@param rng Rng from `random.pcg`
---@param plane? string "xy" or "xz", as for a wander
---@return Vec force
function steer.jump(gait, body, rng, plane) end

---Settles that a body wants to feed and to flee. "sum" is feed, and while the threat is near twice the flight on top. "switch" is flight while the threat is near, else feed. "fear" is flight as far as there is fear and feed as far as there is none: let fear jump to 1 when the threat is near and die away afterwards.
---@param rule "sum"|"switch"|"fear"
---@param feed Vec the force that the body follows in peace
---@param flight Vec the force away from a threat
---@param fear? number 0 to 1; for "fear"
---@param near? boolean whether the threat is near; for "sum" and "switch"
---@return Vec force
function steer.blend(rule, feed, flight, fear, near) end

---Keeps values under names, for the next time the yard is played. What can be kept: booleans, numbers, strings, `Vec`s, and tables of those, 16 deep and 1 MB (1,048,576 bytes) large at most. Integers come back as integers, floats to the last bit, strings byte by byte; a metatable does not come back, and a table that was in two places comes back as two. Names are shared by all scripts of a yard. A save that returned true is there however the program ends, and several programs may play with one file at once; only a power cut may cost the last saves. 64 MB are the most for all names together. When something cannot be saved, the terminal says so once and the yard goes on. Where the values are kept is in the [guide](guide.md#what-scripts-keep).
store = {}

---Keeps a value under a name, in place of what was there. True when it is safe; false and why when it is not, and then what was there before stays. To save what is there already costs next to nothing.
---@param name string 1,000 bytes at most
---@param value boolean|number|string|Vec|table not nan
---@return boolean saved
---@return string? why what kept it from being done
function store.save(name, value) end

---Adds to the number under a name, or to 0 if there is none, and keeps the sum. Nothing is lost when several programs add at once. A name that holds no number is an error.
---@param name string 1,000 bytes at most
---@param n? number 1 if left out; may be negative
---@return number? sum nil if it could not be saved
---@return string? why what kept it from being done
function store.add(name, n) end

---Forgets a name.
---@param name string 1,000 bytes at most
---@return boolean removed false if there was nothing, or it could not be done
---@return string? why what kept it from being done
function store.remove(name) end

---What was saved under a name, else the default, else nil. A table is a new one each time: change it and save it again. A file that cannot be read is an error.
---@param name string 1,000 bytes at most
---@param default? any what to answer if there is nothing
---@return any value
function store.load(name, default) end

---The names under which something is kept, in the order of their bytes. A file that cannot be read is an error.
---@param prefix? string what the names begin with
---@return string[] names
function store.keys(prefix) end

---Many agents at once, kept as arrays: a hundred thousand where a loop over tables manages a few hundred. A population has positions and velocities, kinds, and fields of your own; `pop:sense` finds who is near whom; behaviours such as `agents.seek` give a force for each agent, which you weigh, add and put into velocities; `pop:step` moves everybody. Arrays compute with all agents in one expression: `pop.vel = pop.vel + (agents.align(pop, 2.5) * 0.5 + agents.seek(pop, goal, 3)) * dt`. Forces are in units a second squared, angles in radians, indices count from 1. Runs repeat to the bit, on any number of threads.
agents = {}

---A population of agents at the origin, at rest, of the first kind. Intent fields are those that are set from outside through `pop:write`; one that is not given a start is nan, for "no intent yet".
---@param n integer how many agents to start with
---@param options? table `dim` 2 or 3, 2 if left out; `kinds`, names; `intent`, names of intent fields; `seed` of its random numbers; `kind`; all else are fields and what they start with: a number, boolean, string or point for all, or one for each agent
---@return Population pop
function agents.Population(n, options) end

---An array of one's own. Rows of `Vec`s have two numbers if the first one's z is 0, unless `dim` says otherwise.
---@param rows table|Array numbers, points, booleans or strings
---@param dim? integer how many numbers a row has, for rows of `Vec`
---@return Array a
function agents.array(rows, dim) end

---Toward a target at full speed. Agents overshoot and turn back; `agents.arrive` slows down instead.
---@param pop Population
---@param target Vec|Array one point for all, or one for each
---@param max_speed number|Array 0 or more; one for all, or one for each
---@return Array force
function agents.seek(pop, target, max_speed) end

---Toward a target, slowing down to stop on it.
---@param pop Population
---@param target Vec|Array one point for all, or one for each
---@param max_speed number|Array 0 or more; one for all, or one for each
---@param slow_radius number|Array above 0; where they start to slow down
---@return Array force
function agents.arrive(pop, target, max_speed, slow_radius) end

---Straight away from a threat at full speed. Agents at `radius` or farther get no force.
---@param pop Population
---@param threat Vec|Array one point for all, or one for each
---@param max_speed number|Array 0 or more; one for all, or one for each
---@param radius? number how close it must be; no limit if left out
---@return Array force
function agents.flee(pop, threat, max_speed, radius) end

---Pushes each agent sideways by chance, so that it meanders at the speed it has; one at rest, in any direction. The random numbers are the population's own, from its `seed`, unless others are given.
---@param pop Population
---@param strength number the deviation of the push along each axis
---@param rng? Rng|Array where the random numbers come from: a generator of `random.pcg`, or standard normals, a row for each agent
---@return Array force
function agents.wander(pop, strength, rng) end

---Toward where a moving target will be when an agent could be there, at full speed.
---@param pop Population
---@param target Vec|Array one point for all, or one for each
---@param target_vel Vec|Array its velocity
---@param max_speed number|Array 0 or more; one for all, or one for each
---@param options? table `max_lead`: how far ahead to aim at most, in seconds
---@return Array force
function agents.pursue(pop, target, target_vel, max_speed, options) end

---Away from where a moving threat will be, for agents that are closer to it than `radius`.
---@param pop Population
---@param threat Vec|Array one point for all, or one for each
---@param threat_vel Vec|Array its velocity
---@param max_speed number|Array 0 or more; one for all, or one for each
---@param radius? number how close it must be now; no limit if left out
---@param options? table `max_lead`: how far ahead to aim at most, in seconds
---@return Array force
function agents.evade(pop, threat, threat_vel, max_speed, radius, options) end

---Pushes neighbours apart: each that is closer than `radius` by radius less distance. Agents in one point do not push. Senses at least as wide are reused, with their view; else it looks all around.
---@param pop Population
---@param radius number above 0
---@param mask? Array|boolean[] only between agents in it
---@return Array force
function agents.separate(pop, radius, mask) end

---Toward the mean velocity of the neighbours within `radius`; nothing without any.
---@param pop Population
---@param radius number above 0
---@return Array force
function agents.align(pop, radius) end

---Toward the centre of the neighbours within `radius`, like a spring of one per second squared.
---@param pop Population
---@param radius number above 0
---@return Array force
function agents.cohere(pop, radius) end

---Along a flow, in two dimensions: at full speed where it is 1 or longer, slower where it is weaker.
---@param pop Population
---@param flow FlowField
---@param max_speed number|Array 0 or more; one for all, or one for each
---@return Array force
function agents.follow(pop, flow, max_speed) end

---Along a path of straight segments, within `radius` of it. Agents look where they will be in `look_ahead` seconds. At most 20,000,000 agents times segments.
---@param pop Population
---@param path Array|table its points in order, two or more
---@param radius number half its width, above 0
---@param max_speed number|Array 0 or more; one for all, or one for each
---@param options? table `closed`: back to the first point, false; `look_ahead`: 0.25 seconds
---@return Array force
function agents.follow_path(pop, path, radius, max_speed, options) end

---Back from the walls of a box before they are reached, the harder the nearer. With a margin of 0 only agents outside turn back.
---@param pop Population
---@param bounds table|Array the lowest and the highest corner: `{Vec(0, 0), Vec(20, 20)}`
---@param margin number how far from a wall they start to turn; at most half the box
---@param max_speed number|Array 0 or more; one for all, or one for each
---@return Array force
function agents.contain(pop, bounds, margin, max_speed) end

---Round the round obstacles ahead, grazing the one that is met first on the side an agent is heading for. One that is inside heads straight out. Use it before other forces: `local dodge = agents.avoid(…)` and `dodge:where(dodge:any(), others)`. At most 20,000,000 agents times obstacles.
---@param pop Population
---@param centers Array|table of round obstacles
---@param radii number|Array 0 or more; one for all or one for each
---@param options? table `look_ahead`: 1 second
---@return Array force
function agents.avoid(pop, centers, radii, options) end

---A flock's whole step at once: senses, adds separate, align and cohere with their weights to velocities, and steps. The same as the calls one by one, but for rounding, and faster.
---@param pop Population
---@param options table `radius`; `separate_radius`, the radius if left out; `fov`; weights `separate`, `align` and `cohere`, 1 each; `dt`, 1/60; `max_speed`, no limit
function agents.flock(pop, options) end

---A behaviour tree: `agents.Tree { agents.Selector { agents.Sequence { afraid, run }, graze } }`.
---@param root TreeNode|TreeNode[] the root, alone or in a table
---@return Tree tree
function agents.Tree(root) end

---Ticks its children until one does not succeed. Without children it succeeds.
---@param children table up to 127 nodes in order; `memory = true` joins at a running child
---@return TreeNode node
function agents.Sequence(children) end

---Ticks its children until one does not fail. Without children it fails.
---@param children table up to 127 nodes in order; `memory = true` joins at a running child
---@return TreeNode node
function agents.Selector(children) end

---A leaf that does something.
---@param fn function gets (pop, idx), returns a status for all or one for each
---@param halt? function gets (pop, idx) of those that were running it and are not ticked further
---@return TreeNode node
function agents.leaf(fn, halt) end

---A leaf that asks something: it succeeds where that is true.
---@param fn function gets (pop, idx), returns true or false, or a mask with one for each
---@return TreeNode node
function agents.condition(fn) end

---A condition that is true for agents of a kind.
---@param kind string
---@return TreeNode node
function agents.is_kind(kind) end

---A field, with 0 in all cells or `values`: one number, an array, or columns `{{…}, …}`. At most 4,000,000 cells.
---@param options table `shape` {nx, ny}, `extent` {width, height}, `origin`, where its lowest corner is, {0, 0}; `edge` "wrap" or "closed", `cap` (a number, or one for each cell), `diffusion` (square units a second), `decay` and `regrowth` (a part a second), `values`
---@return Field field
function agents.Field(options) end

---A flow, at rest or with `vectors`: an array of rows of two, the cell (i, j) at (i - 1) * ny + j; columns of points `{{Vec(1, 0), …}, …}`; or a function that gets the centre of a cell, x and y, and returns a `Vec`.
---@param options table `shape` {nx, ny}, `extent` {width, height}, `origin`, where its lowest corner is, {0, 0}; `edge` "wrap" or "closed", `vectors`
---@return FlowField flow
function agents.FlowField(options) end

---Genes by chance for n agents, or for those of a population, with which it then goes, as `pop.genome`. At least one trait or weight.
---@param n integer|Population how many agents, or whose genes they are
---@param options table `traits` {{name, lo, hi}, …}, `weights` how many, `seed`
---@return Genome genome
function agents.Genome(n, options) end

---Other names for the clock and for `print`, which cookbook scripts use.
kke = {}

---The same as `time()`.
---@return number seconds
function kke.time() end

---The length of the current frame.
---@return number seconds
function kke.dt() end

---The same as `print(...)`.
---@param ... any
function kke.log(...) end

---One table that all scripts see.
---@type table
shared = {}

---A table of this script that outlives its reloads.
---@type table
state = {}
