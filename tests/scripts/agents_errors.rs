//! `agents` given wrong things: an error that says what, with the script's own line, and nothing changed.

use crate::common::{Yard, refusal_in, said};

/// What is wrong in Lua, and what is said about it; `pop` is a population of three.
#[track_caller]
fn check(cases: &[(&str, &str)]) {
    let mut yard = Yard::new();
    for (lua, expected) in cases {
        let text = format!("local pop = agents.Population(3, {{ intent = {{ 'goal' }}, b = 1 }}) {lua}");
        assert_eq!(&refusal_in(&mut yard, &text), expected, "{lua}");
    }
}

#[test]
fn behaviours_refuse_what_makes_no_sense() {
    check(&[
        ("agents.seek(pop, Vec(), -1)", "agents.seek: max_speed must be 0 or more, got -1"),
        ("agents.seek(pop, Vec(), { 1, -2, 3 })", "agents.seek: max_speed must be 0 or more, got -2"),
        ("agents.seek(pop, 'x', 1)", "agents.seek: target must be a point such as Vec(1, 2), got a string"),
        (
            "agents.seek(pop, Vec(1, 2, 3), 1)",
            "agents.seek: target: in two dimensions z must be 0, got Vec(1, 2, 3); a place p on the yard's ground is Vec(p.x, p.z) there",
        ),
        (
            "agents.seek(pop, { { 1, 2 } }, 1)",
            "agents.seek: target must be one point, or one of 2 numbers for each of 3 agents, got 1 rows of 2",
        ),
        ("agents.seek(5, Vec(), 1)", "agents.seek: pop must be a population, got 5"),
        ("agents.arrive(pop, Vec(), 1, 0)", "agents.arrive: slow_radius must be above 0, got 0"),
        ("agents.arrive(pop, Vec(), 1, 0/0)", "agents.arrive: slow_radius must be above 0, got NaN"),
        (
            "agents.arrive(pop, Vec(), 1, { 1, 2 })",
            "agents.arrive: slow_radius must be one number, or one for each of 3 agents, got 2 rows of 1",
        ),
        (
            "agents.pursue(pop, Vec(), Vec(), 1, { max_lead = -1 })",
            "agents.pursue: max_lead must be 0 or more, got -1",
        ),
        (
            "agents.follow_path(pop, { { 1, 2 } }, 1, 1)",
            "agents.follow_path: path must be 2 points or more of 2 numbers, got 1 of 2",
        ),
        (
            "agents.follow_path(pop, { { 1, 2 }, { 2, 2 } }, 0, 1)",
            "agents.follow_path: radius must be above 0, got 0",
        ),
        (
            "agents.follow_path(pop, { { 1, 2, 3 }, { 2, 2, 2 } }, 1, 1)",
            "agents.follow_path: path[1]: in two dimensions z must be 0, got Vec(1, 2, 3); a place p on the yard's ground is Vec(p.x, p.z) there",
        ),
        (
            "agents.contain(pop, { Vec(0, 0), Vec(0, 5) }, 1, 1)",
            "agents.contain: bounds must be finite, the lowest corner below the highest, but x goes from 0 to 0",
        ),
        (
            "agents.contain(pop, { Vec(0, 0), Vec(9, 4) }, 2.1, 1)",
            "agents.contain: margin must be 0 or more and at most half the box, 2, got 2.1",
        ),
        (
            "agents.contain(pop, { Vec(0, 0), Vec(9, 4) }, -1, 1)",
            "agents.contain: margin must be 0 or more and at most half the box, 2, got -1",
        ),
        ("agents.avoid(pop, { { 1, 2 } }, -1)", "agents.avoid: radii must be 0 or more, got -1"),
        (
            "agents.avoid(pop, { 1, 2 }, 1)",
            "agents.avoid: centers[1] must be a point such as Vec(1, 2), got 1",
        ),
        ("agents.follow(pop, 5, 1)", "agents.follow: flow must be a FlowField, got 5"),
        (
            "agents.follow(agents.Population(2, { dim = 3 }), agents.FlowField { shape = { 1, 1 }, extent = { 1, 1 } }, 1)",
            "agents.follow: flows are followed in two dimensions, and these agents have 3",
        ),
        ("pop:step(1, -1)", "Population:step: max_speed must be 0 or more, got -1"),
        (
            "agents.flock(pop, { radius = 1, separate_radius = 2 })",
            "agents.flock: separate_radius must be at most the radius, 1, got 2",
        ),
    ]);
    said(
        "local pop = agents.Population(2) agents.seek(pop, Vec(), 0/0) agents.flee(pop, Vec(), 1, -3) pop:sense(math.huge)",
    );
}

