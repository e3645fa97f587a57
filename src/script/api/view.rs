//! `view`: how the camera looks at the yard.

use super::doc::{Class, Function, Named};
use super::options::Options;
use super::{Api, Call};
use crate::sim::{CameraPath, PathKey, ViewMode};
use glam::DVec3;
use mlua::{Table, Value};

const TEXT: &str = "How the camera looks at the yard. What a script sets here is its own: when it is reloaded, removed or stopped, \
the camera looks again as whoever plays chose (over the shoulder, or with `V` out of the eyes). If several scripts set the \
same, the last one counts. The player walks relative to the camera: W is away from it (in `topdown`, up in the picture), and \
A and D are left and right in the picture. In `first` and `third` the mouse turns camera and player; in `orbit` it turns \
the camera; in the other modes, and while a path runs, it turns nothing. Where the mouse does not turn the player, the player \
turns to where it walks.";

pub const OPTIONS: Class = Class {
    name: "ViewOptions",
    text: "What `view.mode` takes. Each mode has options of its own, named in brackets; every one may be left out; the \
        defaults come last. A `target` that is left out is the player, which the camera then follows.",
    fields: &[
        (
            "distance?",
            "number",
            "m from what it looks at (third: 0.5 to 50, an arm that walls shorten; 3.5. orbit: seen from above, 0.1 to 1000; 6. \
            iso, side: 1 to 1000; 14 and 9)",
        ),
        (
            "height?",
            "number",
            "m (first: of the eyes, 0.3 to 1.65; 1.65. third: of the pivot, 0.3 to 1.6; 1.5. orbit, side: above what it looks \
            at; 2.5 and 1. topdown: above what it looks at, 1 to 1000; 14)",
        ),
        ("side?", "number", "m, how far to the right of the player the pivot is (third: -2 to 2; 0.45)"),
        (
            "speed?",
            "number",
            "degrees a second; positive turns the view to the right (orbit: -360 to 360; 0)",
        ),
        (
            "yaw?",
            "number",
            "degrees to the right of −Z, where it looks (topdown: what is up; 0. iso: 45. side: 0)",
        ),
        ("pitch?", "number", "degrees, how far down it looks (iso: 0 to 89; 35.26)"),
        ("target?", "Vec", "m, what it looks at (orbit, topdown, iso, side, fixed; the player)"),
        ("pos?", "Vec", "m, where it stands (fixed; where the camera is)"),
    ],
    methods: &[],
};

pub const KEY: Class = Class {
    name: "PathKey",
    text: "Where the camera is at a time, for `view.path`.",
    fields: &[
        ("pos", "Vec", "m, the eye"),
        ("target", "Vec", "m, what it looks at"),
        ("time", "number", "seconds; only the differences between keys count"),
    ],
    methods: &[],
};

const MODES: &str = "\"first\"|\"third\"|\"orbit\"|\"topdown\"|\"iso\"|\"side\"|\"fixed\"|\"default\"";
/// The name under which a script gives the camera back.
const DEFAULT: &str = "default";

pub fn install(api: &mut Api) -> mlua::Result<()> {
    api.table("view", TEXT, |view| {
        view.function(
            Function {
                name: "mode",
                parameters: &[
                    ("name?", MODES, "left out: changes nothing"),
                    ("options?", "ViewOptions", ""),
                ],
                returns: &[("name", "string", "the mode that is on now")],
                text: "Lets the camera look in another way, at once: `first` (out of the eyes), `third` (over the shoulder), \
                    `orbit` (round the player or a place), `topdown` (straight down), `iso` (from high above a corner, along parallel rays), `side` \
                    (level, from the side), `fixed` (from one place), or `default` (as whoever plays chose). The same mode \
                    again with other options goes on smoothly, so a script can move its camera bit by bit. Walls shorten the \
                    arm of `third`, and of `orbit` around the player; the other modes look from where they are, whatever is \
                    in between. `V` still changes between `first` and `third`, also if a script chose one of these. An \
                    unknown mode is an error, and so is a number out of its limits.",
            },
            mode,
        )?;
        view.function(
            Function {
                name: "fov",
                parameters: &[("degrees?", "number", "20 to 120; left out: changes nothing")],
                returns: &[("degrees", "number", "the field of view now")],
                text: "The field of view from the lower to the upper edge of the picture; 60 by default. In the mode `iso`, where what is far \
                    is as large as what is near, the picture shows as much as this would at `distance`: 16.2 m from its lower \
                    to its upper edge by default, and `2 * distance * math.tan(math.rad(fov) / 2)` of others.",
            },
            |call| {
                if let Some(degrees) = call.optional_number(0, "degrees")? {
                    let owner = call.owner()?;
                    let set = call.host.sim.borrow_mut().set_fov(owner.0, degrees);
                    set.map_err(|error| call.error(error))?;
                }
                Ok(call.host.sim.borrow().camera.fov_degrees())
            },
        )?;
        view.function(
            Function {
                name: "shake",
                parameters: &[("amount?", "number", "0 to 1; left out: changes nothing")],
                returns: &[("strength", "number", "how strongly it shakes now, 0 to 1")],
                text: "Shakes the picture. Shakes add up to 1 at most, and a whole one has faded after a second. Nothing but the \
                    picture shakes: the camera's `position` and `forward` do not tell, and neither walking nor anything in \
                    the yard notices.",
            },
            |call| {
                if let Some(amount) = call.optional_number(0, "amount")? {
                    let shaken = call.host.sim.borrow_mut().shake(amount);
                    shaken.map_err(|error| call.error(error))?;
                }
                Ok(call.host.sim.borrow().camera.shake_strength())
            },
        )?;
        view.function(
            Function {
                name: "path",
                parameters: &[
                    ("keys", "PathKey[]?", "2 to 1,000, each later than the one before; nil ends a path that runs"),
                    ("loop?", "boolean", "true: it goes round and round; false"),
                ],
                returns: &[("seconds", "number?", "how long it takes, or once round; nil without keys")],
                text: "Leads the camera on a smooth curve (Catmull-Rom's) through places at times, whatever the mode is. It \
                    begins at once with the first key and does not mind walls; at the end the camera looks again as the mode \
                    wants. A loop goes on from its last key to its first in the mean time between two keys; if the two are the \
                    same, that is where it closes.",
            },
            path,
        )
    })
}

