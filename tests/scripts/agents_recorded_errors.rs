//! Calls of which it was recorded whether they are an error: they are one here as well, and its message names the call, the argument
//! and what came for it.

use crate::common::{Yard, refusal_in};
use crate::golden::{cases, read};

/// A recorded call, the same in Lua with a population `pop` of three, and if it is an error what its message names, in this order.
type Recorded = (&'static str, &'static str, &'static [&'static str]);

const STEERING: &[Recorded] = &[
    ("seek max_speed=-1", "agents.seek(pop, Vec(), -1)", &["agents.seek: ", "max_speed", "-1"]),
    ("seek max_speed nan", "agents.seek(pop, Vec(), 0/0)", &[]),
    ("arrive slow_radius=0", "agents.arrive(pop, Vec(), 1, 0)", &["agents.arrive: ", "slow_radius", "got 0"]),
    (
        "arrive slow_radius nan",
        "agents.arrive(pop, Vec(), 1, 0/0)",
        &["agents.arrive: ", "slow_radius", "NaN"],
    ),
    (
        "arrive slow_radius len 2",
        "agents.arrive(pop, Vec(), 1, { 1, 2 })",
        &["agents.arrive: ", "slow_radius", "3 agents", "2 rows"],
    ),
    (
        "pursue max_lead -1",
        "agents.pursue(pop, Vec(), Vec(), 1, { max_lead = -1 })",
        &["agents.pursue: ", "max_lead", "-1"],
    ),
    ("flee radius -3 (accepted: squared)", "agents.flee(pop, Vec(), 1, -3)", &[]),
    (
        "follow_path 1 point",
        "agents.follow_path(pop, { { 1, 2 } }, 1, 1)",
        &["agents.follow_path: ", "path", "2 points", "got 1"],
    ),
    (
        "follow_path radius 0",
        "agents.follow_path(pop, { { 1, 2 }, { 2, 2 } }, 0, 1)",
        &["agents.follow_path: ", "radius", "got 0"],
    ),
    (
        "follow_path 3D path",
        "agents.follow_path(pop, { { 1, 2, 3 }, { 2, 2, 2 } }, 1, 1)",
        &["agents.follow_path: ", "path[1]", "Vec(1, 2, 3)"],
    ),
    (
        "contain lo==hi",
        "agents.contain(pop, { Vec(0, 0), Vec(0, 5) }, 1, 1)",
        &["agents.contain: ", "bounds", "x goes from 0 to 0"],
    ),
    (
        "contain margin too big",
        "agents.contain(pop, { Vec(0, 0), Vec(9, 4) }, 2.1, 1)",
        &["agents.contain: ", "margin", "2.1"],
    ),
    (
        "contain margin -1",
        "agents.contain(pop, { Vec(0, 0), Vec(9, 4) }, -1, 1)",
        &["agents.contain: ", "margin", "-1"],
    ),
    (
        "contain inf bounds",
        "agents.contain(pop, { { 0, 0 }, { math.huge, 5 } }, 1, 1)",
        &["agents.contain: ", "bounds", "inf"],
    ),
    ("avoid radius -1", "agents.avoid(pop, { { 1, 2 } }, -1)", &["agents.avoid: ", "radii", "-1"]),
    ("avoid centres shape", "agents.avoid(pop, { 1, 2 }, 1)", &["agents.avoid: ", "centers[1]", "got 1"]),
    (
        "follow 3D",
        "agents.follow(agents.Population(2, { dim = 3 }), agents.FlowField { shape = { 1, 1 }, extent = { 1, 1 } }, 1)",
        &["agents.follow: ", "two dimensions", "3"],
    ),
    ("step max_speed -1", "pop:step(1, -1)", &["Population:step: ", "max_speed", "-1"]),
];

