//! `physics`: bodies.

use super::doc::{Class, Function};
use super::physics_options::{self, BOX, SPHERE};
use super::{Api, Call, Filling};
use crate::script::vec;
use crate::sim::{BodyId, Shape};
use glam::DVec3;
use mlua::Value;

const TEXT: &str = "Bodies: boxes and spheres that fall, bounce, roll and rest. A body is known by its id, a whole number that \
is never used again. Gravity is 9.81 m/s² downwards. A body slower than 0.03 m/s for half a second sleeps, and wakes when it \
is touched, pushed, or loses what it rests on. No body passes through another, however fast. A script can have 2,000 \
bodies, the yard 65,536.";

const ID: (&str, &str, &str) = ("id", "integer", "");

pub const HIT: Class = Class {
    name: "Hit",
    text: "What `physics.raycast` found.",
    fields: &[
        ("pos", "Vec", "where, in metres"),
        ("normal", "Vec", "the unit vector out of the surface there"),
        ("distance", "number", "from the start, in metres; 0 for a start inside the body"),
        ("body", "integer", "its id"),
        ("material", "integer", "its material"),
    ],
    methods: &[],
};

pub const CONTACT: Class = Class {
    name: "Contact",
    text: "What the event `Contact` tells: two bodies began to touch.",
    fields: &[
        ("a", "integer", "the body with the lower id"),
        ("b", "integer", "the other"),
        ("speed", "number", "m/s along the normal, as they met"),
        ("pos", "Vec", "where, in metres"),
        ("materialA", "integer", "material of `a`"),
        ("materialB", "integer", "material of `b`"),
    ],
    methods: &[],
};

pub fn install(api: &mut Api) -> mlua::Result<()> {
    api.table("physics", TEXT, |physics| {
        making(physics)?;
        reading(physics)?;
        pushing(physics)?;
        seeing(physics)
    })
}

fn id(call: &Call) -> Result<BodyId, String> {
    Ok(BodyId(call.integer(0, "id")?))
}

fn spawn(call: &Call, class: &Class, shape: Shape) -> Result<i64, String> {
    let def = physics_options::read(call, class, shape)?;
    let owner = call.owner()?;
    let made = call.host.sim.borrow_mut().world.spawn(Some(owner.0), &def);
    made.map(|id| id.0).map_err(|error| call.error(error))
}

fn making(physics: &mut Filling) -> mlua::Result<()> {
    physics.function(
        Function {
            name: "box",
            parameters: &[("options", "BoxOptions", "")],
            returns: &[ID],
            text: "Makes a box.",
        },
        |call| spawn(call, &BOX, Shape::Box { size: DVec3::splat(0.5) }),
    )?;
    physics.function(
        Function {
            name: "sphere",
            parameters: &[("options", "SphereOptions", "")],
            returns: &[ID],
            text: "Makes a sphere.",
        },
        |call| spawn(call, &SPHERE, Shape::Sphere { radius: 0.25 }),
    )?;
    physics.function(
        Function {
            name: "remove",
            parameters: &[ID],
            returns: &[],
            text: "Removes a body. One that is unknown or gone already is an error, and so are the yard's own.",
        },
        |call| call.host.sim.borrow_mut().world.remove(id(call)?).map_err(|error| call.error(error)),
    )
}

fn reading(physics: &mut Filling) -> mlua::Result<()> {
    let (lua, host) = (physics.vm.lua(), physics.host);
    let position = vec::id_getter(lua, host, c"physics.position", |host, id| {
        host.sim.try_borrow().ok().and_then(|sim| sim.world.position(BodyId(id))).unwrap_or_default()
    })?;
    let velocity = vec::id_getter(lua, host, c"physics.velocity", |host, id| {
        host.sim.try_borrow().ok().and_then(|sim| sim.world.velocity(BodyId(id))).unwrap_or_default()
    })?;
    physics.raw(
        Function {
            name: "position",
            parameters: &[ID],
            returns: &[("pos", "Vec", "m, the centre")],
            text: "Where a body is; the zero vector for one that is unknown or gone.",
        },
        position,
    )?;
    physics.raw(
        Function {
            name: "velocity",
            parameters: &[ID],
            returns: &[("velocity", "Vec", "m/s")],
            text: "How fast a body moves; the zero vector for one that is unknown or gone.",
        },
        velocity,
    )?;
    physics.function(
        Function {
            name: "count",
            parameters: &[],
            returns: &[("count", "integer", "")],
            text: "How many bodies all scripts have together.",
        },
        |call| Ok(call.host.sim.borrow().world.count()),
    )
}

