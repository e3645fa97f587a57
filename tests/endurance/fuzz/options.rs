//! Tables of options whose fields are told in words: what each function takes, with values that mostly fit five agents.

use crate::random::Random;

/// A function or method, how many of its options it cannot do without, and all of them with some values each.
type Options = (&'static str, usize, &'static [(&'static str, &'static [&'static str])]);

const PLANE: (&str, &[&str]) = ("plane", &["'xz'", "'xy'"]);
const HEIGHT: (&str, &[&str]) = ("y", &["0", "0.2", "1.5"]);
const DEPTH: (&str, &[&str]) = ("z", &["0", "-3", "4"]);
const RADIUS: (&str, &[&str]) = ("radius", &["0.2", "0.5", "2"]);
const SEED: (&str, &[&str]) = ("seed", &["3", "7"]);
const SHAPE: (&str, &[&str]) = ("shape", &["{4, 3}"]);
const EXTENT: (&str, &[&str]) = ("extent", &["{20, 15}", "Vec(4, 3)"]);
const ORIGIN: (&str, &[&str]) = ("origin", &["{-3, 2}", "Vec(5, 5)"]);
const EDGE: (&str, &[&str]) = ("edge", &["'wrap'", "'closed'"]);
const LEAD: (&str, &[&str]) = ("max_lead", &["0.5", "2"]);
const PART: &[&str] = &["0", "0.1", "1"];

pub const OPTIONS: [Options; 14] = [
    (
        "agents.Population",
        0,
        &[
            ("dim", &["2", "3"]),
            ("kinds", &["{'prey', 'predator'}"]),
            ("intent", &["{'goal'}", "{goal = 0}"]),
            SEED,
            ("kind", &["'prey'", "1"]),
            // Fields of one's own.
            ("hunger", &["0.5", "Vec(1, 2)", "false", "'x'"]),
        ],
    ),
    ("agents.pursue", 0, &[LEAD]),
    ("agents.evade", 0, &[LEAD]),
    ("agents.follow_path", 0, &[("closed", &["true", "false"]), ("look_ahead", &["0.25", "1"])]),
    ("agents.avoid", 0, &[("look_ahead", &["0.25", "1"])]),
    (
        "agents.flock",
        1,
        &[
            RADIUS,
            ("separate_radius", &["0.2", "1"]),
            ("fov", &["1", "math.pi"]),
            ("separate", PART),
            ("align", PART),
            ("cohere", PART),
            ("dt", &["1/60", "0.5"]),
            ("max_speed", &["3", "math.huge"]),
        ],
    ),
    (
        "agents.Field",
        2,
        &[
            SHAPE,
            EXTENT,
            ORIGIN,
            EDGE,
            ("cap", &["1", "10"]),
            ("diffusion", PART),
            ("decay", PART),
            ("regrowth", PART),
            ("values", &["0.5", "{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}"]),
        ],
    ),
    (
        "agents.FlowField",
        2,
        &[
            SHAPE,
            EXTENT,
            ORIGIN,
            EDGE,
            ("vectors", &["function(x, y) return Vec(-y, x) end", "function() end"]),
        ],
    ),
    (
        "agents.Genome",
        2,
        &[("traits", &["{{'speed', 0, 1}}", "{{'speed', 1, 3}, {'fear', 0, 1}}"]), ("weights", &["2"]), SEED],
    ),
    ("Population:sense", 0, &[("fov", &["1", "math.pi", "2 * math.pi"])]),
    ("Population:collide", 0, &[RADIUS, PLANE, HEIGHT, DEPTH]),
    (
        "Population:show",
        0,
        &[
            ("radius", &["0.2", "2", "{0.1, 0.2, 0.3, 0.4, 0.5}"]),
            ("color", &["Vec(1, 0.5, 0)", "{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 0}, {1, 1, 1}}"]),
            ("shape", &["'box'", "'sphere'"]),
            ("length", &["1", "0.1"]),
            ("width", &["0.3"]),
            ("height", &["2"]),
            PLANE,
            HEIGHT,
            DEPTH,
            ("trail", &["2", "false", "{ seconds = 0.2, color = Vec(1, 1, 1) }", "{}"]),
        ],
    ),
    ("Population:bodies", 0, &[("push", &["true", "false"]), PLANE]),
    (
        "Genome:next_generation",
        0,
        &[
            ("elite", PART),
            ("parents", &["'tournament'", "'roulette'"]),
            ("size", &["1", "3"]),
            ("odds", PART),
            ("sigma", PART),
        ],
    ),
];

/// Names and values for a table of options of this function, if it is one of these.
pub fn some(random: &mut Random, of: &str) -> Option<Vec<(&'static str, &'static str)>> {
    let (_, needed, all) = OPTIONS.iter().find(|(function, ..)| *function == of)?;
    let more = *random.pick(&[0, 20, 50]);
    let mut some = Vec::new();
    for (place, (name, values)) in all.iter().enumerate() {
        if place < *needed || random.chance(more) {
            some.push((*name, *random.pick::<&str>(values)));
        }
    }
    Some(some)
}
