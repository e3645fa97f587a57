//! A population that drives bodies: all of them are read in one call, and pushed in another.

use super::class::{Method, one};
use super::population::{charged, failed, own};
use super::show::one_of;
use super::value::{Content, give, wholes};
use crate::crowd::{Column, Order, Rows};
use crate::script::api::Call;
use crate::script::api::doc::Function;
use crate::script::api::options::Options;
use crate::script::crowds::Entry;
use crate::sim::BodyId;
use glam::DVec3;
use std::rc::Rc;

pub const METHODS: &[Method] = &[(
    Function {
        name: "bodies",
        parameters: &[
            (
                "ids",
                "Array|integer[]",
                "one for each agent, of bodies from `physics.box` or `physics.sphere`",
            ),
            (
                "options?",
                "table",
                "`push`, true to push the bodies; `plane`, \"xz\" or \"xy\", of a population in two dimensions",
            ),
        ],
        returns: &[("there", "Array", "booleans: whose body is not gone")],
        text: "Puts each agent where its body is, with its body's velocity; with `push`, gives each body its agent's velocity \
            instead and wakes it. So a tick of a crowd of bodies is `pop:bodies(pop.body)`, the forces as for any other, and \
            `pop:bodies(pop.body, { push = true })` in place of `pop:step`: physics moves them. In two dimensions an agent's x \
            and y are a body's x and z, or x and y in the plane \"xy\"; across the plane a push leaves a velocity as it is, so that \
            bodies fall. Agents whose body is gone are left as they are: `pop:kill(~pop:bodies(pop.body))` removes them.",
    },
    |call| {
        let (_, entry) = own(call)?;
        let ids = wholes(call, "ids", call.value(1))?;
        let n = entry.population.borrow().len();
        if ids.len() != n {
            return Err(
                call.error(format_args!("ids needs one body for each of {n} agents, got {}", ids.len()))
            );
        }
        let (push, axes) = options(call, &entry)?;
        let there = if push { push_all(call, &entry, &ids, axes)? } else { pull(call, &entry, &ids, axes)? };
        one(give(call, Content::Flags { flags: Rc::new(there.into()), order: Order::NATURAL })?)
    },
)];

/// Which components of a body's vectors an agent's numbers are.
type Axes = &'static [usize];

fn options(call: &Call, entry: &Entry) -> Result<(bool, Axes), String> {
    const XYZ: Axes = &[0, 1, 2];
    let dim = entry.population.borrow().dim();
    let (mut push, mut flat) = (false, true);
    if call.given(2).is_some() {
        let table = call.table(2, "options", "a table such as { push = true }")?;
        let options = Options::new(call, table);
        options.flag("push", &mut push)?;
        if dim == 3 && options.get("plane")?.is_some() {
            return Err(call.error(
                "plane is for populations in two dimensions; this one's positions are places in the yard",
            ));
        }
        flat = one_of(call, &options, "plane", ["xz", "xy"])? == "xz";
        options.warn_of_unknown(&["push", "plane"]);
    }
    Ok((push, if dim < 3 && flat { &[0, 2][..dim] } else { &XYZ[..dim] }))
}

fn pull(call: &Call, entry: &Entry, ids: &[i64], axes: Axes) -> Result<Vec<bool>, String> {
    let (mut pos, mut vel) = {
        let population = entry.population.borrow();
        (population.pos().to_rows(), population.vel().to_rows())
    };
    let mut there = Vec::with_capacity(ids.len());
    {
        let sim = call.host.sim.borrow();
        for ((id, pos), vel) in ids.iter().zip(&mut pos).zip(&mut vel) {
            let body = sim.world.body(BodyId(*id));
            there.push(body.is_some());
            let Some(body) = body else { continue };
            for (place, axis) in axes.iter().enumerate() {
                (pos[place], vel[place]) = (body.pos[*axis], body.velocity[*axis]);
            }
        }
    }
    for (name, rows) in [("pos", pos), ("vel", vel)] {
        let column = charged(call, Column::Numbers(Rc::new(Rows::from_rows(&rows, axes.len()))))?;
        entry.population.borrow_mut().set_field(name, column).map_err(failed(call))?;
    }
    Ok(there)
}

fn push_all(call: &Call, entry: &Entry, ids: &[i64], axes: Axes) -> Result<Vec<bool>, String> {
    let population = entry.population.borrow();
    let vel = population.vel();
    if !vel.is_finite() {
        return Err(call.error("velocities must be finite numbers, and some are not; no body was pushed"));
    }
    let mut sim = call.host.sim.borrow_mut();
    let mut there = Vec::with_capacity(ids.len());
    for (index, id) in ids.iter().enumerate() {
        let id = BodyId(*id);
        let now: Option<DVec3> = sim.world.body(id).map(|body| body.velocity);
        there.push(now.is_some());
        let Some(mut velocity) = now else { continue };
        for (place, axis) in axes.iter().enumerate() {
            velocity[*axis] = vel.get(index)[place];
        }
        let done = sim.world.set_velocity(id, velocity);
        done.map_err(|error| call.error(format_args!("ids[{}]: {error}", index + 1)))?;
    }
    Ok(there)
}
