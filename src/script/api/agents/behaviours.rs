//! The behaviours as scripts call them: each gives a force for every agent, in units a second squared.

use super::population::{at, failed};
use super::value::Content;
use super::value::{
    any_number, content, each, give, give_rows, goes_on, keep_house, ledger, mask, points, row, rows,
};
use crate::crowd::steering::{self, Moving};
use crate::crowd::walls::{self, Path};
use crate::crowd::{CrowdError, Each, Force, GoOn, Population, Rows};
use crate::script::api::doc::{Function, Named};
use crate::script::api::options::Options;
use crate::script::api::{Call, Filling, random};
use mlua::Value;

const POP: Named = ("pop", "Population", "");
const TARGET: Named = ("target", "Vec|Array", "one point for all, or one for each");
const THREAT: Named = ("threat", "Vec|Array", "one point for all, or one for each");
const SPEED: Named = ("max_speed", "number|Array", "0 or more; one for all, or one for each");
const RADIUS: Named = ("radius", "number", "above 0");
const FORCE: &[Named] = &[("force", "Array", "")];

/// A behaviour of the population in the first argument.
fn steer(
    call: &Call,
    behave: impl FnOnce(&mut Population, GoOn) -> Result<Rows, CrowdError>,
) -> Result<Value, String> {
    let (_, entry) = at(call, 0, "pop")?;
    keep_house(call)?;
    let go_on = goes_on(call);
    let made = behave(&mut entry.population.borrow_mut(), &go_on).map_err(failed(call))?;
    give_rows(call, made)
}

fn dim(call: &Call) -> Result<usize, String> {
    let (_, entry) = at(call, 0, "pop")?;
    let dim = entry.population.borrow().dim();
    Ok(dim)
}

fn point_at(call: &Call, index: usize, name: &str) -> Result<crate::crowd::Points, String> {
    points(call, name, call.value(index), dim(call)?)
}

fn speed_at(call: &Call, index: usize) -> Result<Each, String> {
    each(call, "max_speed", call.value(index))
}

fn number_at(call: &Call, index: usize, name: &str, otherwise: f64) -> Result<f64, String> {
    call.given(index).map_or(Ok(otherwise), |value| any_number(call, name, value))
}

/// The options at an index, if there are any.
fn options_at<'a>(call: &'a Call, index: usize, names: &[&str]) -> Result<Option<Options<'a>>, String> {
    if call.given(index).is_none() {
        return Ok(None);
    }
    let options = Options::new(call, call.table(index, "options", "a table of options")?);
    options.warn_of_unknown(names);
    Ok(Some(options))
}

fn number_option(call: &Call, options: Option<&Options>, name: &str, otherwise: f64) -> Result<f64, String> {
    match options.map(|options| options.get(name)).transpose()?.flatten() {
        None => Ok(otherwise),
        Some(value) => any_number(call, name, &value),
    }
}

fn neighbours(call: &Call, force: Force) -> Result<Value, String> {
    let (_, entry) = at(call, 0, "pop")?;
    let radius = any_number(call, "radius", call.value(1))?;
    let mask = match call.given(2) {
        Some(value) if force == Force::Separate => Some(mask(call, "mask", value)?),
        _ => None,
    };
    keep_house(call)?;
    let ledger = ledger(call)?;
    let mut population = entry.population.borrow_mut();
    (population.ledger, population.wanted) = (Some(ledger.clone()), call.host.wanted());
    let force = population.force(force, radius, mask.as_deref()).map_err(failed(call))?;
    drop(population);
    give(call, Content::Numbers(force.paid_by(&ledger)))
}

pub fn install(agents: &mut Filling) -> mlua::Result<()> {
    points_and_threats(agents)?;
    moving_ones(agents)?;
    neighbourly(agents)?;
    places(agents)
}