#[test]
fn senses_and_neighbours_refuse_what_makes_no_sense() {
    check(&[
        ("pop:sense(0)", "Population:sense: the radius must be above 0, got 0"),
        ("pop:sense(-1)", "Population:sense: the radius must be above 0, got -1"),
        ("pop:sense(0/0)", "Population:sense: the radius must be above 0, got NaN"),
        (
            "pop:sense(1, { fov = 0 })",
            "Population:sense: fov must be above 0 and at most 2 * math.pi radians, got 0",
        ),
        (
            "pop:sense(1, { fov = 7 })",
            "Population:sense: fov must be above 0 and at most 2 * math.pi radians, got 7",
        ),
        (
            "pop.pos[2] = Vec(0/0, 1) pop:sense(1)",
            "Population:sense: positions must be finite to find neighbours, but agent 2 is at (NaN, 1)",
        ),
        (
            "pop:sense(1):nearest_of('x')",
            "Senses:nearest_of: \"x\" is not one of the population's kinds: agent",
        ),
        ("agents.separate(pop, 0)", "agents.separate: the radius must be above 0, got 0"),
        ("agents.separate(pop, 1, { 0, 1, 1 })", "agents.separate: mask[1] must be true or false, got 0"),
        (
            "agents.separate(pop, 1, { true, true })",
            "agents.separate: the mask needs one row for each of 3 agents, got 2",
        ),
        ("agents.separate(pop, 1, 5)", "agents.separate: mask must be a mask: an array of booleans, got 5"),
    ]);
}

