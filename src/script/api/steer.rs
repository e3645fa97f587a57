//! `steer`: what one body wants, as a force. The arithmetic is in `crowd/steer.rs`.

mod body;
mod pages;

pub use pages::{BODY, GAIT, WANDER};

use super::call::kind;
use super::doc::Function;
use super::objects::{Maker, Method, field, number_field, object, set_field};
use super::options::Options;
use super::{Api, Call, Filling, random};
use crate::crowd::steer::{Blend, Gait, Plane, Wander};
use body::body;
use mlua::{Table, Value};
use std::f64::consts::TAU;

const TEXT: &str = "Steering: what one body wants, as a force. A behaviour works out the velocity that the body would like to have; the \
force is that minus the velocity it has, cut to what the body can push. Add it to whatever else pushes the body. `Gait` says what a body \
can do and has the behaviours. A body is a `SteerBody`, which moves by its own few rules, or the id of a body of `physics`: then speeds are \
m/s, the force is in newtons and meant for the next tick, and `physics.force` takes it. For something that walks, clear the force's `y`.";

const RNG: (&str, &str, &str) = ("rng", "Rng", "from `random.pcg`");
const FORCE: (&str, &str, &str) = ("force", "Vec", "");
const BODY_ARGUMENT: (&str, &str, &str) = ("body", "SteerBody|integer", "");

pub fn install(api: &mut Api) -> mlua::Result<()> {
    let gaits = api.class(&GAIT, "gait", &GAIT_METHODS)?;
    let bodies = api.class(&BODY, "body", &body::METHODS)?;
    let wanders = api.class(&WANDER, "wander", &WANDER_METHODS)?;
    api.table("steer", TEXT, |steer| {
        makers(steer, gaits, bodies, wanders)?;
        steer.function(
            Function {
                name: "jump",
                parameters: &[("gait", "Gait", ""), BODY_ARGUMENT, RNG, ("plane?", "string", "\"xy\" or \"xz\", as for a wander")],
                returns: &[FORCE],
                text: "Towards a direction that is drawn anew each time, which leads nowhere: what a wander is better than.",
            },
            |call| {
                let gait = gait(call, 0)?;
                let (body, natural) = body(call, 1)?;
                let plane = plane(call, "plane", call.value(3))?.unwrap_or(natural);
                call.answer(random::draw(call, 2, |rng| gait.jump(&body, plane, rng))?)
            },
        )?;
        steer.function(
            Function {
                name: "blend",
                parameters: &[
                    ("rule", "\"sum\"|\"switch\"|\"fear\"", ""),
                    ("feed", "Vec", "the force that the body follows in peace"),
                    ("flight", "Vec", "the force away from a threat"),
                    ("fear?", "number", "0 to 1; for \"fear\""),
                    ("near?", "boolean", "whether the threat is near; for \"sum\" and \"switch\""),
                ],
                returns: &[FORCE],
                text: "Settles that a body wants to feed and to flee. \"sum\" is feed, and while the threat is near twice the flight on \
                    top. \"switch\" is flight while the threat is near, else feed. \"fear\" is flight as far as there is fear and feed as \
                    far as there is none: let fear jump to 1 when the threat is near and die away afterwards.",
            },
            blend,
        )
    })
}

fn makers(steer: &mut Filling, gaits: Maker, bodies: Maker, wanders: Maker) -> mlua::Result<()> {
    steer.function(
        Function {
            name: "Gait",
            parameters: &[("fields", "Gait", "`maxSpeed` and `maxForce`")],
            returns: &[("gait", "Gait", "")],
            text: "What a body can do.",
        },
        move |call| {
            let given = given(call, "{ maxSpeed = 2.4, maxForce = 0.3 }")?;
            let made = copy(call, given, &gaits, &["maxSpeed", "maxForce"])?;
            gait_of(call, &made, "").map(|_| made)
        },
    )?;
    steer.function(
        Function {
            name: "Body",
            parameters: &[("fields", "SteerBody", "`pos`, and if wanted `vel` and `mass`")],
            returns: &[("body", "SteerBody", "")],
            text: "A free body: a point that forces move, and nothing else does.",
        },
        move |call| {
            let given = given(call, "{ pos = Vec(24, 108), mass = 1 }")?;
            body::make(call, given, &bodies)
        },
    )?;
    steer.function(
        Function {
            name: "Wander",
            parameters: &[("fields", "Wander", "`ahead`, `radius` and `jitter`")],
            returns: &[("wander", "Wander", "")],
            text: "A heading that drifts. Each body that wanders needs one of its own.",
        },
        move |call| {
            let given = given(call, "{ ahead = 12, radius = 8, jitter = 0.5 }")?;
            let made = copy(call, given, &wanders, &["ahead", "radius", "jitter", "angle", "plane"])?;
            if field(&made, "angle").is_nil() {
                set_field(call, &made, "angle", Value::Number(0.0))?;
            }
            wander_of(call, &made, "")?;
            plane(call, "plane", &field(&made, "plane"))?;
            Ok(made)
        },
    )
}

fn given<'a>(call: &'a Call, example: &str) -> Result<&'a Table, String> {
    call.table(0, "fields", &format!("a table such as {example}"))
}

/// An object with the fields of a table that a script gave.
fn copy(call: &Call, given: &Table, maker: &Maker, names: &[&str]) -> Result<Table, String> {
    let options = Options::new(call, given);
    let mut fields = Vec::new();
    for name in names {
        if let Some(value) = options.get(name)? {
            fields.push((*name, value));
        }
    }
    options.warn_of_unknown(names);
    maker.make(call, &fields)
}

