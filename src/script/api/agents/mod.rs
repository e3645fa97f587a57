//! `agents`: populations, what they perceive and what drives them. The maths is in [`crate::crowd`]; here is what scripts see.

mod array;
mod array_choose;
mod array_methods;
mod array_rows;
mod behaviours;
mod bodies;
mod class;
mod collide;
mod field;
mod flow;
mod genome;
mod leaves;
mod population;
mod population_methods;
mod read;
mod senses;
mod show;
mod tree;
mod value;

use super::doc::{Class, Function};
use super::options::Options;
use super::{Api, Filling};
use crate::crowd::flock::Flock;
use crate::crowd::{Each, GoOn};
use crate::script::crowds::PopulationId;
use crate::script::fingerprint::Met;
use crate::sim::Digest;
use class::{Method, Type};
use mlua::Value;
use population::failed;

const TEXT: &str = "Many agents at once, kept as arrays: a hundred thousand where a loop over tables manages a few hundred. A \
population has positions and velocities, kinds, and fields of your own; `pop:sense` finds who is near whom; behaviours such as \
`agents.seek` give a force for each agent, which you weigh, add and put into velocities; `pop:step` moves everybody. Arrays \
compute with all agents in one expression: `pop.vel = pop.vel + (agents.align(pop, 2.5) * 0.5 + agents.seek(pop, goal, 3)) * dt`. \
Forces are in units a second squared, angles in radians, indices count from 1. Runs repeat to the bit, on any number of threads.";

/// What a population does, in the order of the reference.
const OF_POPULATIONS: &[&[Method]] =
    &[population_methods::LIFE, population_methods::MOVING, collide::METHODS, show::METHODS, bodies::METHODS];

/// Every type of values that belongs to this table.
pub const TYPES: [&Type; 8] = [
    population::TYPES[0],
    population::TYPES[1],
    &senses::TYPE,
    &tree::TREE_TYPE,
    &tree::NODE_TYPE,
    &field::FIELD_TYPE,
    &flow::TYPE,
    &genome::TYPE,
];

/// Adds what a value of this table holds to a digest: arrays of one's own, fields, flows and genomes. Populations are added with
/// all others; of trees, what they remember.
pub fn add_to_digest(digest: &mut Digest, value: &Value, met: &mut Met) {
    let Value::UserData(userdata) = value else { return };
    if let Ok(array) = userdata.borrow::<value::ArrayValue>() {
        return array.digest(digest, met);
    }
    let mut numbers = |values: &[f64]| values.iter().for_each(|&value| digest.f64(value));
    if let Ok(field) = userdata.borrow::<field::FieldValue>() {
        field.digest(&mut numbers);
    } else if let Ok(flow) = userdata.borrow::<flow::FlowValue>() {
        flow.digest(&mut numbers);
    } else if let Ok(genome) = userdata.borrow::<genome::GenomeValue>() {
        genome.digest(&mut numbers);
    } else if let Ok(tree) = userdata.borrow::<tree::TreeValue>() {
        tree.digest(digest);
    }
}

/// A type's class, and its methods with their documentation.
pub fn classes() -> impl Iterator<Item = (&'static Class, impl Iterator<Item = &'static Function>)> {
    TYPES.into_iter().map(|of| {
        let methods: &'static [&'static [Method]] = of.methods;
        (of.class, methods.iter().copied().flatten().map(|(function, _)| function))
    })
}

pub fn install(api: &mut Api) -> mlua::Result<()> {
    api.object_class::<PopulationId>(&population::TYPE)?;
    api.object_class::<value::ArrayValue>(&array::TYPE)?;
    api.object_class::<senses::SensesValue>(&senses::TYPE)?;
    api.object_class::<tree::TreeValue>(&tree::TREE_TYPE)?;
    api.object_class::<tree::NodeValue>(&tree::NODE_TYPE)?;
    api.object_class::<field::FieldValue>(&field::FIELD_TYPE)?;
    api.object_class::<flow::FlowValue>(&flow::TYPE)?;
    api.object_class::<genome::GenomeValue>(&genome::TYPE)?;
    api.table("agents", TEXT, |agents| {
        making(agents)?;
        behaviours::install(agents)?;
        flock(agents)?;
        tree::install(agents)?;
        field::install(agents)?;
        flow::install(agents)?;
        genome::install(agents)
    })
}

fn making(agents: &mut Filling) -> mlua::Result<()> {
    agents.function(
        Function {
            name: "Population",
            parameters: &[
                ("n", "integer", "how many agents to start with"),
                (
                    "options?",
                    "table",
                    "`dim` 2 or 3, 2 if left out; `kinds`, names; `intent`, names of intent fields; `seed` of its random numbers; \
                        `kind`; all else are fields and what they start with: a number, boolean, string or point for all, or \
                        one for each agent",
                ),
            ],
            returns: &[("pop", "Population", "")],
            text: "A population of agents at the origin, at rest, of the first kind. Intent fields are those that are set from \
                outside through `pop:write`; one that is not given a start is nan, for \"no intent yet\".",
        },
        population::make,
    )?;
    agents.function(
        Function {
            name: "array",
            parameters: &[
                ("rows", "table|Array", "numbers, points, booleans or strings"),
                ("dim?", "integer", "how many numbers a row has, for rows of `Vec`"),
            ],
            returns: &[("a", "Array", "")],
            text: "An array of one's own. Rows of `Vec`s have two numbers if the first one's z is 0, unless `dim` says otherwise.",
        },
        array::make,
    )
}

const OF_FLOCKS: [&str; 8] =
    ["radius", "separate_radius", "fov", "separate", "align", "cohere", "dt", "max_speed"];

fn flock(agents: &mut Filling) -> mlua::Result<()> {
    agents.function(
        Function {
            name: "flock",
            parameters: &[
                ("pop", "Population", ""),
                (
                    "options",
                    "table",
                    "`radius`; `separate_radius`, the radius if left out; `fov`; weights `separate`, `align` and `cohere`, 1 each; \
                        `dt`, 1/60; `max_speed`, no limit",
                ),
            ],
            returns: &[],
            text: "A flock's whole step at once: senses, adds separate, align and cohere with their weights to velocities, and \
                steps. The same as the calls one by one, but for rounding, and faster.",
        },
        |call| {
            let (_, entry) = population::at(call, 0, "pop")?;
            let options = Options::new(call, call.table(1, "options", "a table of options")?);
            options.warn_of_unknown(&OF_FLOCKS);
            let get = |name: &str| options.get(name).map(|value| value.unwrap_or(Value::Nil));
            let radius = value::any_number(call, "radius", &get("radius")?)?;
            let max_speed = match get("max_speed")? {
                Value::Nil => Each::One(f64::INFINITY),
                given => value::each(call, "max_speed", &given)?,
            };
            let wide = |name: &str| {
                options.get(name)?.map(|given| value::any_number(call, name, &given)).transpose()
            };
            let finite = |name: &str, mut number: f64| options.number(name, &mut number).map(|()| number);
            let flock = Flock {
                radius,
                separate_radius: wide("separate_radius")?.unwrap_or(radius),
                fov: wide("fov")?,
                separate: finite("separate", 1.0)?,
                align: finite("align", 1.0)?,
                cohere: finite("cohere", 1.0)?,
                dt: finite("dt", crate::sim::DT)?,
                max_speed,
            };
            collide::look_around(call, &entry)?;
            let stopping = value::goes_on(call);
            let go_on: GoOn = &stopping;
            entry.population.borrow_mut().flock(flock, go_on).map_err(failed(call))
        },
    )
}
