//! What agents perceive where numbers run out, and points that they perceive.

use crate::common::{NAME, Yard, refusal, said};

#[test]
fn nobody_has_fewer_neighbours_than_none() {
    for (lua, expected) in [
        ("local p = agents.Population(1) p.pos[1] = Vec(0/0, 0) p:sense(1)", "0"),
        ("local p = agents.Population(1) p.pos[1] = Vec(1/0, 0) p:sense(1, { fov = 1 })", "0"),
        // Without a heading it sees all around.
        (
            "local p = agents.Population(2) p.vel[1] = Vec(1/0, 0) p.pos[2] = Vec(-1, 0) p:sense(3, { fov = 1 })",
            "1 1",
        ),
        (
            "local p = agents.Population(2) p.vel[1] = Vec(0/0, 0) p.pos[2] = Vec(-1, 0) p:sense(3, { fov = 1 })",
            "1 1",
        ),
        // One that is too fast to square has a heading.
        (
            "local p = agents.Population(2) p.vel[1] = Vec(1e200, 0) p.pos[2] = Vec(-1, 0) p:sense(3, { fov = 1 })",
            "0 1",
        ),
        (
            "local p = agents.Population(2) p.vel[1] = Vec(-1e200, 0) p.pos[2] = Vec(-1, 0) p:sense(3, { fov = 1 })",
            "1 1",
        ),
        // Whoever is in the same place is nearer than any radius.
        (
            "local p = agents.Population(3) p.pos = { { 1e300, 0 }, { 1e300, 0 }, { 0, 0 } } p:sense(1e-300)",
            "1 1 0",
        ),
        ("local p = agents.Population(3) p.pos = { { 0, 0 }, { 0, 0 }, { 1, 0 } } p:sense(1e-310)", "1 1 0"),
    ] {
        let text = format!(
            "{lua} local counts = {{}} for i, n in ipairs(p.senses.count) do counts[i] = n end print(table.concat(counts, ' '))
            for i, n in ipairs(p.senses.count) do assert((n > 0) == (p.senses.nearest[i] > 0)) end"
        );
        assert_eq!(said(&text), expected, "{lua}");
    }
}

#[test]
fn whoever_has_gone_to_no_number_since_is_alone() {
    let text = "local p = agents.Population(3, { pos = { { 0, 0 }, { 1, 0 }, { 0, 1 } }, vel = { { 1, 0 }, { 2, 0 }, { 4, 0 } } })
        p:sense(3)
        p.pos[1] = Vec(0/0, 0)
        p.vel[1] = Vec(1/0, 0)
        local align, cohere, separate = agents.align(p, 3), agents.cohere(p, 3), agents.separate(p, 3)
        print(align[1], cohere[1], separate[1])
        print(align[2], cohere[2], separate[2])";
    assert_eq!(
        said(text),
        "Vec(0.000, 0.000, 0.000)\tVec(0.000, 0.000, 0.000)\tVec(0.000, 0.000, 0.000)\n\
         Vec(2.000, 0.000, 0.000)\tVec(-1.000, 1.000, 0.000)\tVec(1.121, -1.121, 0.000)"
    );
}

