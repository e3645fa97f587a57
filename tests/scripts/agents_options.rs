//! `agents` and options that nothing reads: they are warned of by name, and those that cannot be read are refused.

use crate::common::{Yard, refusal, said};

/// A call with a misspelt option, which goes on without it, and what is said about it.
const MISSPELT: [(&str, &str); 13] = [
    ("pop:sense(2, { fow = 1 })", "Population:sense: it has no option \"fow\"; its options are fov"),
    (
        "agents.flock(pop, { radius = 1, seperate = 1, maxspeed = 2 })",
        "agents.flock: it has no option \"maxspeed\"; its options are radius, separate_radius, fov, separate, align, cohere, dt, \
         max_speed",
    ),
    (
        "agents.pursue(pop, Vec(), Vec(), 1, { maxlead = 1 })",
        "agents.pursue: it has no option \"maxlead\"; its options are max_lead",
    ),
    (
        "agents.evade(pop, Vec(), Vec(), 1, 5, { maxlead = 1 })",
        "agents.evade: it has no option \"maxlead\"; its options are max_lead",
    ),
    (
        "agents.follow_path(pop, { { 1, 2 }, { 2, 2 } }, 1, 1, { close = true })",
        "agents.follow_path: it has no option \"close\"; its options are closed, look_ahead",
    ),
    (
        "agents.avoid(pop, { { 1, 2 } }, 1, { lookahead = 1 })",
        "agents.avoid: it has no option \"lookahead\"; its options are look_ahead",
    ),
    (
        "agents.Field { shape = { 2, 2 }, extent = { 1, 1 }, diffuson = 1 }",
        "agents.Field: it has no option \"diffuson\"; its options are shape, extent, edge, cap, diffusion, decay, regrowth, values",
    ),
    (
        "agents.FlowField { shape = { 2, 2 }, extent = { 1, 1 }, vecors = 1 }",
        "agents.FlowField: it has no option \"vecors\"; its options are shape, extent, edge, vectors",
    ),
    (
        "agents.Genome(2, { weights = 1, trait = {} })",
        "agents.Genome: it has no option \"trait\"; its options are traits, weights, seed",
    ),
    (
        "agents.Genome(2, { weights = 1 }):next_generation({ 1, 2 }, { elites = 0.5 })",
        "Genome:next_generation: it has no option \"elites\"; its options are elite, parents, size, odds, sigma",
    ),
    (
        "agents.Sequence { leaf, leaf, memry = true }",
        "agents.Sequence: it has no option \"memry\"; its options are memory",
    ),
    ("agents.Tree { leaf, memory = true }", "agents.Tree: it has no option \"memory\"; its options are none"),
    (
        "hud.text('a', 'b', { colour = 1 })",
        "hud.text: it has no option \"colour\"; its options are x, y, size, color",
    ),
];

#[test]
fn a_misspelt_option_is_warned_of_once() {
    for (call, expected) in MISSPELT {
        let text = format!(
            "local pop, leaf = agents.Population(2), agents.is_kind('agent')\nfor _ = 1, 3 do\n  local _ = {call}\nend"
        );
        let text = if call.starts_with("hud") || call.starts_with("agents.flock") {
            text.replace("local _ = ", "")
        } else {
            text
        };
        let mut yard = Yard::with(&text);
        yard.no_errors();
        let notices = yard.notices();
        assert!(notices[0].contains(&format!("test.lua:3: {expected}")), "{call}: {notices:#?}");
        let misspelt = if call.starts_with("agents.flock") { 2 } else { 1 };
        assert_eq!(notices.len(), misspelt, "{call}: {notices:#?}");
    }
}

#[test]
fn options_that_are_spelt_right_are_not_warned_of() {
    let mut yard = Yard::with(
        "local pop, leaf = agents.Population(2), agents.is_kind('agent')
        pop:sense(2, { fov = 1 })
        agents.flock(pop, { radius = 1, separate_radius = 1, fov = 1, separate = 1, align = 1, cohere = 1, dt = 0, max_speed = 2 })
        local _ = agents.pursue(pop, Vec(), Vec(), 1, { max_lead = math.huge })
        _ = agents.follow_path(pop, { { 1, 2 }, { 2, 2 } }, 1, 1, { closed = true, look_ahead = 1 })
        _ = agents.Selector { leaf, agents.Sequence { memory = false, leaf }, memory = true }
        _ = agents.Tree { agents.Sequence {} }
        hud.text('a', 'b', { color = Vec(1, 1, 1), x = 0, y = 0, size = 20 })",
    );
    yard.no_errors();
    assert_eq!(yard.notices(), [""; 0]);
}

#[test]
fn what_is_true_or_false_must_be_that() {
    for (call, expected) in [
        ("agents.Sequence { memory = 1 }", "agents.Sequence: memory must be true or false, got 1"),
        (
            "agents.follow_path(agents.Population(1), { { 1, 2 }, { 2, 2 } }, 1, 1, { closed = 1 })",
            "agents.follow_path: closed must be true or false, got 1",
        ),
    ] {
        assert_eq!(refusal(call), expected);
    }
}

#[test]
fn a_flock_refuses_what_would_destroy_it_and_stays_as_it_was() {
    let flock = |option: &str| {
        let lua = format!("local pop = agents.Population(2) agents.flock(pop, {{ radius = 1, {option} }})");
        refusal(&lua)
    };
    assert_eq!(flock("dt = 0/0"), "agents.flock: dt must be a finite number, got NaN");
    assert_eq!(flock("dt = math.huge"), "agents.flock: dt must be a finite number, got inf");
    assert_eq!(flock("separate = 0/0"), "agents.flock: separate must be a finite number, got NaN");
    assert_eq!(flock("align = -math.huge"), "agents.flock: align must be a finite number, got -inf");
    assert_eq!(flock("cohere = math.huge"), "agents.flock: cohere must be a finite number, got inf");
    assert_eq!(
        said(
            "local pop = agents.Population(2, { pos = { { 1, 2 }, { 1.5, 2 } }, vel = { { 1, 0 }, { 0, 1 } } })
             print(pcall(agents.flock, pop, { radius = 1, dt = 0/0 }), pop.pos[1], pop.vel[2])"
        ),
        "false\tVec(1.000, 2.000, 0.000)\tVec(0.000, 1.000, 0.000)"
    );
}