#[test]
fn populations_refuse_what_makes_no_sense() {
    check(&[
        ("agents.Population(-1)", "agents.Population: a population needs n of 0 or more, got -1"),
        ("agents.Population(1, { dim = 0 })", "agents.Population: dim must be 1, 2 or 3, got 0"),
        (
            "agents.Population(1, { kinds = {} })",
            "agents.Population: kinds must be one or more names, got none",
        ),
        (
            "agents.Population(1, { kinds = { 'a', 'a' } })",
            "agents.Population: kinds must differ, but \"a\" is there twice",
        ),
        (
            "agents.Population(1, { id = 1 })",
            "agents.Population: ids are given by the population; they cannot be set",
        ),
        (
            "agents.Population(1, { _x = 1 })",
            "agents.Population: a field's name is made of letters, digits and _, and begins with a letter: \"_x\" does not",
        ),
        (
            "agents.Population(1, { step = 1 })",
            "agents.Population: \"step\" is something that every population has; call the field otherwise",
        ),
        (
            "agents.Population(2, { b = { 1 } })",
            "agents.Population: b needs one row for each of 2 agents, got 1",
        ),
        (
            "agents.Population(2, { pos = { { 1, 2, 3 }, { 1, 2, 3 } } })",
            "agents.Population: pos[1]: in two dimensions z must be 0, got Vec(1, 2, 3); a place p on the yard's ground is Vec(p.x, p.z) there",
        ),
        (
            "agents.Population(2, { intent = { 'pos' } })",
            "agents.Population: \"pos\" is the simulation's own, not an intent field",
        ),
        (
            "agents.Population(1, { kind = 9 })",
            "agents.Population: a kind is one of agent or an index from 1 to 1, got 9",
        ),
        (
            "agents.Population(1, { kind = 'zz' })",
            "agents.Population: \"zz\" is not one of the population's kinds: agent",
        ),
        ("pop.kind = 0.5", "Population: a kind is one of agent or an index from 1 to 1, got 0.5"),
        (
            "pop:kill { true, false }",
            "Population:kill: the mask needs one boolean for each of 3 agents, got 2",
        ),
        ("pop:kill(0)", "Population:kill: indices must be 1 to 3, got 0"),
        ("pop:kill { 4 }", "Population:kill: indices must be 1 to 3, got 4"),
        ("pop:kill { 1.5 }", "Population:kill: who must be whole numbers, got 1.5"),
        ("pop:spawn(-1)", "Population:spawn: k must be 0 or more, got -1"),
        ("pop:spawn(1, { zz = 1 })", "Population:spawn: \"zz\" is not a field of this population"),
        ("pop:spawn(1, { id = 1 })", "Population:spawn: \"id\" is not a field of this population"),
        (
            "pop:spawn(2, { b = { 1, 2, 3 } })",
            "Population:spawn: b needs one row for each of 2 new agents, got 3",
        ),
        ("pop:write(1)", "Population:write: it needs at least one intent field, such as { goal = … }"),
        (
            "pop:write(1, { pos = Vec() })",
            "Population:write: \"pos\" is not an intent field of this population: goal",
        ),
        ("pop:write({ 1, 2 }, { goal = 'x' })", "Population:write: goal holds numbers, got strings"),
        (
            "pop:intent_age('pos')",
            "Population:intent_age: \"pos\" is not an intent field of this population: goal",
        ),
        ("pop:add_field('pos', 1)", "Population:add_field: the population already has a field \"pos\""),
        ("pop:add_field('c', { 1, 2 })", "Population:add_field: c needs one row for each of 3 agents, got 2"),
        ("pop.vel = { { 1, 2 } }", "Population: vel needs one row for each of 3 agents, got 1"),
        ("pop.vel = agents.array { 1, 2, 3 }", "Population: vel needs rows of 2 numbers, got 1"),
        ("pop.b = { { 1, 2 }, { 1, 2 }, { 1, 2 } }", "Population: b holds numbers, got rows of 2 numbers"),
        ("pop.id = 5", "Population: ids are given by the population; they cannot be set"),
        ("pop.id[1] = 5", "Array: ids are given by the population; they cannot be set"),
        ("pop.dim = 3", "Population: \"dim\" cannot be set"),
        (
            "print(pop.speed)",
            "Population: \"speed\" is neither a field nor a method of this population; its fields are pos, vel, kind, b, goal; to ask \
             whether there is one, use pop:has_field(name)",
        ),
        (
            "pop.speed = 1",
            "Population: \"speed\" is neither a field nor a method of this population; its fields are pos, vel, kind, b, goal; a new one \
             is made by pop:add_field(name, value)",
        ),
        ("pop.pos[4] = Vec()", "Array: it has rows 1 to 3, so a row 4 cannot be set"),
        ("pop.pos[1] = 'x'", "Array: a row of pos must be a point such as Vec(1, 2), got a string"),
        (
            "print(pop.pos + { 1, 2 })",
            "Array: an array goes with an array, a number or a Vec, not with a table",
        ),
        ("print(pop.pos + agents.array { { 1, 2 } })", "Array: arrays of 3 and 1 rows do not go together"),
        ("print(pop.pos.w)", "Array: an array has no \"w\"; see its methods in the reference"),
        ("pop.pos.length()", "Array:length: it is called on an array, as in a:length(), not on nil"),
    ]);
}