/// The gait that is an argument.
fn gait(call: &Call, index: usize) -> Result<Gait, String> {
    let Some(table) = object(call, index, &GAIT) else {
        let got = kind(call.lua, Some(call.value(index)));
        return Err(call.error(format_args!("gait must be made by steer.Gait, got {got}")));
    };
    gait_of(call, table, "gait.")
}

fn gait_of(call: &Call, table: &Table, of: &str) -> Result<Gait, String> {
    let speed = |n: f64| n >= 0.0 && n.is_finite();
    let max_speed = number_field(call, table, (of, "maxSpeed"), speed, "a number of at least 0")?;
    let force = "a number above 0, or math.huge for no limit";
    let max_force = number_field(call, table, (of, "maxForce"), |n| n > 0.0, force)?;
    Ok(Gait { max_speed, max_force })
}

fn wander_of(call: &Call, table: &Table, of: &str) -> Result<Wander, String> {
    let length = |n: f64| n >= 0.0 && n.is_finite();
    let ahead = number_field(call, table, (of, "ahead"), length, "a number of at least 0")?;
    let radius = number_field(call, table, (of, "radius"), length, "a number of at least 0")?;
    let jitter = |n: f64| (0.0..=TAU).contains(&n);
    let jitter = number_field(call, table, (of, "jitter"), jitter, "0 to 2π, in radians")?;
    let angle = number_field(call, table, (of, "angle"), |n| n.abs() < 1e15, "an angle in radians")?;
    Ok(Wander { ahead, radius, jitter, angle })
}

/// A plane by its name; `None` for nil.
fn plane(call: &Call, label: &str, value: &Value) -> Result<Option<Plane>, String> {
    match value {
        Value::Nil => return Ok(None),
        Value::String(name) if name == "xy" => return Ok(Some(Plane::Xy)),
        Value::String(name) if name == "xz" => return Ok(Some(Plane::Xz)),
        _ => (),
    }
    let got = match value {
        Value::String(name) => format!("\"{}\"", crate::script::text::short(&name.to_string_lossy(), 40)),
        value => kind(call.lua, Some(value)),
    };
    Err(call.error(format_args!("{label} must be \"xy\" or \"xz\", got {got}")))
}

const GAIT_METHODS: [Method; 5] = [
    ("steer", |call| {
        let (body, _) = body(call, 1)?;
        call.answer(gait(call, 0)?.steer(&body, call.vector(2, "desired")?))
    }),
    ("seek", |call| {
        let (body, _) = body(call, 1)?;
        call.answer(gait(call, 0)?.seek(&body, call.vector(2, "target")?))
    }),
    ("flee", |call| {
        let (body, _) = body(call, 1)?;
        call.answer(gait(call, 0)?.flee(&body, call.vector(2, "from")?))
    }),
    ("arrive", |call| {
        let (body, _) = body(call, 1)?;
        let (target, brake) = (call.vector(2, "target")?, call.number(3, "brake")?);
        if brake < 0.0 {
            return Err(call.error(format_args!("brake must be at least 0, got {brake}")));
        }
        call.answer(gait(call, 0)?.arrive(&body, target, brake))
    }),
    ("stopRadius", |call| {
        let mass = call.optional_number(1, "mass")?.unwrap_or(1.0);
        if mass <= 0.0 {
            return Err(call.error(format_args!("mass must be above 0, got {mass}")));
        }
        Ok(Value::Number(gait(call, 0)?.stop_radius(mass)))
    }),
];

/// Moves the wander that is the first argument on by one draw; `body_at` and `rng_at` say which arguments those are.
fn wander_target(call: &Call, body_at: usize, rng_at: usize) -> Result<glam::DVec3, String> {
    let Some(table) = object(call, 0, &WANDER) else { return Err(call.error("this is no wander")) };
    let mut wander = wander_of(call, table, "wander.")?;
    let (body, natural) = body(call, body_at)?;
    let plane = plane(call, "wander.plane", &field(table, "plane"))?.unwrap_or(natural);
    let target = random::draw(call, rng_at, |rng| wander.target(&body, plane, rng))?;
    set_field(call, table, "angle", Value::Number(wander.angle))?;
    Ok(target)
}

const WANDER_METHODS: [Method; 2] = [
    ("target", |call| call.answer(wander_target(call, 1, 2)?)),
    ("force", |call| {
        let gait = gait(call, 1)?;
        let target = wander_target(call, 2, 3)?;
        call.answer(gait.seek(&body(call, 2)?.0, target))
    }),
];

fn blend(call: &Call) -> Result<Value, String> {
    let name = call.string(0, "rule")?;
    let rule = match name.as_str() {
        "sum" => Blend::Sum,
        "switch" => Blend::Switch,
        "fear" => Blend::Fear,
        _ => {
            let name = crate::script::text::short(&name, 40);
            return Err(
                call.error(format_args!("rule must be \"sum\", \"switch\" or \"fear\", got \"{name}\""))
            );
        }
    };
    let (feed, flight) = (call.vector(1, "feed")?, call.vector(2, "flight")?);
    let (mut fear, mut near) = (0.0, false);
    if rule == Blend::Fear {
        fear = call.number(3, "fear")?;
        if !(0.0..=1.0).contains(&fear) {
            return Err(call.error(format_args!("fear must be 0 to 1, got {fear}")));
        }
    } else {
        near = match call.value(4) {
            Value::Boolean(near) => *near,
            value => {
                let got = kind(call.lua, Some(value));
                return Err(call.error(format_args!("near must be true or false, got {got}")));
            }
        };
    }
    call.answer(rule.blend(feed, flight, fear, near))
}
