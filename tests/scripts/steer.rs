//! `steer` and `random.pcg`: the printed numbers of the scripts in `scripts/steering`, digit by digit, and what scripts can and cannot do.

use super::common::{NAME, Yard, refusal, said};
use moonyard::input::Key;
use serde_json::Value;

/// A script of `scripts/steering`.
fn script(name: &str) -> String {
    let file = format!("{}/scripts/steering/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(file).unwrap()
}

/// What the script prints in so many ticks, after some keys.
fn printed(name: &str, keys: &[Key], ticks: u64) -> Vec<String> {
    let mut yard = Yard::new();
    yard.script(name, &script(name));
    for key in keys {
        yard.prints();
        yard.press(*key);
    }
    yard.ticks(ticks);
    yard.prints()
}

/// A part of the recorded figures.
fn recorded(part: &str, name: &str) -> Value {
    let file = format!("{}/tests/data/steering.json", env!("CARGO_MANIFEST_DIR"));
    let all: Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    all[part][name].clone()
}

/// The recorded rows of numbers, as they were printed.
fn rows(name: &str) -> Vec<Vec<String>> {
    serde_json::from_value(recorded("rows", name)).unwrap()
}

fn is_fingerprint(word: &str) -> bool {
    word.len() == 16 && word.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// The numbers of a printed line, as text: a zero with a sign is not the one without.
fn numbers(line: &str) -> Vec<String> {
    let words = line.split_whitespace().filter(|word| !is_fingerprint(word)).collect::<Vec<_>>().join(" ");
    words
        .split(|c: char| !c.is_ascii_digit() && c != '.' && c != '-')
        .filter(|part| part.parse::<f64>().is_ok())
        .map(str::to_owned)
        .collect()
}

/// All recorded rows must be among the lines, in their order.
#[track_caller]
fn has_rows(lines: &[String], name: &str) {
    let mut printed = lines.iter().map(|line| numbers(line));
    for row in rows(name) {
        assert!(
            printed.any(|line| line == row),
            "{name}: {row:?} is not where it belongs in\n{}",
            lines.join("\n")
        );
    }
}

fn fingerprints(lines: &[String]) -> Vec<String> {
    lines
        .iter()
        .filter_map(|line| line.split_whitespace().find(|word| is_fingerprint(word)))
        .map(str::to_owned)
        .collect()
}

#[test]
fn one_seek_by_hand_has_every_number_of_the_table() {
    let lines = printed("hand.lua", &[], 10);
    let (limited, others) = lines.split_at(11);
    has_rows(limited, "hand");
    has_rows(others, "hand_uncapped");
    has_rows(others, "hand_uncapped_mass_0.5");
}

#[test]
fn seek_goes_past_its_target_and_turns_round_thirteen_times() {
    has_rows(&printed("seek.lua", &[], 240), "seek");
}

#[test]
fn arrive_comes_to_rest_and_a_wind_moves_the_place_where() {
    let lines = printed("arrive.lua", &[], 240);
    for name in ["stop_radius", "arrive", "arrive_brake_6", "wind"] {
        has_rows(&lines, name);
    }
}

#[test]
fn a_drifting_heading_goes_somewhere_and_a_fresh_one_does_not() {
    has_rows(&printed("wander.lua", &[], 240), "wander");
}

/// What the grazing walker prints with each rule, and how many of the recorded states it meets to the bit.
#[test]
fn the_grazing_walker_bolts_settles_and_comes_back_as_recorded() {
    let runs = [
        ("startle", &[][..], 13),
        ("unlimited", &[Key::U], 3),
        ("parked_sum", &[Key::Digit1, Key::P], 1),
        ("parked_switch", &[Key::Digit2, Key::P], 1),
        ("parked_fear", &[Key::P], 1),
    ];
    let (mut equal, mut all) = (0, 0);
    for (name, keys, states) in runs {
        let lines = printed("graze.lua", keys, 240);
        has_rows(&lines, name);
        let expected: Vec<String> = serde_json::from_value(recorded("states", name)).unwrap();
        assert_eq!(expected.len(), states);
        let found = fingerprints(&lines);
        equal += expected.iter().filter(|state| found.contains(state)).count();
        all += states;
    }
    // The recording used other sines, which differ from `libm`'s in the last bit now and then.
    assert_eq!((equal, all), (13, 19));
}

#[test]
fn a_body_of_physics_takes_the_force_in_newtons_and_has_the_wanted_velocity_a_tick_later() {
    let said_with = |limit: &str| {
        let mut yard = Yard::with(&format!(
            "local ball = physics.box {{ pos = Vec(0, 10, 0), size = 0.2, density = 625 }}
            local walk = steer.Gait {{ maxSpeed = 2, maxForce = {limit} }}
            local force = walk:seek(ball, Vec(50, 10, 0))
            print(('%.2f %.2f %.2f'):format(force.x, force.y, force.z))
            physics.force(ball, force)
            hook.Add('Tick', 'look', function(_, tick)
                if tick == 1 then print(('%.2f'):format(physics.velocity(ball).x)) end
            end)"
        ));
        yard.ticks(1);
        yard.said()
    };
    assert_eq!(said_with("math.huge"), "600.00 0.00 0.00\n2.00", "5 kg · 2 m/s · 60 ticks a second");
    assert_eq!(said_with("30"), "30.00 0.00 0.00\n0.10", "30 N / 5 kg / 60");
}

#[test]
fn a_box_walks_to_its_place_on_the_ground_and_stays() {
    let mut yard = Yard::with(
        "local box = physics.box { pos = Vec(0, 0.25, 10), size = 0.5, density = 80, friction = 0 }
        local walk = steer.Gait { maxSpeed = 3, maxForce = 60 }
        hook.Add('Tick', 'walk', function()
            local force = walk:arrive(box, Vec(5, 0.25, 12), 2)
            force.y = 0
            physics.force(box, force)
        end)
        timer.Simple(6, function() print(physics.position(box):distance(Vec(5, 0.25, 12)) < 0.05) end)",
    );
    yard.ticks(7 * 60);
    assert_eq!(yard.said(), "true");
}

#[test]
fn bodies_of_physics_wander_on_the_ground_and_static_ones_need_no_force() {
    let said = said(
        "local ball = physics.sphere { pos = Vec(0, 1, 0), velocity = Vec(0, -3, 0) }
        local rng = random.pcg(1)
        local way = steer.Wander { ahead = 1, radius = 1, jitter = 1 }:target(ball, rng) - Vec(0, 1, 0)
        print(way.y == 0, math.abs(way:distance(Vec(1, 0, 0)) - 1) < 1e-6)
        local walk = steer.Gait { maxSpeed = 1, maxForce = 5 }
        print(steer.jump(walk, ball, rng, 'xy').z == 0)
        local wall = physics.box { pos = Vec(0, 5, 0), static = true }
        print(walk:seek(wall, Vec(9, 9, 9)) == Vec())",
    );
    assert_eq!(said, "true\ttrue\ntrue\ntrue");
}

#[test]
fn a_free_body_is_a_table_that_a_script_may_read_and_change() {
    let said = said(
        "local b = steer.Body { pos = Vec(1, 2), mass = 2 }
        local before = b.pos
        b:applyForce(Vec(2, 0)) b:applyForce { 0, 4, 0 }
        print(b)
        b:step()
        print(b.pos, b.vel, b.force, before)
        b.vel, b.fear = Vec(), 1
        b:step()
        print(b.pos, b.fear, getmetatable(b), pcall(setmetatable, b, {}))",
    );
    assert_eq!(
        said,
        "SteerBody { pos = Vec(1.000, 2.000, 0.000), vel = Vec(0.000, 0.000, 0.000), mass = 2, force = Vec(2.000, 4.000, 0.000) }\n\
         Vec(2.000, 4.000, 0.000)\tVec(1.000, 2.000, 0.000)\tVec(0.000, 0.000, 0.000)\tVec(1.000, 2.000, 0.000)\n\
         Vec(2.000, 4.000, 0.000)\t1\tfalse\tfalse\tcannot change a protected metatable"
    );
}

#[test]
fn blends_are_what_they_say() {
    let said = said(
        "local feed, flight = Vec(1, 0), Vec(0, 1)
        for _, near in ipairs { true, false } do
            print(steer.blend('sum', feed, flight, nil, near), steer.blend('switch', feed, flight, nil, near))
        end
        print(steer.blend('fear', feed, flight, 0.25))",
    );
    assert_eq!(
        said,
        "Vec(1.000, 2.000, 0.000)\tVec(0.000, 1.000, 0.000)\n\
         Vec(1.000, 0.000, 0.000)\tVec(1.000, 0.000, 0.000)\n\
         Vec(0.750, 0.250, 0.000)"
    );
}

#[test]
fn a_generator_repeats_and_goes_on_after_a_reload() {
    let said = said(
        "local rng = random.pcg(1, 2)
        local low = 0xc4f5a58656eef510 & (1 << 53) - 1
        print(rng:float() == low / 2 ^ 53)
        local other = random.pcg(rng.high, rng.low)
        for _ = 1, 100 do assert(rng:float() == other:float()) end
        local least, most = 99, 0
        for _ = 1, 1000 do
            local n = rng:int(6)
            least, most = math.min(least, n), math.max(most, n)
        end
        print(least, most, math.type(rng:int(1 << 62)), rng:int(1))",
    );
    assert_eq!(said, "true\n1\t6\tinteger\t1");
    let text = "state.rng = state.rng or random.pcg(7)\nprint(state.rng:float())";
    let mut yard = Yard::with(text);
    yard.script(NAME, text);
    let drawn = yard.prints();
    let mut rng = moonyard::crowd::Pcg::new(7, 0);
    let expected = [rng.float(), rng.float()];
    assert_eq!(drawn.iter().map(|text| text.parse::<f64>().unwrap()).collect::<Vec<_>>().len(), 2);
    for (text, number) in drawn.iter().zip(expected) {
        assert!((text.parse::<f64>().unwrap() - number).abs() < 1e-12, "{text} {number}");
    }
}

#[test]
fn where_a_kept_generator_stands_is_part_of_the_digest() {
    let digest = |draws: u32| {
        Yard::with(&format!("state.rng = random.pcg(7) shared.n = {draws} for _ = 1, shared.n do state.rng:float() end shared.n = 0 "))
            .game
            .digest()
    };
    assert_eq!(digest(1), digest(1));
    assert_ne!(digest(1), digest(2));
}

#[test]
fn what_cannot_be_steered_is_refused_with_a_sentence() {
    let given = "local walk = steer.Gait { maxSpeed = 2, maxForce = 1 } local b = steer.Body { pos = Vec() } \
        local w = steer.Wander { ahead = 1, radius = 1, jitter = 1 } local rng = random.pcg(1) ";
    for (call, why) in [
        (
            "steer.Gait()",
            "steer.Gait: fields must be a table such as { maxSpeed = 2.4, maxForce = 0.3 }, got nothing",
        ),
        (
            "steer.Gait { maxSpeed = 2 }",
            "steer.Gait: maxForce must be a number above 0, or math.huge for no limit, got nil",
        ),
        (
            "steer.Gait { maxSpeed = -1, maxForce = 1 }",
            "steer.Gait: maxSpeed must be a number of at least 0, got -1",
        ),
        (
            "steer.Gait { maxSpeed = 0/0, maxForce = 1 }",
            "steer.Gait: maxSpeed must be a number of at least 0, got NaN",
        ),
        ("steer.Body {}", "steer.Body: pos must be given, such as { pos = Vec(24, 108) }"),
        ("steer.Body { pos = Vec(), mass = 0 }", "steer.Body: mass must be above 0, got 0"),
        (
            "steer.Wander { ahead = 1, radius = 1 }",
            "steer.Wander: jitter must be 0 to 2π, in radians, got nil",
        ),
        (
            "steer.Wander { ahead = 1, radius = 1, jitter = 1, plane = 'yz' }",
            "steer.Wander: plane must be \"xy\" or \"xz\", got \"yz\"",
        ),
        (
            "walk.seek(b, Vec())",
            "gait:seek is a method of a Gait, got a table (write it with a colon, as here)",
        ),
        ("walk:seek(b)", "gait:seek: target must be a vector such as Vec(1, 2, 3), got nil"),
        (
            "walk:seek(Vec(), Vec())",
            "gait:seek: body must be made by steer.Body, or be the id of a body, got a Vec",
        ),
        ("walk:seek(999, Vec())", "gait:seek: there is no body 999 (it was removed or never made)"),
        ("walk:arrive(b, Vec(), -1)", "gait:arrive: brake must be at least 0, got -1"),
        ("walk:stopRadius(0)", "gait:stopRadius: mass must be above 0, got 0"),
        (
            "walk.maxForce = 'x' walk:seek(b, Vec())",
            "gait:seek: gait.maxForce must be a number above 0, or math.huge for no limit, got a string",
        ),
        ("b.vel = 5 b:step()", "body:step: body.vel must be a vector such as Vec(1, 2, 3), got 5"),
        ("b.mass = nil b:step()", "body:step: body.mass must be a number above 0, got nil"),
        (
            "b.vel = Vec(1e308) b.pos = Vec(1e308) b:step()",
            "body:step: the position would be beyond all numbers",
        ),
        ("b:applyForce(Vec(0/0))", "body:applyForce: force must be finite numbers, got (NaN, 0, 0)"),
        (
            "w:target(b, math.random)",
            "wander:target: rng must be made by random.pcg(seed, stream), got a function",
        ),
        ("w:force(b, walk, rng)", "wander:force: gait must be made by steer.Gait, got a table"),
        (
            "w.angle = 1e16 w:force(walk, b, rng)",
            "wander:force: wander.angle must be an angle in radians, got 10000000000000000",
        ),
        ("steer.jump(walk, b, rng, 'ground')", "steer.jump: plane must be \"xy\" or \"xz\", got \"ground\""),
        (
            "steer.blend('both', Vec(), Vec())",
            "steer.blend: rule must be \"sum\", \"switch\" or \"fear\", got \"both\"",
        ),
        ("steer.blend('sum', Vec(), Vec(), 1)", "steer.blend: near must be true or false, got nil"),
        ("steer.blend('fear', Vec(), Vec(), 2)", "steer.blend: fear must be 0 to 1, got 2"),
        ("random.pcg(0.5)", "random.pcg: seed must be a whole number, got 0.5"),
        ("rng:int(0)", "rng:int: n must be 1 or more, got 0"),
        ("rng.high = 'x' rng:float()", "rng:float: rng.high must be a whole number, got a string"),
    ] {
        assert_eq!(refusal(&format!("{given}{call}")), why, "{call}");
    }
}

#[test]
fn a_misspelt_field_is_told_once() {
    let mut yard = Yard::with("for _ = 1, 3 do steer.Gait { maxSpeed = 1, maxForce = 1, maxforce = 2 } end");
    let notices = yard.notices().join("\n");
    assert!(
        notices.ends_with("steer.Gait: it has no option \"maxforce\"; its options are maxSpeed, maxForce"),
        "{notices}"
    );
}