#[test]
fn fields_and_genomes_refuse_what_makes_no_sense() {
    check(&[
        (
            "agents.Field { shape = { 2, 2 }, extent = { 1, 1 }, regrowth = 1 }",
            "agents.Field: regrowth grows a field back toward its cap: give it a cap",
        ),
        (
            "agents.Field { shape = { 0, 2 }, extent = { 1, 1 } }",
            "agents.Field: shape must be two numbers of cells of 1 or more, got 0 and 2",
        ),
        (
            "agents.Field { shape = { 2, 2 }, extent = { 0, 1 } }",
            "agents.Field: extent must be a finite width and height above 0, got 0 and 1",
        ),
        (
            "agents.Field { shape = { 2, 2 }, extent = { 1, 1 }, edge = 'zz' }",
            "agents.Field: edge must be \"wrap\" or \"closed\", got \"zz\"",
        ),
        (
            "agents.Field { shape = { 1e5, 1e5 }, extent = { 1, 1 } }",
            "agents.Field: 100000 × 100000 cells are too many: at most 4000000",
        ),
        (
            "agents.Field { shape = { 2, 2 }, extent = { 1, 1 } }:deposit(Vec(), -1)",
            "Field:deposit: amounts must be finite and 0 or more, got -1",
        ),
        (
            "agents.Field { shape = { 2, 2 }, extent = { 1, 1 } }:step(-1)",
            "Field:step: dt must be a finite number of 0 or more, got -1",
        ),
        ("agents.Genome(2, {})", "agents.Genome: a genome needs at least one trait or weight"),
        (
            "agents.Genome(2, { traits = { { 'a', 0, math.huge } } })",
            "agents.Genome: the range of a must be two finite numbers, got 0 and inf",
        ),
        (
            "agents.Genome(2, { traits = { { 'a', 0, 1 }, { 'b', 0, 1 }, { 'a', 0, 2 } } })",
            "agents.Genome: traits must differ, but \"a\" is there twice",
        ),
        (
            "agents.Genome(2, { weights = 1 }):mutate(0.5, -1)",
            "Genome:mutate: sigma must be 0 or more, got -1",
        ),
        (
            "agents.Genome(2, { weights = 1 }):next_generation({ 1, 2 }, { sigma = -1 })",
            "Genome:next_generation: sigma must be a finite number of 0 or more, got -1",
        ),
    ]);
}

#[test]
fn cells_of_fields_hold_no_less_than_nothing_and_no_more_than_their_cap() {
    let field = |more: &str| format!("agents.Field {{ shape = {{ 1, 2 }}, extent = {{ 1, 1 }}, {more} }}");
    for (lua, expected) in [
        (field("values = 0/0"), "agents.Field: values must be a finite number of 0 or more, got NaN"),
        (field("values = math.huge"), "agents.Field: values must be a finite number of 0 or more, got inf"),
        (field("values = { 1, -2 }"), "agents.Field: values must be a finite number of 0 or more, got -2"),
        (field("values = { 1, 2 }, cap = 1.5"), "agents.Field: values must be at most the cap, 1.5, got 2"),
        (field("values = 2, cap = { 2, 1 }"), "agents.Field: values must be at most the cap, 1, got 2"),
        (field("cap = 1") + ":set(1, 2, 1.5)", "Field:set: value must be at most the cap, 1, got 1.5"),
        (field("") + ":set(1, 2, -1)", "Field:set: value must be a finite number of 0 or more, got -1"),
    ] {
        check(&[(&lua, expected)]);
    }
    let full = field("cap = { 3, 4 }, values = { 3, 4 }");
    assert_eq!(said(&format!("local field = {full} field:set(1, 1, 2) print(field:total())")), "6.0");
}

#[test]
fn what_is_wrong_is_said_of_the_argument_that_it_is_wrong_with() {
    check(&[
        ("agents.contain()", "agents.contain: pop must be a population, got nil"),
        ("agents.wander()", "agents.wander: pop must be a population, got nil"),
        (
            "agents.contain(pop, agents.array { { 0, 0 }, { 1, 1 }, { 2, 2 } }, 0, 1)",
            "agents.contain: bounds must be two corners, as in {lo, hi}, got 3 rows",
        ),
        (
            "agents.contain(pop, agents.array { 1, 2 }, 0, 1)",
            "agents.contain: bounds must be rows of 2 numbers, got an array of 2 rows of 1",
        ),
        (
            "print(~agents.array { 1 })",
            "Array: this needs a mask, an array of booleans, not an array of numbers; comparisons such as a:gt(0) give masks",
        ),
        ("print(~agents.array { 'a' })", "Array: this needs a mask, not an array of strings"),
        (
            "print(pop.b < pop.b)",
            "Array: arrays are not compared with < and >: a:lt(b) and a:gt(b) give masks",
        ),
        ("print(pop.b > 1)", "Array: arrays are not compared with < and >: a:lt(b) and a:gt(b) give masks"),
        (
            "print(1 >= pop.b)",
            "Array: arrays are not compared with <= and >=: a:le(b) and a:ge(b) give masks",
        ),
    ]);
    assert_eq!(
        said(
            "local pop = agents.Population(1, { pos = { { 3, 0.5 } } })
            print(agents.contain(pop, agents.array { { 0, 0 }, { 1, 1 } }, 0, 2)[1])"
        ),
        said(
            "local pop = agents.Population(1, { pos = { { 3, 0.5 } } })
            print(agents.contain(pop, { Vec(0, 0), Vec(1, 1) }, 0, 2)[1])"
        )
    );
}