const SENSING: &[Recorded] = &[
    ("sense 0", "pop:sense(0)", &["Population:sense: ", "radius", "got 0"]),
    ("sense -1", "pop:sense(-1)", &["Population:sense: ", "radius", "-1"]),
    ("sense nan", "pop:sense(0/0)", &["Population:sense: ", "radius", "NaN"]),
    ("sense inf", "pop:sense(math.huge)", &[]),
    ("sense fov 0", "pop:sense(1, { fov = 0 })", &["Population:sense: ", "fov", "got 0"]),
    ("sense fov 7", "pop:sense(1, { fov = 7 })", &["Population:sense: ", "fov", "got 7"]),
    (
        "sense nan pos",
        "pop.pos[2] = Vec(0/0, 1) pop:sense(1)",
        &["Population:sense: ", "positions", "agent 2", "(NaN, 1)"],
    ),
    (
        "sense nan pos, n=1 (not checked)",
        "local one = agents.Population(1) one.pos[1] = Vec(0/0, 1) one:sense(1)",
        &[],
    ),
    ("nearest_of unknown", "pop:sense(1):nearest_of('x')", &["Senses:nearest_of: ", "\"x\"", "kinds: agent"]),
    ("separate radius 0", "agents.separate(pop, 0)", &["agents.separate: ", "radius", "got 0"]),
    ("separate int mask", "agents.separate(pop, 1, { 7, 1, 1 })", &["agents.separate: ", "mask[1]", "got 7"]),
    (
        "separate short mask",
        "agents.separate(pop, 1, { true, true })",
        &["agents.separate: ", "mask", "3 agents", "got 2"],
    ),
];

const POPULATIONS: &[Recorded] = &[
    ("population n=-1", "agents.Population(-1)", &["agents.Population: ", "n of 0 or more", "-1"]),
    ("population dim=0", "agents.Population(1, { dim = 0 })", &["agents.Population: ", "dim", "got 0"]),
    ("kinds empty", "agents.Population(1, { kinds = {} })", &["agents.Population: ", "kinds", "none"]),
    (
        "kinds repeat",
        "agents.Population(1, { kinds = { 'a', 'a' } })",
        &["agents.Population: ", "kinds", "\"a\""],
    ),
    ("field id", "agents.Population(1, { id = 1 })", &["agents.Population: ", "ids"]),
    ("field _x", "agents.Population(1, { _x = 1 })", &["agents.Population: ", "field", "\"_x\""]),
    ("field step", "agents.Population(1, { step = 1 })", &["agents.Population: ", "\"step\""]),
    (
        "field short",
        "agents.Population(2, { b = { 1 } })",
        &["agents.Population: ", "b ", "2 agents", "got 1"],
    ),
    (
        "pos shape",
        "agents.Population(2, { pos = { { 1, 2, 3 }, { 1, 2, 3 } } })",
        &["agents.Population: ", "pos[1]", "Vec(1, 2, 3)"],
    ),
    (
        "intent pos",
        "agents.Population(2, { intent = { 'pos' } })",
        &["agents.Population: ", "\"pos\"", "intent"],
    ),
    ("kind index 9", "agents.Population(1, { kind = 9 })", &["agents.Population: ", "kind", "got 9"]),
    (
        "kind name zz",
        "agents.Population(1, { kind = 'zz' })",
        &["agents.Population: ", "\"zz\"", "kinds: agent"],
    ),
    ("kind float", "pop.kind = 0.5", &["Population: ", "kind", "0.5"]),
    ("kill short mask", "pop:kill { true, false }", &["Population:kill: ", "mask", "3 agents", "got 2"]),
    ("kill -1", "pop:kill(-1)", &["Population:kill: ", "indices", "-1"]),
    ("kill float", "pop:kill { 1.5 }", &["Population:kill: ", "who", "whole numbers", "1.5"]),
    ("kill 3 (out of range)", "pop:kill { 4 }", &["Population:kill: ", "indices", "1 to 3", "got 4"]),
    ("kill []", "pop:kill {}", &[]),
    ("spawn -1", "pop:spawn(-1)", &["Population:spawn: ", "k ", "-1"]),
    ("spawn unknown field", "pop:spawn(1, { zz = 1 })", &["Population:spawn: ", "\"zz\"", "field"]),
    ("spawn id", "pop:spawn(1, { id = 1 })", &["Population:spawn: ", "\"id\"", "field"]),
    ("write nothing", "pop:write(1)", &["Population:write: ", "intent field"]),
    ("write pos", "pop:write(1, { pos = Vec() })", &["Population:write: ", "\"pos\"", "intent", "goal"]),
    ("intent_age pos", "pop:intent_age('pos')", &["Population:intent_age: ", "\"pos\"", "intent", "goal"]),
    ("add_field dup pos", "pop:add_field('pos', 1)", &["Population:add_field: ", "\"pos\""]),
    ("genome none", "agents.Genome(2, {})", &["agents.Genome: ", "trait or weight"]),
    (
        "genome inf range",
        "agents.Genome(2, { traits = { { 'a', 0, math.huge } } })",
        &["agents.Genome: ", "range of a", "0 and inf"],
    ),
];