#[test]
fn an_array_of_agents_says_who_sees_a_point() {
    // One looks at the point, one away from it, one rests, one is too far.
    let pop = "local pop = agents.Population(4, { pos = { { 0, 0 }, { 2, 0 }, { 1, 1 }, { 9, 0 } }, vel = { { 1, 0 }, { 1, 0 }, { 0, 0 }, { -1, 0 } } })
        local function show(mask) print(mask[1], mask[2], mask[3], mask[4]) end ";
    let said = |lua: &str| said(&format!("{pop}{lua}"));
    let cone = "pop:sense(3, { fov = math.pi / 2 }) ";
    assert_eq!(said("pop:sense(3) show(pop.senses:sees(Vec(1, 0)))"), "true\ttrue\ttrue\tfalse");
    assert_eq!(said(&format!("{cone} show(pop.senses:sees(Vec(1, 0)))")), "true\tfalse\ttrue\tfalse");
    assert_eq!(said(&format!("{cone} show(pop.senses:sees(Vec(1, 0), 10))")), "true\tfalse\ttrue\ttrue");
    assert_eq!(said(&format!("{cone} show(pop.senses:sees(Vec(1, 0), 1))")), "false\tfalse\tfalse\tfalse");
    assert_eq!(
        said(&format!("{cone} show(pop.senses:sees({{ {{ -1, 0 }}, {{ 3, 0 }}, {{ 1, 1 }}, {{ 8, 2 }} }}))")),
        "false\ttrue\ttrue\tfalse"
    );
    // Who sees it flees, and the others go on.
    let flee = "local at = Vec(1, 0)
        local force = agents.flee(pop, at, 3):where(pop.senses:sees(at), 0)
        print(force[1], force[2])";
    assert_eq!(said(&format!("{cone} {flee}")), "Vec(-4.000, 0.000, 0.000)\tVec(0.000, 0.000, 0.000)");
    let mut yard = Yard::with(
        "local pop = agents.Population(1, { pos = Vec(0, 5) })
        hook.Add('Tick', 'a', function()
          local p = player.position()
          print(pop:sense(2):sees(Vec(p.x, p.z))[1])
        end)",
    );
    assert_eq!(yard.ticks(1).said(), "true");
}

#[test]
fn a_point_that_makes_no_sense_is_refused() {
    for (lua, expected) in [
        (":sees()", "Senses:sees: point must be a point such as Vec(1, 2), got nil"),
        (":sees(Vec(), 0)", "Senses:sees: the radius must be above 0, got 0"),
        (
            ":sees({ { 1, 2 } })",
            "Senses:sees: point must be one point, or one of 2 numbers for each of 3 agents, got 1 rows of 2",
        ),
        (
            ":sees(player.position())",
            "Senses:sees: point: in two dimensions z must be 0, got Vec(0, 0.1, 6); a place p on the yard's ground is Vec(p.x, p.z) there",
        ),
        (
            ".radius = 1",
            "Senses: senses are what was perceived and cannot be set: sense again, with pop:sense(radius)",
        ),
    ] {
        assert_eq!(refusal(&format!("agents.Population(3):sense(1){lua}")), expected);
    }
}

#[test]
fn crowds_that_would_take_longer_than_a_script_may_are_refused_and_a_million_are_not() {
    let mut yard = Yard::new();
    assert_eq!(
        crate::common::refusal_in(&mut yard, "agents.Population(19900):sense(100)"),
        "Population:sense: with a radius of 100, 19,900 agents have up to 396,010,000 pairs of neighbours to look at, more than \
         60,000,000: take a smaller radius, or fewer agents"
    );
    // Nine neighbours each, and twice as many.
    for radius in [1.0, 1.4] {
        let text = format!(
            "local pop = agents.Population(1000000) local side = math.sqrt(1000000 * math.pi / 9)
            pop.pos = pop:random(Vec(0, 0), Vec(side, side)) pop:sense({radius})"
        );
        let mut yard = Yard::patient();
        yard.script(NAME, &text);
        yard.no_errors();
    }
}

#[test]
fn the_guides_first_crowd_stays_in_the_yard_and_out_of_your_way() {
    let guide = include_str!("../../docs/guide.md").split_once("\n## Crowds\n").unwrap().1;
    let example = guide.split("```").nth(1).unwrap().strip_prefix("lua\n").unwrap();
    assert!(example.contains("pop:show {"));
    let text = format!(
        "{example}
        hook.Add('Tick', 'look', function(_, tick)
          if tick % 300 ~= 0 then return end
          local p = player.position()
          local near = (pop.pos - Vec(p.x, p.z)):length():lt(1):count()
          print(pop.pos.x:min() > -20, pop.pos.x:max() < 20, pop.pos.y:min() > -20, pop.pos.y:max() < 20, near)
        end)"
    );
    let mut yard = Yard::with(&text);
    assert_eq!(yard.ticks(600).said(), ["true\ttrue\ttrue\ttrue\t0"; 2].join("\n"));
    yard.no_errors();
    assert_eq!(yard.notices(), [""; 0]);
}
