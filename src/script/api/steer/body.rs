//! Bodies that steer: free ones, which are objects of scripts, and those of `physics`, known by their ids.

use super::pages::BODY;
use crate::crowd::steer::{Mover, Plane};
use crate::script::api::Call;
use crate::script::api::call::{integer, kind};
use crate::script::api::objects::{Maker, Method, number_field, object, set_field, vector_field};
use crate::script::api::options::Options;
use crate::sim::{BodyId, DT};
use glam::DVec3;
use mlua::{Table, Value};

/// The body that is an argument, and the plane that it wanders in unless told otherwise.
pub fn body(call: &Call, index: usize) -> Result<(Mover, Plane), String> {
    if let Some(table) = object(call, index, &BODY) {
        let (pos, vel) =
            (vector_field(call, table, ("body.", "pos"))?, vector_field(call, table, ("body.", "vel"))?);
        return Ok((Mover { pos, vel, force_per_speed: 1.0 }, Plane::Xy));
    }
    let Some(id) = integer(Some(call.value(index))) else {
        let got = kind(call.lua, Some(call.value(index)));
        return Err(
            call.error(format_args!("body must be made by steer.Body, or be the id of a body, got {got}"))
        );
    };
    let id = BodyId(id);
    let sim = call.host.sim.borrow();
    let mass = sim.world.mass(id).map_err(|error| call.error(error))?;
    let view = sim.world.body(id).ok_or_else(|| call.error(format_args!("there is no body {id}")))?;
    // Nothing moves a static body, so it needs no force.
    let force_per_speed = if view.is_static { 0.0 } else { mass / DT };
    Ok((Mover { pos: view.pos, vel: view.velocity, force_per_speed }, Plane::Xz))
}

pub fn make(call: &Call, given: &Table, maker: &Maker) -> Result<Table, String> {
    let options = Options::new(call, given);
    let Some(pos) = options.place("pos")? else {
        return Err(call.error("pos must be given, such as { pos = Vec(24, 108) }"));
    };
    let vel = options.place("vel")?.unwrap_or_default();
    let mut mass = 1.0;
    options.number("mass", &mut mass)?;
    if mass <= 0.0 {
        return Err(call.error(format_args!("mass must be above 0, got {mass}")));
    }
    options.warn_of_unknown(&["pos", "vel", "mass"]);
    let fields = [
        ("pos", call.answer(pos)?),
        ("vel", call.answer(vel)?),
        ("mass", Value::Number(mass)),
        ("force", call.answer(DVec3::ZERO)?),
    ];
    maker.make(call, &fields)
}

pub const METHODS: [Method; 2] = [
    ("applyForce", |call| {
        let (table, force) = (this(call)?, call.vector(1, "force")?);
        let sum = vector_field(call, table, ("body.", "force"))? + force;
        set_field(call, table, "force", call.answer(finite(call, "force", sum)?)?)?;
        Ok(Value::Nil)
    }),
    ("step", |call| {
        let table = this(call)?;
        let get = |name| vector_field(call, table, ("body.", name));
        let (pos, vel, force) = (get("pos")?, get("vel")?, get("force")?);
        let above = |n: f64| n > 0.0 && n.is_finite();
        let mass = number_field(call, table, ("body.", "mass"), above, "a number above 0")?;
        let vel = finite(call, "velocity", vel + force / mass)?;
        let pos = finite(call, "position", pos + vel)?;
        // New vectors, so that one that a script took earlier stays as it was.
        for (name, v) in [("pos", pos), ("vel", vel), ("force", DVec3::ZERO)] {
            set_field(call, table, name, call.answer(v)?)?;
        }
        Ok(Value::Nil)
    }),
];

fn this<'a>(call: &'a Call) -> Result<&'a Table, String> {
    object(call, 0, &BODY).ok_or_else(|| call.error("this is no body"))
}

fn finite(call: &Call, what: &str, v: DVec3) -> Result<DVec3, String> {
    if v.is_finite() {
        Ok(v)
    } else {
        Err(call.error(format_args!("the {what} would be beyond all numbers")))
    }
}