fn pushing(physics: &mut Filling) -> mlua::Result<()> {
    physics.function(
        Function {
            name: "setVelocity",
            parameters: &[ID, ("v", "Vec", "m/s")],
            returns: &[],
            text: "Gives a body a velocity and wakes it; its spin stays. A static one is left alone.",
        },
        |call| {
            let (id, v) = (id(call)?, call.vector(1, "v")?);
            call.host.sim.borrow_mut().world.set_velocity(id, v).map_err(|error| call.error(error))
        },
    )?;
    physics.function(
        Function {
            name: "impulse",
            parameters: &[
                ID,
                ("v", "Vec", "N·s"),
                (
                    "point?",
                    "Vec",
                    "where, in the world; then it also turns the body. The centre if left out.",
                ),
            ],
            returns: &[],
            text: "Gives a body a push at once and wakes it. A static one is left alone.",
        },
        |call| {
            let (id, v, point) = (id(call)?, call.vector(1, "v")?, call.optional_vector(2, "point")?);
            call.host.sim.borrow_mut().world.impulse(id, v, point).map_err(|error| call.error(error))
        },
    )?;
    physics.function(
        Function {
            name: "force",
            parameters: &[ID, ("v", "Vec", "N")],
            returns: &[],
            text: "Pushes a body for the next tick, and wakes it. Forces of one frame add up. A static one is left alone.",
        },
        |call| {
            let (id, v) = (id(call)?, call.vector(1, "v")?);
            call.host.sim.borrow_mut().world.force(id, v).map_err(|error| call.error(error))
        },
    )
}

fn seeing(physics: &mut Filling) -> mlua::Result<()> {
    physics.function(
        Function {
            name: "raycast",
            parameters: &[
                ("from", "Vec", "m"),
                ("dir", "Vec", "need not be of unit length"),
                ("max?", "number", "how far, in metres; 100"),
            ],
            returns: &[("hit", "Hit?", "nil if nothing is there")],
            text: "What a ray meets first. It never meets the player.",
        },
        raycast,
    )?;
    physics.function(
        Function {
            name: "showHidden",
            parameters: &[("on?", "boolean", "left out: changes nothing")],
            returns: &[("on", "boolean", "whether they are drawn now")],
            text: "Draws bodies that are not visible faintly, or no longer.",
        },
        |call| {
            if let Some(value) = call.given(0) {
                let Value::Boolean(on) = value else {
                    return Err(call.error("on must be true or false"));
                };
                call.host.show_hidden.set(*on);
            }
            Ok(call.host.show_hidden.get())
        },
    )
}

fn raycast(call: &Call) -> Result<Value, String> {
    let (from, direction) = (call.vector(0, "from")?, call.vector(1, "dir")?);
    let max = call.optional_number(2, "max")?.unwrap_or(100.0);
    let hit = call.host.sim.borrow().world.raycast(from, direction, max);
    let Some(hit) = hit.map_err(|error| call.error(error))? else { return Ok(Value::Nil) };
    let table = || {
        let table = call.lua.create_table()?;
        table.set("pos", vec::create(call.lua, hit.pos)?)?;
        table.set("normal", vec::create(call.lua, hit.normal)?)?;
        table.set("distance", hit.distance)?;
        table.set("body", hit.body.0)?;
        table.set("material", hit.material)?;
        Ok(Value::Table(table))
    };
    table().map_err(|error: mlua::Error| call.error(error))
}
