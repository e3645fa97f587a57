//! Showing a population: how its agents look. Drawing them is the app's part.

use super::class::Method;
use super::population::own;
use super::value::{each, points};
use crate::crowd::{Each, Points};
use crate::script::api::Call;
use crate::script::api::call::{kind, vector};
use crate::script::api::doc::Function;
use crate::script::api::options::Options;
use crate::script::crowds::Entry;
use crate::script::shown::{Colors, Form, Look, Plane};
use crate::script::wakes::{LONGEST, Trail};
use glam::{DVec3, Vec3};
use mlua::{MultiValue, Value};

/// In metres, unless told otherwise.
pub const USUAL_RADIUS: f64 = 0.2;
const LARGEST_RADIUS: f64 = 1_000.0;
/// In seconds.
const USUAL_TRAIL: f64 = 3.0;
/// The colour of what scripts draw unless told otherwise.
const USUAL_COLOR: Vec3 = Vec3::new(1.0, 0.85, 0.2);

const OPTIONS: &[&str] =
    &["radius", "color", "shape", "width", "height", "length", "plane", "y", "z", "trail"];

pub const METHODS: &[Method] = &[
    (
        Function {
            name: "show",
            parameters: &[(
                "options?",
                "table|false",
                "`radius`, 0.2, or an array with one for each agent; `color`, one `Vec` or an array with a row of 3 numbers for each \
                    agent; `shape`, \"sphere\" or \"box\"; of a box `length` in the direction it goes, `width` and `height`, each twice \
                    the radius; `plane`, \"xz\" or \"xy\"; `y`, the height of the plane \"xz\", at which everybody stands on the \
                    ground if left out: the radius, or half the `height`; `z`, the depth of the plane \"xy\", 0; `trail`, for how \
                    many seconds each agent draws its way, or `{ seconds = 3, color = Vec(1, 1, 1) }`. Or `false`, which hides it.",
            )],
            returns: &[],
            text: "Draws every agent from now on, without bodies: they are in nobody's way (what is in theirs, `pop:collide` says), rays do \
                not meet them, and showing changes nothing about a run. Agents that move in the event `Tick` are drawn between \
                two ticks as bodies are, so a crowd moves smoothly at any frame rate; boxes turn as smoothly. What moves them at \
                another time, in `Think` or by a timer, moves them at once: who moves in every `Think` is drawn where it is. A jump, \
                farther in a tick than a metre and 8 times what its velocity makes, is not drawn as a way, nor a turn by more \
                than a right angle. In the plane \"xz\", which is the ground, an agent's x \
                and y are the yard's x and z; in the plane \"xy\", which stands upright, they are x and y. Agents in three \
                dimensions are where their positions say. Boxes face the way they go. Colours and radii are those at the time of the call, \
                and stay with their agents; ones that are spawned later have those of the last. Calling it again changes \
                all of how they look. A population is shown until it is hidden or removed, or the script that showed it goes: \
                after a reload, show one kept in `state` again. At most 200,000 agents of all scripts are shown. \
                A trail is a line behind an agent that fades toward its end, in the agent's colour unless it has one of its own; no \
                line leads over a jump. At most 2,000 agents of all scripts have trails.",
        },
        |call| {
            let (id, entry) = own(call)?;
            let owner = call.owner()?;
            if let Value::Boolean(false) = call.value(1) {
                call.host.drawn.borrow_mut().shown.hide(id);
                return Ok(MultiValue::new());
            }
            let look = look(call, &entry)?;
            let mut drawn = call.host.drawn.borrow_mut();
            drawn.shown.show(owner, id, look, &call.host.crowds).map_err(|error| call.error(error))?;
            Ok(MultiValue::new())
        },
    ),
    (
        Function {
            name: "hide",
            parameters: &[],
            returns: &[],
            text: "Draws the agents no longer. They live on.",
        },
        |call| {
            let (id, _) = own(call)?;
            call.host.drawn.borrow_mut().shown.hide(id);
            Ok(MultiValue::new())
        },
    ),
];

