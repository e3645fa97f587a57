//! Every function of the yard with every kind of argument: whatever a script passes, the answer is a result or an error with the
//! script's own line, and the yard goes on.

use crate::common::{Yard, refusal, said};

/// Odd values, and a way to call that notes what came back.
const ODD: &str = "
    local hostile = setmetatable({}, { __index = function() error('asked') end, __tostring = function() error('told') end })
    local odd = { n = 34,
        nil, true, false, 0, 1, -1, 3, 1.5, 0/0, 1/0, -1/0, 2^53, 1e308, -1e-308, math.maxinteger, math.mininteger,
        '', 'x', 'Think', 'M', '1', '\\0', '\\xff', ('x'):rep(5000),
        {}, { 1, 2, 3 }, { x = 1, y = 2, z = 3 }, { x = 0/0, y = 1, z = 1 }, hostile,
        Vec(), Vec(0/0, 1/0, 0), Vec(1e300, -1e300, 1), function() end, coroutine.create(print) }
    local calls, wrong = 0, {}
    local function try(name, f, ...)
        calls = calls + 1
        local ok, why = pcall(f, ...)
        if not ok and not (type(why) == 'string' and why:match('^test%.lua:%d+: ')) then
            wrong[#wrong + 1] = name .. ': ' .. (type(why) == 'string' and why or type(why))
        end
    end
    local function done()
        print(#wrong == 0 and 'fine' or table.concat(wrong, '\\n', 1, math.min(#wrong, 20)), calls)
    end
    local tables = { physics = physics, timer = timer, hook = hook, player = player, camera = camera, view = view, input = input, kke = kke,
        agents = agents, draw = draw, random = random, steer = steer }
    local names = {}
    for t, content in pairs(tables) do
        for f in pairs(content) do
            if f ~= 'log' then names[#names + 1] = t .. '.' .. f end
        end
    end
    table.sort(names)
    local function named(name)
        local t, f = name:match('(%w+)%.([%w_]+)')
        return tables[t][f]
    end
";

#[track_caller]
fn check(text: &str, least: u64) {
    let mut yard = Yard::patient();
    yard.load("test.lua", &format!("{ODD}\n{text}\ndone()"));
    let said = yard.said();
    let calls: u64 = said.rsplit('\t').next().unwrap_or_default().parse().unwrap_or(0);
    assert!(said.starts_with("fine\t"), "{said}");
    assert!(calls >= least, "only {calls} calls");
    yard.ticks(3);
    // Functions that were put into hooks and timers may have raised; the yard itself goes on.
    yard.errors();
    yard.script("after.lua", "print(physics.position(physics.box {}))");
    assert_eq!(yard.said(), "Vec(0.000, 2.000, 0.000)");
}

#[test]
fn one_or_two_odd_arguments() {
    check(
        "for _, name in ipairs(names) do
            local f = named(name)
            try(name, f)
            for a = 1, odd.n do
                try(name, f, odd[a])
                for b = 1, odd.n do try(name, f, odd[a], odd[b]) end
            end
        end",
        20_000,
    );
}

#[test]
fn three_or_four_odd_arguments_by_chance() {
    check(
        "for _, name in ipairs(names) do
            local f = named(name)
            for _ = 1, 150 do
                local function any() return odd[math.random(odd.n)] end
                try(name, f, any(), any(), any())
                try(name, f, any(), any(), any(), any())
            end
        end",
        10_000,
    );
}

#[test]
fn a_real_body_with_odd_arguments() {
    check(
        "local id = physics.sphere { pos = Vec(0, 3, -12) }
        for _, f in ipairs { 'setVelocity', 'impulse', 'force' } do
            for a = 1, odd.n do
                for b = 1, odd.n do try('physics.' .. f, physics[f], id, odd[a], odd[b]) end
            end
        end
        for a = 1, odd.n do
            for b = 1, odd.n do
                for c = 1, odd.n do try('physics.raycast', physics.raycast, odd[a], odd[b], odd[c]) end
            end
        end",
        40_000,
    );
}

#[test]
fn a_real_crowd_with_odd_arguments() {
    check(
        "local pop = agents.Population(4, { intent = { 'goal' }, b = 1, flag = true, text = 'x' })
        local field = agents.Field { shape = { 3, 2 }, extent = { 3, 2 }, cap = 2, regrowth = 1 }
        local flow = agents.FlowField { shape = { 3, 2 }, extent = { 3, 2 } }
        local genome = agents.Genome(4, { weights = 2 })
        local own = agents.Genome(pop, { weights = 1 })
        local tree = agents.Tree(agents.leaf(function() return 'running' end))
        local things = { pop, field, flow, genome, own, tree, pop.pos, pop.b, pop.b:lt(2), pop.text, agents.array { 1, 2 },
            pop:sense(1), pop.id }
        for i = 1, #things do odd[odd.n + i] = things[i] end
        odd.n = odd.n + #things
        local methods = { 'spawn', 'kill', 'index_of', 'add_field', 'has_field', 'write', 'intent_age', 'sense', 'step', 'is_kind',
            'length', 'normalized', 'dot', 'where', 'copy', 'pick', 'table', 'lt', 'eq', 'is_nan', 'any', 'all', 'count', 'indices',
            'sum', 'mean', 'min', 'nearest_of', 'tick', 'sample', 'gradient', 'deposit', 'take', 'get', 'set', 'values', 'total', 'trait',
            'weight', 'genes', 'mutate', 'cross', 'next_generation', 'collide', 'show', 'fill_noise' }
        for _, name in ipairs(methods) do
            for _, thing in ipairs(things) do
                local has, f = pcall(function() return thing[name] end)
                if has and type(f) == 'function' then
                    try(name, f)
                    for a = 1, odd.n do
                        try(name, f, thing, odd[a])
                        try(name, f, odd[a], thing)
                        try(name, f, thing, odd[math.random(odd.n)], odd[a])
                    end
                end
            end
        end
        for _, thing in ipairs(things) do
            for a = 1, odd.n do
                local x = odd[a]
                try('[]', function() return thing[x] end) try('[]=', function() thing[x] = x end)
                try('+', function() return thing + x, x - thing end) try('*', function() return thing * x, thing / x, -thing end)
                try('&', function() return thing & x, ~thing end) try('#', function() return #thing, tostring(thing) end)
                try('pos', function() pop.pos = x end) try('b', function() pop.b = x end) try('b1', function() pop.b[1] = x end)
                try('kind', function() pop.kind = x end) try('flag', function() pop.flag[2] = x end)
                try('sense', function() pop:sense(1) agents.separate(pop, 1, x) end)
                try('flock', agents.flock, pop, { radius = x, max_speed = x, separate = x, fov = x })
            end
            if #pop > 50 or #pop == 0 then pop:kill(pop.b:eq(pop.b)) pop:spawn(4) end
        end
        assert(#pop >= 0)
        for name, f in pairs(agents) do
            for a = 1, odd.n do
                try(name, f, pop, odd[a], odd[math.random(odd.n)], odd[math.random(odd.n)])
                try(name, f, pop, odd[math.random(odd.n)], odd[a], odd[math.random(odd.n)])
            end
        end",
        8_000,
    );
}

#[test]
fn options_with_odd_values() {
    check(
        "local fields = { 'pos', 'size', 'radius', 'static', 'density', 'friction', 'bounce', 'velocity', 'color', 'material',
            'visible', 'glass', 'cloudy' }
        local made = {}
        local function make(f, options)
            try('physics.' .. f, function() made[#made + 1] = physics[f](options) end)
            if #made > 500 then for _, id in ipairs(made) do physics.remove(id) end made = {} end
        end
        for _, f in ipairs { 'box', 'sphere' } do
            for _, field in ipairs(fields) do
                for a = 1, odd.n do
                    make(f, { [field] = odd[a] })
                    make(f, { [field] = { odd[a], 1, 1 } })
                    make(f, { [field] = { x = 1, y = odd[a], z = 1 } })
                end
            end
            for _ = 1, 3000 do
                local options = {}
                for _ = 1, 4 do options[fields[math.random(#fields)]] = odd[math.random(odd.n)] end
                make(f, options)
            end
        end
        for _, id in ipairs(made) do physics.remove(id) end",
        8_000,
    );
}

#[test]
fn vectors_with_odd_values() {
    check(
        "local methods = { 'length', 'normalized', 'dot', 'cross', 'distance', 'lerp' }
        for a = 1, odd.n do
            for b = 1, odd.n do
                local x, y = odd[a], odd[b]
                try('Vec', Vec, x, y, x)
                for _, m in ipairs(methods) do
                    try(m, Vec()[m], x, y, x)
                    try(m, Vec()[m], Vec(1, 2, 3), x, y)
                end
                local v = Vec(1, 2, 3)
                try('+', function() return v + x, x + v end) try('-', function() return v - x, -v end)
                try('*', function() return v * x, x * v end) try('/', function() return v / x end)
                try('==', function() return v == x end) try('tostring', function() return tostring(Vec(x)) end)
                try('[]', function() v[x] = y end) try('[]', function() return v[x] end)
                try('x', function() v.x = x return tostring(v) end)
            end
        end",
        20_000,
    );
}

#[test]
fn objects_with_odd_fields_and_methods_with_odd_arguments() {
    check(
        "local function make()
            return { steer.Gait { maxSpeed = 2, maxForce = 1 }, steer.Body { pos = Vec(1, 2, 3), vel = Vec(1) },
                steer.Wander { ahead = 1, radius = 1, jitter = 1 }, random.pcg(1) }
        end
        local methods = { { 'steer', 'seek', 'flee', 'arrive', 'stopRadius' }, { 'applyForce', 'step' }, { 'target', 'force' },
            { 'float', 'int', 'normal' } }
        local fields = { { 'maxSpeed', 'maxForce' }, { 'pos', 'vel', 'mass', 'force' }, { 'ahead', 'radius', 'jitter', 'angle', 'plane' },
            { 'high', 'low' } }
        local function call(objects, i, m, x, y)
            local o = objects[i]
            try(m, o[m], x, y, x)
            try(m, o[m], o, x, y, x)
            try(m, o[m], o, objects[2], x, y)
            try(m, o[m], o, objects[1], x, objects[4])
            try(m, o[m], o, objects[1], objects[2], objects[4])
            try('tostring', tostring, o)
        end
        for i = 1, 4 do
            for a = 1, odd.n do
                for _, m in ipairs(methods[i]) do
                    call(make(), i, m, odd[a], odd[odd.n + 1 - a])
                    for of, names in ipairs(fields) do
                        for _, field in ipairs(names) do
                            local objects = make()
                            objects[of][field] = odd[a]
                            call(objects, i, m, Vec(1, 2, 3), 1)
                        end
                    end
                end
            end
        end
        for a = 1, odd.n do
            for of, maker in ipairs { 'Gait', 'Body', 'Wander' } do
                for _, field in ipairs(fields[of]) do
                    local options = { maxSpeed = 1, maxForce = 1, pos = Vec(), ahead = 1, radius = 1, jitter = 1 }
                    options[field] = odd[a]
                    try(maker, steer[maker], options)
                end
            end
            for _, field in ipairs { 'color', 'points', 'seconds', 'gap' } do
                try('trail', draw.trail, 'one', Vec(), { [field] = odd[a] })
            end
        end",
        20_000,
    );
}

#[test]
fn absurd_bodies_do_not_break_the_world() {
    let mut yard = Yard::with(
        "for n = 1, 60 do
            local function size() return ({ 0.02, 0.5, 3, 1000 })[math.random(4)] end
            local id = physics.box { pos = Vec(math.random(-5, 5), math.random(0, 9), math.random(-5, 5)), size = Vec(size(), size(), size()),
                density = ({ 1, 500, 1e6 })[math.random(3)], friction = math.random(0, 1000), bounce = math.random() }
            physics.impulse(id, Vec(1e300, -1e300, 1e300), Vec(1, 2, 3))
            physics.setVelocity(id, Vec(1e200, 1e200, -1e200))
            physics.force(id, Vec(-1e308, 1e308, 1e308)) physics.force(id, Vec(1e308, 0, 0))
        end
        hook.Add('Think', 't', function() for id = 1, 100 do
            local at, speed = physics.position(id), physics.velocity(id)
            if at ~= at or speed ~= speed then error('not a number any more: ' .. id) end
        end end)",
    );
    yard.ticks(120);
    yard.no_errors();
}

#[test]
fn names_that_are_no_text_are_refused_instead_of_being_taken_for_one_another() {
    for (lua, name) in [
        ("hook.Add('Think', '\\xff', print)", "hook.Add: id"),
        ("hook.Add('\\xfe', 'a', print)", "hook.Add: event"),
        ("hook.Remove('Think', '\\xff')", "hook.Remove: id"),
        ("hook.Run('\\xff')", "hook.Run: event"),
        ("timer.Create('\\xff', 1, 1, print)", "timer.Create: name"),
        ("timer.Exists('\\xff')", "timer.Exists: name"),
        ("input.define('\\xff')", "input.define: id"),
    ] {
        assert_eq!(refusal(lua), format!("{name} must be text in UTF-8, got other bytes (\"\u{fffd}\")"));
    }
    assert_eq!(
        said("hook.Add('Think', 'é\\u{fffd}', print) print(next(hook.GetTable().Think))").split('\t').next(),
        Some("é\u{fffd}")
    );
}
