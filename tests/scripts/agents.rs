//! `agents` from Lua: populations, arrays, behaviours.

use crate::common::{Yard, refusal, said};

#[test]
fn a_vector_goes_with_an_array_on_either_side() {
    let script = "local a = agents.array { { 1, 2 }, { 3, 5 } }
        local function show(b) print(b[1], b[2]) end
        show(Vec(10, 10) - a) show(Vec(1, 1) + a) show(Vec(2, 1) * a) show(Vec(6, 10) / a)";
    assert_eq!(
        said(script),
        "Vec(9.000, 8.000, 0.000)\tVec(7.000, 5.000, 0.000)\n\
         Vec(2.000, 3.000, 0.000)\tVec(4.000, 6.000, 0.000)\n\
         Vec(2.000, 2.000, 0.000)\tVec(6.000, 5.000, 0.000)\n\
         Vec(6.000, 5.000, 0.000)\tVec(2.000, 2.000, 0.000)"
    );
    assert!(
        refusal("return Vec(1, 1) + agents.array { 1, 2 }")
            .contains("a Vec does not go with one number a row")
    );
    assert_eq!(
        refusal("return Vec(1, 1) + agents.Population(2)"),
        "Vec + userdata: a Vec can only be added to a Vec"
    );
}

#[test]
fn a_genome_of_a_population_goes_with_its_agents() {
    let text = "local pop = agents.Population(3)
        local genome = agents.Genome(pop, { traits = { { 'size', 0, 10 } }, weights = 1, seed = 1 })
        for i = 1, 3 do genome:genes(i, { i / 10, 0.5 }) end
        pop:kill { 2 }
        print(#genome, genome:trait('size')[1], genome:trait('size')[2])
        local child = pop:spawn(2)
        print(#genome, genome:trait('size')[4])
        genome:genes(child[2], genome:genes(1))
        print(genome:trait('size')[4])
        genome:mutate(1, 0.1, child)
        print(genome:trait('size')[1], genome:trait('size')[2], genome:trait('size')[4] ~= 1)
        genome:next_generation { 0, 9, 1, 2 }
        pop:kill { 4 }
        print(#genome, genome:trait('size')[1])
        print(select(2, pcall(genome.mutate, genome, 1, 1, { 4 })))
        print(select(2, pcall(genome.mutate, genome, 1, 1, { 1, 1, 1, 1 })))
        print(select(2, pcall(genome.cross, genome, agents.Genome(2, { weights = 2 }))))
        pop:remove()
        print(select(2, pcall(genome.trait, genome, 'size')))";
    let expected = "2\t1.0\t3.0\n4\t0.0\n1.0\n1.0\t3.0\ttrue\n3\t3.0\n\
        test.lua:15: Genome:mutate: who must be 1 to 3, got 4\n\
        test.lua:16: Genome:mutate: who can be 3 agents at most, got 4\n\
        test.lua:17: Genome:cross: 3 rows of 2 genes do not go with 2 of 2\n\
        test.lua:19: Genome:trait: this population is gone: it was removed, or the script that made it was; keep it in `state` to \
        have it after a reload";
    assert_eq!(said(text), expected);
}

#[test]
fn a_population_knows_the_genome_that_was_last_made_for_it_also_after_a_reload() {
    let text = "if not state.pop then
            state.pop = agents.Population(3)
            print(state.pop.genome)
            print(agents.Genome(state.pop, { weights = 1 }) ~= nil, #state.pop.genome)
            local genome = agents.Genome(state.pop, { traits = { { 'size', 0, 10 } } })
            print(genome == state.pop.genome)
            state.pop.genome:genes(2, { 0.5 })
        end
        local pop = state.pop
        pop:kill(1)
        print(#pop.genome, pop.genome:trait('size')[1], pop:has_field('genome'))
        print(select(2, pcall(function() pop.genome = 5 end)))";
    let mut yard = Yard::with(text);
    let own = "test.lua:12: Population: \"genome\" cannot be set: agents.Genome(pop, …) makes one for it";
    assert_eq!(yard.said(), format!("nil\ntrue\t3\ntrue\n2\t5.0\tfalse\n{own}"));
    yard.script("test.lua", &text.replace("pop:kill(1)", "pop.genome:genes(1, { 0.25 })"));
    assert_eq!(yard.said(), format!("2\t2.5\tfalse\n{own}"));
}

#[test]
fn wanderers_draw_from_a_generator_if_they_are_given_one() {
    let text = "local pop = agents.Population(2)
        local rng, same = random.pcg(7), random.pcg(7)
        local force = agents.wander(pop, 2, rng)
        print(force[1] == Vec(same:normal(), same:normal()) * 2, force[2] == Vec(same:normal(), same:normal()) * 2)
        print(rng.high == same.high and rng.low == same.low, agents.wander(pop, 2, rng)[1] ~= force[1])
        print(agents.wander(pop, 2, { { 1, 2 }, { 3, 4 } })[2])
        print(select(2, pcall(agents.wander, pop, 2, { 1 })))";
    let expected = "true\ttrue\ntrue\ttrue\nVec(6.000, 8.000, 0.000)\n\
        test.lua:7: agents.wander: rng[1] must be a point such as Vec(1, 2), got 1";
    assert_eq!(said(text), expected);
}

#[test]
fn a_flow_is_filled_with_noise_that_turns_smoothly() {
    let text = "local flow = agents.FlowField { shape = { 40, 30 }, extent = { 40, 30 } }
        flow:fill_noise(0.02)
        local a, b = flow:sample(Vec(10.5, 10.5)), flow:sample(Vec(11.5, 10.5))
        print(('%.6f'):format(a:length()), a:dot(b) > 0.9, a ~= b)
        flow:fill_noise(0.02, 7)
        print(flow:sample(Vec(10.5, 10.5)) ~= a)
        flow:fill_noise(0.02, 0)
        print(flow:sample(Vec(10.5, 10.5)) == a)
        print(select(2, pcall(flow.fill_noise, flow, 1e30)))";
    let expected = "1.000000\ttrue\ttrue\ntrue\ntrue\n\
        test.lua:9: FlowField:fill_noise: scale must be a number that is not so large, got 1e+30";
    assert_eq!(said(text), expected);
}

#[test]
fn a_population_is_arrays_that_scripts_read_and_write() {
    assert_eq!(
        said(
            "local pop = agents.Population(3, { kinds = { 'prey', 'predator' }, intent = { 'goal' }, battery = 1, name_ = 'x',
                 alive = true, goal = Vec(0/0, 0/0) })
             print(#pop, pop.dim, table.concat(pop.kinds, ' '), pop.intent[1], pop.senses)
             pop.pos[2] = Vec(1, 2)
             pop.vel = { { 1, 0 }, { 0, 1 }, { 3, 4 } }
             pop.kind[3] = 'predator'
             pop.battery[1] = 0.5
             print(pop.pos[2], pop.vel:length()[3], pop.kind[3], pop.battery[1], pop.name_[2], pop.alive[1], pop.goal:is_nan():all())
             for i, v in ipairs(pop.vel) do io_ = i end print(io_, #pop.vel, pop.pos[4])
             pop.vel = pop.vel * 2 - Vec(1, 1) + pop.battery
             print(pop.vel[1], pop.vel[3])
             print(tostring(pop), tostring(pop.pos), pop:has_field('battery'), pop:has_field('dim'))"
        ),
        "3\t2\tprey predator\tgoal\tnil
Vec(1.000, 2.000, 0.000)\t5.0\t2\t0.5\tx\ttrue\ttrue
3\t3\tnil
Vec(1.500, -0.500, 0.000)\tVec(6.000, 8.000, 0.000)
Population(3 agents)\tArray(3 rows of 2)\ttrue\tfalse"
    );
}

#[test]
fn agents_come_and_go_and_keep_their_ids() {
    assert_eq!(
        said(
            "local pop = agents.Population(4, { battery = { 1, 2, 3, 4 } })
             pop:kill { 2 }
             local new = pop:spawn(2, { pos = Vec(5, 5), battery = { 8, 9 } })
             print(table.concat(pop.id:table(), ' '), new[1], new[2], pop.pos[5], pop.battery[4])
             print(pop:index_of(2), pop:index_of(6), table.concat(pop:index_of { 1, 2, 5 }:table(), ' '))
             pop:kill(pop.battery:gt(3.5))
             print(#pop, table.concat(pop.id:table(), ' '))
             pop:remove()
             print(select(2, pcall(function() return #pop end)))"
        ),
        "1 3 4 5 6\t4\t5\tVec(5.000, 5.000, 0.000)\t8.0
0\t5\t1 0 4
2\t1 3
test.lua:9: Population: this population is gone: it was removed, or the script that made it was; keep it in `state` to have \
         it after a reload"
    );
}

#[test]
fn behaviours_give_a_force_for_each() {
    assert_eq!(
        said(
            "local pop = agents.Population(2, { pos = { { 0, 0 }, { 3, 4 } }, vel = { { 1, 0 }, { 0, 0 } } })
             local function show(f) print(f[1], f[2]) end
             show(agents.seek(pop, Vec(10, 0), 2))
             show(agents.seek(pop, { { 10, 0 }, { 3, 8 } }, agents.array { 2, 3 }))
             show(agents.arrive(pop, { 0, 0 }, 2, 10))
             show(agents.flee(pop, Vec(0, 1), 2, 3))
             show(agents.pursue(pop, Vec(10, 0), Vec(0, 1), 5, { max_lead = 1 }))
             show(agents.evade(pop, Vec(10, 0), Vec(0, 1), 5, 8, { max_lead = 1 }))
             show(agents.separate(pop, 6)) show(agents.align(pop, 6)) show(agents.cohere(pop, 6))
             show(agents.separate(pop, 6, { true, false }))
             show(agents.contain(pop, { Vec(0, 0), Vec(20, 20) }, 4, 2))
             show(agents.avoid(pop, { { 5, 0 } }, 1))
             show(agents.follow_path(pop, { { 0, 0 }, { 20, 0 } }, 1, 2, { closed = false, look_ahead = 0.5 }))
             show(agents.follow(pop, agents.FlowField { shape = { 4, 4 }, extent = { 8, 8 },
                 vectors = function(x, y) return Vec(0, 0.5) end }, 2))
             show(agents.wander(pop, 2, { { 1, 1 }, { 0.5, 0 } }))"
        ),
        "Vec(1.000, 0.000, 0.000)\tVec(1.736, -0.992, 0.000)
Vec(1.000, 0.000, 0.000)\tVec(0.000, 3.000, 0.000)
Vec(-1.000, 0.000, 0.000)\tVec(-0.600, -0.800, 0.000)
Vec(-1.000, -2.000, 0.000)\tVec(0.000, 0.000, 0.000)
Vec(3.975, 0.498, 0.000)\tVec(4.596, -1.970, 0.000)
Vec(0.000, 0.000, 0.000)\tVec(0.000, 0.000, 0.000)
Vec(-0.600, -0.800, 0.000)\tVec(0.600, 0.800, 0.000)
Vec(-1.000, 0.000, 0.000)\tVec(1.000, 0.000, 0.000)
Vec(3.000, 4.000, 0.000)\tVec(-3.000, -4.000, 0.000)
Vec(0.000, 0.000, 0.000)\tVec(0.000, 0.000, 0.000)
Vec(1.000, 2.000, 0.000)\tVec(0.500, 0.000, 0.000)
Vec(0.000, 0.000, 0.000)\tVec(0.000, 0.000, 0.000)
Vec(1.000, 0.000, 0.000)\tVec(0.485, -1.940, 0.000)
Vec(-1.000, 1.000, 0.000)\tVec(0.000, 1.000, 0.000)
Vec(0.000, 2.000, 0.000)\tVec(1.000, 0.000, 0.000)"
    );
}

#[test]
fn senses_tell_who_is_near() {
    assert_eq!(
        said(
            "local pop = agents.Population(4, { kinds = { 'prey', 'predator' }, kind = { 'prey', 'prey', 'predator', 'predator' },
                 pos = { { 0, 0 }, { 1, 0 }, { 3, 0 }, { 50, 0 } }, vel = { { 1, 0 }, { -1, 0 }, { 0, 0 }, { 0, 0 } } })
             local s = pop:sense(4)
             print(table.concat(s.count:table(), ' '), table.concat(s.nearest:table(), ' '), s.nearest_dist[3], s.nearest_dist[4])
             local index, distance = s:nearest_of('predator')
             print(table.concat(index:table(), ' '), distance[1], distance[3], pop.senses.radius, pop.senses.fov)
             pop:sense(4, { fov = math.pi })
             print(table.concat(pop.senses.count:table(), ' '))
             pop:spawn(1) print(pop.senses)"
        ),
        "2 2 2 0\t2 1 2 0\t2.0\tinf
3 3 0 0\t3.0\tinf\t4.0\tnil
2 1 2 0
nil"
    );
}

#[test]
fn a_flock_in_one_call_is_the_calls_one_by_one() {
    said(
        "local function make()
             local pop = agents.Population(200, { seed = 4 })
             for i = 1, 200 do pop.pos[i] = Vec(i * 7.3 % 11, i * 3.1 % 9) pop.vel[i] = Vec(i % 3 - 1, i % 5 - 2) end
             return pop
         end
         local a, b = make(), make()
         for _ = 1, 20 do
             a:sense(2.5)
             local f = agents.separate(a, 1) * 1.5 + agents.align(a, 2.5) * 0.5 + agents.cohere(a, 2.5) * 0.4
             a.vel = a.vel + f * (1 / 60)
             a:step(1 / 60, 3)
             agents.flock(b, { radius = 2.5, separate_radius = 1, separate = 1.5, align = 0.5, cohere = 0.4, max_speed = 3 })
         end
         assert((a.pos - b.pos):length():max() < 1e-12)
         assert((a.vel - b.vel):length():max() < 1e-12 and a.vel:length():max() < 3.0000001)",
    );
}

#[test]
fn writes_land_with_the_next_frame() {
    let mut yard = Yard::with(
        "pop = agents.Population(3, { intent = { 'goal', 'mood' }, goal = Vec(0/0, 0/0) })
         pop:write({ 1, 3, 99 }, { goal = { { 1, 2 }, { 3, 4 }, { 5, 6 } }, mood = 7 })
         print(pop.goal:is_nan():count(), pop:intent_age('goal')[1])
         hook.Add('Think', 'a', function()
             print(pop.goal[1], pop.goal:is_nan():count(), pop.mood[3], pop:intent_age('goal')[1] < 0.1, pop:intent_age('mood')[2])
         end)",
    );
    yard.ticks(1);
    assert_eq!(yard.said(), "3\tinf\nVec(1.000, 2.000, 0.000)\t1\t7.0\ttrue\tinf");
}

#[test]
fn a_tree_is_ticked_for_all() {
    assert_eq!(
        said(
            "local pop = agents.Population(5, { kinds = { 'prey', 'predator' }, hungry = { true, false, true, false, true } })
             pop.kind[5] = 'predator'
             local log = {}
             local eat = agents.leaf(function(pop, idx) log[#log + 1] = 'eat ' .. table.concat(idx:table(), ' ') return 'running' end,
                 function(pop, idx) log[#log + 1] = 'halt ' .. table.concat(idx:table(), ' ') end)
             local hungry = agents.condition(function(pop, idx) return pop.hungry:pick(idx) end)
             local tree = agents.Tree { agents.Selector {
                 agents.Sequence { agents.is_kind('predator'), agents.leaf(function() return 1 end) },
                 agents.Sequence { hungry, eat },
                 agents.leaf(function(pop, idx) local s = {} for i = 1, #idx do s[i] = 'success' end return s end) } }
             print(table.concat(tree:tick(pop):table(), ' '))
             pop.hungry = false
             pop:kill { 2 }
             print(table.concat(tree:tick(pop):table(), ' '))
             print(table.concat(log, ', '))
             for _, node in ipairs(tree.counts) do print(('  '):rep(node.depth) .. node.name, node.failure, node.success, node.running) end"
        ),
        "2 1 2 1 1
1 1 1 1
eat 1 3, halt 1 2
Selector\t0\t4\t0
  Sequence\t3\t1\t0
    is_kind predator\t3\t1\t0
    leaf 2\t0\t1\t0
  Sequence\t3\t0\t0
    condition 3\t3\t0\t0
    leaf 4\t0\t0\t0
  leaf 5\t0\t3\t0"
    );
}