fn look(call: &Call, entry: &Entry) -> Result<Look, String> {
    let mut look = Look {
        form: Form::Sphere,
        radius: USUAL_RADIUS,
        radii: Vec::new(),
        stands: false,
        colors: Colors::One(USUAL_COLOR),
        plane: plane(call, entry, None, USUAL_RADIUS, None)?,
        trail: None,
    };
    if call.given(1).is_none() {
        return Ok(look);
    }
    let table = call.table(1, "options", "a table such as { radius = 0.2 }, or false")?;
    let options = Options::new(call, table);
    if let Some(radius) = options.get("radius")? {
        radii(call, entry, &radius, &mut look)?;
    }
    if let Some(color) = options.get("color")? {
        look.colors = colors(call, entry, &color)?;
    }
    let mut rests_at = look.radius;
    if one_of(call, &options, "shape", ["sphere", "box"])? == "box" {
        let mut size = [None; 3];
        for (name, size) in ["width", "height", "length"].into_iter().zip(&mut size) {
            if options.get(name)?.is_some() {
                let mut given = 0.0;
                options.number(name, &mut given)?;
                check_size(call, name, given)?;
                *size = Some(given);
            }
        }
        rests_at = size[1].map_or(rests_at, |height| height / 2.0);
        look.form = Form::Box { size };
    } else {
        for name in ["width", "height", "length"] {
            if options.get(name)?.is_some() {
                return Err(call.error(format_args!("{name} is for shape = \"box\"; spheres have a radius")));
            }
        }
    }
    look.plane = plane(call, entry, Some(&options), rests_at, None)?;
    let is_flat = matches!(look.plane, Plane::Flat { .. });
    look.stands = is_flat && options.get("y")?.is_none() && options.get("height")?.is_none();
    look.trail = trail(call, &options)?;
    options.warn_of_unknown(OPTIONS);
    Ok(look)
}

/// Seconds, or a table of what is to be chosen.
fn trail(call: &Call, options: &Options) -> Result<Option<Trail>, String> {
    let expected =
        "trail must be how many seconds of its way to draw, or a table such as { seconds = 3 }, or false";
    let trail = match options.get("trail")? {
        None | Some(Value::Boolean(false)) => return Ok(None),
        Some(Value::Integer(seconds)) => Trail { seconds: seconds as f64, color: None },
        Some(Value::Number(seconds)) => Trail { seconds, color: None },
        Some(Value::Table(table)) => {
            let within = Options::new(call, &table);
            let mut trail = Trail { seconds: USUAL_TRAIL, color: None };
            within.number("seconds", &mut trail.seconds)?;
            if let Some(color) = within.get("color")? {
                let color =
                    vector(call.lua, "color", &color, false).map_err(|message| call.error(message))?;
                trail.color = Some(color.as_vec3());
            }
            within.warn_of_unknown(&["seconds", "color"]);
            trail
        }
        Some(other) => {
            return Err(call.error(format_args!("{expected}, got {}", kind(call.lua, Some(&other)))));
        }
    };
    if trail.seconds > 0.0 && trail.seconds <= LONGEST {
        return Ok(Some(trail));
    }
    Err(call.error(format_args!(
        "a trail's seconds must be above 0 and at most {LONGEST}, got {}",
        trail.seconds
    )))
}

fn check_size(call: &Call, name: &str, size: f64) -> Result<(), String> {
    if size > 0.0 && size <= LARGEST_RADIUS {
        return Ok(());
    }
    Err(call.error(format_args!("{name} must be above 0 and at most {LARGEST_RADIUS}, got {size}")))
}

/// One of two names; the first unless told otherwise.
pub fn one_of(
    call: &Call,
    options: &Options,
    option: &str,
    names: [&'static str; 2],
) -> Result<&'static str, String> {
    let Some(value) = options.get(option)? else { return Ok(names[0]) };
    let given = match &value {
        Value::String(text) => text.to_string_lossy(),
        _ => String::new(),
    };
    names.into_iter().find(|name| *name == given).ok_or_else(|| {
        let got = match &value {
            Value::String(_) => format!("\"{}\"", given.chars().take(40).collect::<String>()),
            value => kind(call.lua, Some(value)),
        };
        call.error(format_args!("{option} must be \"{}\" or \"{}\", got {got}", names[0], names[1]))
    })
}