const LAND: &[Recorded] = &[
    (
        "field regrowth without cap",
        "agents.Field { shape = { 2, 2 }, extent = { 1, 1 }, regrowth = 1 }",
        &["agents.Field: ", "regrowth", "cap"],
    ),
    (
        "field shape",
        "agents.Field { shape = { 0, 2 }, extent = { 1, 1 } }",
        &["agents.Field: ", "shape", "0 and 2"],
    ),
    (
        "field extent",
        "agents.Field { shape = { 2, 2 }, extent = { 0, 1 } }",
        &["agents.Field: ", "extent", "0 and 1"],
    ),
    (
        "field edge",
        "agents.Field { shape = { 2, 2 }, extent = { 1, 1 }, edge = 'zz' }",
        &["agents.Field: ", "edge", "\"wrap\" or \"closed\"", "\"zz\""],
    ),
    (
        "deposit neg",
        "agents.Field { shape = { 2, 2 }, extent = { 1, 1 } }:deposit(Vec(), -1)",
        &["Field:deposit: ", "amounts", "-1"],
    ),
    (
        "step dt neg",
        "agents.Field { shape = { 2, 2 }, extent = { 1, 1 } }:step(-1)",
        &["Field:step: ", "dt", "-1"],
    ),
];

const TREES: &[Recorded] = &[
    (
        "condition returns 2",
        "agents.Tree(agents.condition(function() return 2 end)):tick(pop)",
        &["Tree:tick: ", "condition", "true or false", "2"],
    ),
    (
        "leaf returns bool",
        "agents.Tree(agents.leaf(function() return true end)):tick(pop)",
        &["Tree:tick: ", "leaf", "boolean", "agents.condition"],
    ),
    (
        "leaf returns 3",
        "agents.Tree(agents.leaf(function() return 3 end)):tick(pop)",
        &["Tree:tick: ", "leaf", "not 3"],
    ),
    (
        "leaf wrong length",
        "agents.Tree(agents.leaf(function() return { 'success' } end)):tick(pop)",
        &["Tree:tick: ", "leaf", "1 results", "3 agents"],
    ),
    (
        "child not a node",
        "agents.Sequence { print }",
        &["agents.Sequence: ", "child 1", "a function", "agents.leaf"],
    ),
    (
        "128 children",
        "local t = {} for i = 1, 128 do t[i] = agents.is_kind('agent') end agents.Sequence(t)",
        &["agents.Sequence: ", "127", "128"],
    ),
    (
        "is_kind unknown",
        "agents.Tree(agents.is_kind('zz')):tick(pop)",
        &["Tree:tick: ", "\"zz\"", "kinds: agent"],
    ),
];

#[test]
fn every_call_that_was_recorded_as_an_error_is_one_that_names_argument_and_value_and_no_other_is() {
    let ours: Vec<&Recorded> = [STEERING, SENSING, POPULATIONS, LAND, TREES].into_iter().flatten().collect();
    let file = read("errors");
    let recorded = cases(&file);
    assert_eq!((recorded.len(), ours.len()), (70, 70));
    let mut yard = Yard::new();
    for case in recorded {
        let call = case["call"].as_str().unwrap();
        let (_, lua, names) =
            ours.iter().find(|ours| ours.0 == call).unwrap_or_else(|| panic!("{call} is missing"));
        let before = "local pop = agents.Population(3, { intent = { 'goal' }, b = 1 })";
        if case["error"] == true {
            let message = refusal_in(&mut yard, &format!("{before} {lua}"));
            assert!(!names.is_empty(), "{call} is an error: {message}");
            let mut rest = message.as_str();
            for name in *names {
                let (_, after) = rest
                    .split_once(name)
                    .unwrap_or_else(|| panic!("{call}: no {name} in its place: {message}"));
                rest = after;
            }
        } else {
            assert!(names.is_empty(), "{call} is no error");
            yard.script("allowed.lua", &format!("{before} {lua}"));
            yard.no_errors();
        }
    }
}