fn mode(call: &Call) -> Result<&'static str, String> {
    let Some(name) = call.optional_string(0, "name")? else {
        return Ok(call.host.sim.borrow().camera.mode().name());
    };
    let owner = call.owner()?;
    let mut mode = match ViewMode::named(&name) {
        Some(mode) => mode,
        None if name == DEFAULT => {
            let mut sim = call.host.sim.borrow_mut();
            sim.give_view_back();
            return Ok(sim.camera.mode().name());
        }
        None => {
            let names: Vec<&str> = ViewMode::ALL.iter().map(ViewMode::name).collect();
            let names = names.join(", ");
            let name = crate::script::text::short(&name, 100);
            return Err(
                call.error(format_args!("there is no mode \"{name}\"; modes are {names} and {DEFAULT}"))
            );
        }
    };
    if call.given(1).is_some() {
        let table = call.table(1, "options", "a table such as { distance = 5 }")?;
        read(&Options::new(call, table), &mut mode)?;
    }
    let mut sim = call.host.sim.borrow_mut();
    sim.set_view(owner.0, mode).map_err(|error| call.error(error))?;
    Ok(sim.camera.mode().name())
}

fn read(options: &Options, mode: &mut ViewMode) -> Result<(), String> {
    let place = |name, field: &mut Option<DVec3>| options.place(name).map(|place| *field = place);
    let number = |name, field: &mut f64| options.number(name, field);
    let names: &[&str] = match mode {
        ViewMode::Third { distance, height, side } => {
            number("distance", distance)?;
            number("height", height)?;
            number("side", side)?;
            &["distance", "height", "side"]
        }
        ViewMode::First { height } => {
            number("height", height)?;
            &["height"]
        }
        ViewMode::Orbit { target, distance, height, speed } => {
            place("target", target)?;
            number("distance", distance)?;
            number("height", height)?;
            number("speed", speed)?;
            &["target", "distance", "height", "speed"]
        }
        ViewMode::Topdown { target, height, yaw } => {
            place("target", target)?;
            number("height", height)?;
            number("yaw", yaw)?;
            &["target", "height", "yaw"]
        }
        ViewMode::Iso { target, distance, yaw, pitch } => {
            place("target", target)?;
            number("distance", distance)?;
            number("yaw", yaw)?;
            number("pitch", pitch)?;
            &["target", "distance", "yaw", "pitch"]
        }
        ViewMode::Side { target, distance, height, yaw } => {
            place("target", target)?;
            number("distance", distance)?;
            number("height", height)?;
            number("yaw", yaw)?;
            &["target", "distance", "height", "yaw"]
        }
        ViewMode::Fixed { pos, target } => {
            place("pos", pos)?;
            place("target", target)?;
            &["pos", "target"]
        }
    };
    options.warn_of_unknown(names);
    Ok(())
}

fn path(call: &Call) -> Result<Option<f64>, String> {
    if call.given(0).is_none() {
        call.host.sim.borrow_mut().stop_path();
        return Ok(None);
    }
    let list =
        call.table(0, "keys", "a list of keys such as { pos = Vec(0, 5, 9), target = Vec(), time = 0 }")?;
    let loops = match call.given(1) {
        None => false,
        Some(Value::Boolean(loops)) => *loops,
        Some(_) => return Err(call.error("loop must be true or false")),
    };
    let owner = call.owner()?;
    let keys = (1..=list.raw_len().min(MOST_READ)).map(|index| key(call, list, index));
    let path = CameraPath::new(keys.collect::<Result<Vec<PathKey>, String>>()?, loops);
    let path = path.map_err(|error| call.error(error))?;
    let duration = path.duration();
    call.host.sim.borrow_mut().play_path(owner.0, path);
    Ok(Some(duration))
}

/// More keys than this are too many in any case.
const MOST_READ: usize = 2_000;

fn key(call: &Call, list: &Table, index: usize) -> Result<PathKey, String> {
    let value: Value = list.raw_get(index).unwrap_or(Value::Nil);
    let Value::Table(table) = &value else {
        let got = super::call::kind(call.lua, Some(&value));
        let wanted = "a table such as { pos = Vec(0, 5, 9), target = Vec(), time = 0 }";
        return Err(call.error(format_args!("keys[{index}] must be {wanted}, got {got}")));
    };
    let options = Options::within(call, table, format!("keys[{index}]."));
    let missing = |name: &str| call.error(format_args!("keys[{index}] has no {name}"));
    let place = |name| options.place(name)?.ok_or_else(|| missing(name));
    if options.get("time")?.is_none() {
        return Err(missing("time"));
    }
    let mut time = 0.0;
    options.number("time", &mut time)?;
    let key = PathKey { time, pos: place("pos")?, target: place("target")? };
    let names: Vec<&str> = KEY.fields.iter().map(|(name, ..): &Named| *name).collect();
    options.warn_of_unknown(&names);
    Ok(key)
}