/// Where the plane of a population lies: as the options say, or else as `usual` does.
pub fn plane(
    call: &Call,
    entry: &Entry,
    options: Option<&Options>,
    radius: f64,
    usual: Option<Plane>,
) -> Result<Plane, String> {
    let space = entry.population.borrow().dim() == 3;
    let Some(options) = options else {
        return Ok(if space { Plane::Space } else { usual.unwrap_or(Plane::Flat { y: radius }) });
    };
    let has = |name: &str| options.get(name).map(|value| value.is_some());
    if space {
        for option in ["plane", "y", "z"] {
            if has(option)? {
                return Err(call.error(format_args!(
                    "{option} is for populations in two dimensions; this one's positions are places in the yard"
                )));
            }
        }
        return Ok(Plane::Space);
    }
    let stands = matches!(usual, Some(Plane::Upright { .. }));
    let upright = one_of(call, options, "plane", if stands { ["xy", "xz"] } else { ["xz", "xy"] })? == "xy";
    let (own, other, mut value) = match (upright, usual) {
        (true, Some(Plane::Upright { z })) => ("z", "y", z),
        (true, _) => ("z", "y", 0.0),
        (false, Some(Plane::Flat { y })) => ("y", "z", y),
        (false, _) => ("y", "z", radius),
    };
    if has(other)? {
        let plane = if upright { "xy" } else { "xz" };
        return Err(call.error(format_args!("the plane \"{plane}\" is placed by {own}, not by {other}")));
    }
    options.number(own, &mut value)?;
    Ok(if upright { Plane::Upright { z: value } } else { Plane::Flat { y: value } })
}

/// One radius for all, or one for each.
fn radii(call: &Call, entry: &Entry, value: &Value, look: &mut Look) -> Result<(), String> {
    let population = entry.population.borrow();
    let n = population.len();
    match each(call, "radius", value)? {
        Each::One(radius) => {
            check_size(call, "radius", radius)?;
            look.radius = radius;
        }
        Each::Many(rows) if rows.len() == n && rows.dim() == 1 => {
            let ids = population.ids().iter().enumerate();
            look.radii = ids.map(|(index, id)| (*id, rows.get(index)[0])).collect();
            look.radii.iter().try_for_each(|(_, radius)| check_size(call, "radius", *radius))?;
            look.radius =
                look.radii.iter().map(|(_, radius)| *radius).reduce(f64::max).unwrap_or(look.radius);
        }
        Each::Many(rows) => {
            return Err(call.error(format_args!(
                "radius needs one number for each of {n} agents, got {} rows of {}",
                rows.len(),
                rows.dim()
            )));
        }
    }
    Ok(())
}

/// One colour for all, or one for each.
fn colors(call: &Call, entry: &Entry, value: &Value) -> Result<Colors, String> {
    let rows = match points(call, "color", value, 3) {
        Ok(Points::Many(rows)) => rows,
        Ok(Points::One(_)) => {
            let color = vector(call.lua, "color", value, false).map_err(|message| call.error(message))?;
            return Ok(Colors::One(color.as_vec3()));
        }
        Err(error) if matches!(value, Value::Table(_) | Value::UserData(_)) => return Err(error),
        Err(_) => {
            return Err(call.error(format_args!(
                "color must be a Vec such as Vec(1, 0.6, 0.2), or an array with a row for each agent, got {}",
                kind(call.lua, Some(value))
            )));
        }
    };
    let population = entry.population.borrow();
    let n = population.len();
    if rows.len() != n {
        return Err(
            call.error(format_args!("color needs one row for each of {n} agents, got {}", rows.len()))
        );
    }
    if !rows.is_finite() {
        return Err(call.error("color must be finite numbers"));
    }
    let each = population.ids().iter().enumerate();
    Ok(Colors::Each(each.map(|(index, id)| (*id, DVec3::from_array(rows.get(index)).as_vec3())).collect()))
}