fn points_and_threats(agents: &mut Filling) -> mlua::Result<()> {
    agents.function(
        Function {
            name: "seek",
            parameters: &[POP, TARGET, SPEED],
            returns: FORCE,
            text: "Toward a target at full speed. Agents overshoot and turn back; `agents.arrive` slows down instead.",
        },
        |call| {
            let (target, speed) = (point_at(call, 1, "target")?, speed_at(call, 2)?);
            steer(call, |pop, go_on| steering::seek(pop, target, speed, go_on))
        },
    )?;
    agents.function(
        Function {
            name: "arrive",
            parameters: &[
                POP,
                TARGET,
                SPEED,
                ("slow_radius", "number|Array", "above 0; where they start to slow down"),
            ],
            returns: FORCE,
            text: "Toward a target, slowing down to stop on it.",
        },
        |call| {
            let (target, speed) = (point_at(call, 1, "target")?, speed_at(call, 2)?);
            let slow = each(call, "slow_radius", call.value(3))?;
            steer(call, |pop, go_on| steering::arrive(pop, target, speed, slow, go_on))
        },
    )?;
    agents.function(
        Function {
            name: "flee",
            parameters: &[
                POP,
                THREAT,
                SPEED,
                ("radius?", "number", "how close it must be; no limit if left out"),
            ],
            returns: FORCE,
            text: "Straight away from a threat at full speed. Agents at `radius` or farther get no force.",
        },
        |call| {
            let (threat, speed) = (point_at(call, 1, "threat")?, speed_at(call, 2)?);
            let radius = number_at(call, 3, "radius", f64::INFINITY)?;
            steer(call, |pop, go_on| steering::flee(pop, threat, speed, radius, go_on))
        },
    )?;
    agents.function(
        Function {
            name: "wander",
            parameters: &[
                POP,
                ("strength", "number", "the deviation of the push along each axis"),
                (
                    "rng?",
                    "Rng|Array",
                    "where the random numbers come from: a generator of `random.pcg`, or standard normals, a row for each agent",
                ),
            ],
            returns: FORCE,
            text: "Pushes each agent sideways by chance, so that it meanders at the speed it has; one at rest, in any direction. \
                The random numbers are the population's own, from its `seed`, unless others are given.",
        },
        |call| {
            at(call, 0, "pop")?;
            let strength = any_number(call, "strength", call.value(1))?;
            let draws = match call.given(2) {
                None => None,
                Some(_) if random::is_generator(call, 2) => {
                    let n = at(call, 0, "pop")?.1.population.borrow().len();
                    let dim = dim(call)?;
                    Some(random::draw(call, 2, |rng| steering::draws_from(n, dim, || rng.normal()))?)
                }
                Some(value) => Some(rows(call, "rng", value, dim(call)?)?),
            };
            steer(call, |pop, go_on| {
                let draws = draws.unwrap_or_else(|| steering::draws(pop));
                steering::wander(pop, strength, draws, go_on)
            })
        },
    )
}

fn moving_ones(agents: &mut Filling) -> mlua::Result<()> {
    const LEAD: Named = ("options?", "table", "`max_lead`: how far ahead to aim at most, in seconds");
    fn moving(call: &Call, name: &str, options: usize) -> Result<Moving, String> {
        let options = options_at(call, options, &["max_lead"])?;
        Ok(Moving {
            at: point_at(call, 1, name)?,
            vel: point_at(call, 2, &format!("{name}_vel"))?,
            max_lead: number_option(call, options.as_ref(), "max_lead", f64::INFINITY)?,
        })
    }
    agents.function(
        Function {
            name: "pursue",
            parameters: &[POP, TARGET, ("target_vel", "Vec|Array", "its velocity"), SPEED, LEAD],
            returns: FORCE,
            text: "Toward where a moving target will be when an agent could be there, at full speed.",
        },
        |call| {
            let (target, speed) = (moving(call, "target", 4)?, speed_at(call, 3)?);
            steer(call, |pop, go_on| steering::pursue(pop, target, speed, go_on))
        },
    )?;
    agents.function(
        Function {
            name: "evade",
            parameters: &[
                POP,
                THREAT,
                ("threat_vel", "Vec|Array", "its velocity"),
                SPEED,
                ("radius?", "number", "how close it must be now; no limit if left out"),
                LEAD,
            ],
            returns: FORCE,
            text: "Away from where a moving threat will be, for agents that are closer to it than `radius`.",
        },
        |call| {
            let (threat, speed) = (moving(call, "threat", 5)?, speed_at(call, 3)?);
            let radius = number_at(call, 4, "radius", f64::INFINITY)?;
            steer(call, |pop, go_on| steering::evade(pop, threat, speed, radius, go_on))
        },
    )
}

fn neighbourly(agents: &mut Filling) -> mlua::Result<()> {
    agents.function(
        Function {
            name: "separate",
            parameters: &[POP, RADIUS, ("mask?", "Array|boolean[]", "only between agents in it")],
            returns: FORCE,
            text: "Pushes neighbours apart: each that is closer than `radius` by radius less distance. Agents in one point do not \
                push. Senses at least as wide are reused, with their view; else it looks all around.",
        },
        |call| neighbours(call, Force::Separate),
    )?;
    agents.function(
        Function {
            name: "align",
            parameters: &[POP, RADIUS],
            returns: FORCE,
            text: "Toward the mean velocity of the neighbours within `radius`; nothing without any.",
        },
        |call| neighbours(call, Force::Align),
    )?;
    agents.function(
        Function {
            name: "cohere",
            parameters: &[POP, RADIUS],
            returns: FORCE,
            text: "Toward the centre of the neighbours within `radius`, like a spring of one per second squared.",
        },
        |call| neighbours(call, Force::Cohere),
    )
}