#[test]
fn trees_refuse_what_makes_no_sense() {
    let tree = |node: &str| format!("agents.Tree({node}):tick(pop)");
    let leaf = "a leaf must return \"success\", \"failure\" or \"running\" (or 1, 0 and 2), or one for each agent, not";
    let cases = [
        (
            tree("agents.condition(function() return 2 end)"),
            "Tree:tick: a condition must return true or false, or a mask with one for each agent, not 2; a condition is never \
             running"
                .to_owned(),
        ),
        (
            tree("agents.leaf(function() return true end)"),
            format!("Tree:tick: {leaf} a boolean; for a test, use agents.condition"),
        ),
        (tree("agents.leaf(function() return 3 end)"), format!("Tree:tick: {leaf} 3; for a test, use agents.condition")),
        (tree("agents.leaf(function() end)"), format!("Tree:tick: {leaf} nil; for a test, use agents.condition")),
        (
            tree("agents.leaf(function() return { 'success' } end)"),
            "Tree:tick: a leaf returned 1 results for 3 agents: return one for all, or one for each in idx".to_owned(),
        ),
        (
            "agents.Sequence { print }".to_owned(),
            "agents.Sequence: child 1 must be a node, got a function; wrap functions in agents.leaf or agents.condition".to_owned(),
        ),
        (
            "local t = {} for i = 1, 128 do t[i] = agents.is_kind('agent') end agents.Selector(t)".to_owned(),
            "agents.Selector: a composite takes at most 127 children, got 128".to_owned(),
        ),
        (
            "local eat = agents.is_kind('agent') agents.Tree { eat, eat, eat }".to_owned(),
            "agents.Tree: a tree has one root, got 3: put them into an agents.Sequence or an agents.Selector".to_owned(),
        ),
        (tree("agents.is_kind('zz')"), "Tree:tick: \"zz\" is not one of the population's kinds: agent".to_owned()),
        (
            tree("agents.leaf(function(pop) pop:kill { 1 } end)"),
            "Tree:tick: a leaf failed: refused.lua:2: Population:kill: agents cannot be killed from inside a tree's leaf: mark them in \
             a field, and do it after the tick"
                .to_owned(),
        ),
        (
            tree("agents.leaf(function(pop) error('oh') end)"),
            "Tree:tick: a leaf failed: refused.lua:2: oh".to_owned(),
        ),
    ];
    let cases: Vec<(&str, &str)> =
        cases.iter().map(|(lua, expected)| (lua.as_str(), expected.as_str())).collect();
    check(&cases);
    said(
        "local pop = agents.Population(2)
         local tree = agents.Tree(agents.leaf(function() error('x') end))
         assert(not pcall(tree.tick, tree, pop)) pop:kill { 1 } assert(#pop == 1)",
    );
}

#[test]
fn too_many_agents_are_refused_before_memory_runs_out() {
    let mut yard = Yard::new();
    assert_eq!(
        refusal_in(&mut yard, "agents.Population(1000001)"),
        "agents.Population: a script may have 1,000,000 agents, has 0 and wants 1,000,001 more: kill some, or remove a population with \
         pop:remove()"
    );
    assert_eq!(
        refusal_in(&mut yard, "local pop = agents.Population(30000) pop:sense(1000)"),
        "Population:sense: with a radius of 1000, 30,000 agents have up to 900,000,000 pairs of neighbours to look at, more than \
         60,000,000: take a smaller radius, or fewer agents"
    );
}