/// The lowest and the highest corner, in a table or an array.
fn corners(call: &Call, index: usize, dim: usize) -> Result<([f64; 3], [f64; 3]), String> {
    if content(call, call.value(index))?.is_some() {
        let rows = rows(call, "bounds", call.value(index), dim)?;
        if rows.len() != 2 {
            let message = format!("bounds must be two corners, as in {{lo, hi}}, got {} rows", rows.len());
            return Err(call.error(message));
        }
        return Ok((rows.get(0), rows.get(1)));
    }
    let bounds = call.table(index, "bounds", "two corners, as in {lo, hi}")?;
    let corner = |index: usize| {
        let value: Value = bounds.raw_get(index).map_err(|error| call.error(error))?;
        row(call, &format!("bounds[{index}]"), &value, dim)
    };
    Ok((corner(1)?, corner(2)?))
}

fn places(agents: &mut Filling) -> mlua::Result<()> {
    agents.function(
        Function {
            name: "follow",
            parameters: &[POP, ("flow", "FlowField", ""), SPEED],
            returns: FORCE,
            text: "Along a flow, in two dimensions: at full speed where it is 1 or longer, slower where it is weaker.",
        },
        |call| {
            let flow = super::flow::flow_at(call, 1)?;
            let speed = speed_at(call, 2)?;
            steer(call, |pop, go_on| steering::follow(pop, &flow.borrow(), speed, go_on))
        },
    )?;
    agents.function(
        Function {
            name: "follow_path",
            parameters: &[
                POP,
                ("path", "Array|table", "its points in order, two or more"),
                ("radius", "number", "half its width, above 0"),
                SPEED,
                ("options?", "table", "`closed`: back to the first point, false; `look_ahead`: 0.25 seconds"),
            ],
            returns: FORCE,
            text: "Along a path of straight segments, within `radius` of it. Agents look where they will be in `look_ahead` \
                seconds. At most 20,000,000 agents times segments.",
        },
        |call| {
            let options = options_at(call, 4, &["closed", "look_ahead"])?;
            let mut closed = false;
            if let Some(options) = &options {
                options.flag("closed", &mut closed)?;
            }
            let path = Path {
                points: rows(call, "path", call.value(1), dim(call)?)?,
                radius: any_number(call, "radius", call.value(2))?,
                closed,
                look_ahead: number_option(call, options.as_ref(), "look_ahead", 0.25)?,
            };
            let speed = speed_at(call, 3)?;
            steer(call, |pop, go_on| walls::follow_path(pop, &path, speed, go_on))
        },
    )?;
    agents.function(
        Function {
            name: "contain",
            parameters: &[
                POP,
                ("bounds", "table|Array", "the lowest and the highest corner: `{Vec(0, 0), Vec(20, 20)}`"),
                ("margin", "number", "how far from a wall they start to turn; at most half the box"),
                SPEED,
            ],
            returns: FORCE,
            text: "Back from the walls of a box before they are reached, the harder the nearer. With a margin of 0 only agents \
                outside turn back.",
        },
        |call| {
            let (lo, hi) = corners(call, 1, dim(call)?)?;
            let margin = any_number(call, "margin", call.value(2))?;
            let speed = speed_at(call, 3)?;
            steer(call, |pop, go_on| walls::contain(pop, lo, hi, margin, speed, go_on))
        },
    )?;
    agents.function(
        Function {
            name: "avoid",
            parameters: &[
                POP,
                ("centers", "Array|table", "of round obstacles"),
                ("radii", "number|Array", "0 or more; one for all or one for each"),
                ("options?", "table", "`look_ahead`: 1 second"),
            ],
            returns: FORCE,
            text: "Round the round obstacles ahead, grazing the one that is met first on the side an agent is heading for. One that \
                is inside heads straight out. Use it before other forces: `local dodge = agents.avoid(…)` and \
                `dodge:where(dodge:any(), others)`. At most 20,000,000 agents times obstacles.",
        },
        |call| {
            let centers = rows(call, "centers", call.value(1), dim(call)?)?;
            let radii = each(call, "radii", call.value(2))?;
            let options = options_at(call, 3, &["look_ahead"])?;
            let look_ahead = number_option(call, options.as_ref(), "look_ahead", 1.0)?;
            steer(call, |pop, go_on| walls::avoid(pop, &centers, &radii, look_ahead, go_on))
        },
    )
}
