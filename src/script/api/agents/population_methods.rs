//! What a population does: who lives, what they intend, what they perceive, and the step.

use super::class::{Method, one};
use super::population::{charged, check_room, failed, kinds, of_field, own};
use super::value::{Content, give, give_wholes, keep_house_for};
use super::value::{any_number, column, content, each, give_rows, goes_on, mask, numbers, row, wholes};
use crate::crowd::steering::uniform;
use crate::crowd::{MOST_PENDING, Order};
use crate::script::api::Call;
use crate::script::api::call::{integer, kind};
use crate::script::api::doc::Function;
use crate::script::api::options::Options;
use mlua::{MultiValue, Value};
use std::rc::Rc;

/// Agents must not come and go while a tree looks at them.
fn check_no_tree(call: &Call, entry: &crate::script::crowds::Entry, what: &str) -> Result<(), String> {
    if entry.ticking.get() {
        return Err(call.error(format_args!(
            "agents cannot be {what} from inside a tree's leaf: mark them in a field, and do it after the tick"
        )));
    }
    Ok(())
}

/// A script pays for the new arrays of its population.
fn pay(call: &Call, entry: &crate::script::crowds::Entry) {
    entry.population.borrow().pay(&call.host.crowds.ledger(entry.owner));
}

/// The fields in a table of values, in the order of names.
fn named(call: &Call, index: usize, what: &str) -> Result<Vec<(String, Value)>, String> {
    let Some(_) = call.given(index) else { return Ok(Vec::new()) };
    let table = call.table(index, "values", what)?;
    let mut values = Vec::new();
    for pair in table.pairs::<Value, Value>() {
        let (key, value) = pair.map_err(|error| call.error(error))?;
        let Value::String(name) = key else {
            return Err(call.error(format_args!(
                "values are given by name, and {} is none",
                kind(call.lua, Some(&key))
            )));
        };
        values.push((name.to_string_lossy(), value));
    }
    values.sort_by(|a, b| a.0.cmp(&b.0));
    Ok(values)
}

pub const LIFE: &[Method] = &[
    (
        Function {
            name: "spawn",
            parameters: &[
                ("k", "integer", "how many"),
                ("values?", "table", "by field: one value for all new agents or one for each; `kind` too"),
            ],
            returns: &[("indices", "Array", "of the new agents")],
            text: "Adds agents at the end, with new ids. Fields that are not given start at 0, false or \"\", intents at nan.",
        },
        |call| {
            let (_, entry) = own(call)?;
            let k = call.integer(1, "k")?;
            let k =
                usize::try_from(k).map_err(|_| call.error(format_args!("k must be 0 or more, got {k}")))?;
            check_no_tree(call, &entry, "spawned")?;
            check_room(call, k)?;
            let (dim, room) = {
                let population = entry.population.borrow();
                (population.dim(), population.bytes_of_one().saturating_mul(k))
            };
            keep_house_for(call, room)?;
            let (mut kind, mut values) = (vec![0; k], Vec::new());
            for (name, value) in named(call, 2, "a table of values by field")? {
                if name == "kind" {
                    kind = kinds(call, &entry, &value, k)?;
                } else if !entry.population.borrow().has_field(&name) {
                    return Err(call.error(format_args!("\"{name}\" is not a field of this population")));
                } else {
                    values.push((name.clone(), of_field(call, &entry, &name, &value, k, dim)?));
                }
            }
            let first = entry.population.borrow_mut().spawn(kind, values).map_err(failed(call))?;
            pay(call, &entry);
            one(give_wholes(call, (first + 1..=first + k).map(|index| index as f64))?)
        },
    ),
    (
        Function {
            name: "kill",
            parameters: &[(
                "who",
                "Array|integer[]|integer|boolean[]",
                "a mask with one boolean for each, or indices",
            )],
            returns: &[],
            text: "Removes agents; the others keep their order and their ids. Not from inside a tree's leaf: mark them in a \
                field there, and kill them after the tick.",
        },
        |call| {
            let (_, entry) = own(call)?;
            check_no_tree(call, &entry, "killed")?;
            let n = entry.population.borrow().len();
            let who = call.value(1);
            let is_mask = match (content(call, who)?, who) {
                (Some(Content::Flags { .. }), _) => true,
                (None, Value::Table(table)) => matches!(table.raw_get::<Value>(1), Ok(Value::Boolean(_))),
                _ => false,
            };
            let dead = if is_mask {
                let mask = mask(call, "who", who)?;
                if mask.len() != n {
                    return Err(call.error(format_args!(
                        "the mask needs one boolean for each of {n} agents, got {}",
                        mask.len()
                    )));
                }
                mask
            } else {
                let mut dead = vec![false; n];
                for index in wholes(call, "who", who)? {
                    match usize::try_from(index).ok().filter(|index| (1..=n).contains(index)) {
                        Some(index) => dead[index - 1] = true,
                        None => return Err(call.error(format_args!("indices must be 1 to {n}, got {index}"))),
                    }
                }
                dead
            };
            entry.population.borrow_mut().kill(&dead);
            pay(call, &entry);
            Ok(MultiValue::new())
        },
    ),
    (
        Function {
            name: "index_of",
            parameters: &[("ids", "integer|Array|integer[]", "")],
            returns: &[("indices", "integer|Array", "0 for the dead")],
            text: "The indices of ids.",
        },
        |call| {
            let (_, entry) = own(call)?;
            let population = entry.population.borrow();
            let index = |id: i64| {
                u64::try_from(id).ok().and_then(|id| population.index_of(id)).map_or(0, |index| index + 1)
            };
            if let Some(id) = integer(Some(call.value(1))) {
                return one(Value::Integer(index(id) as i64));
            }
            let ids = wholes(call, "ids", call.value(1))?;
            one(give_wholes(call, ids.into_iter().map(|id| index(id) as f64))?)
        },
    ),
    (
        Function {
            name: "add_field",
            parameters: &[
                ("name", "string", ""),
                ("value", "any", "one value for all agents or one for each"),
            ],
            returns: &[],
            text: "Adds a field: numbers, points, booleans or strings. From then on it is like any other.",
        },
        |call| {
            let (_, entry) = own(call)?;
            let name = call.name(1, "name")?;
            let (n, dim) = {
                let population = entry.population.borrow();
                (population.len(), population.dim())
            };
            let column = charged(call, column(call, &name, call.value(2), n, dim)?)?;
            entry.population.borrow_mut().add_field(&name, column, false).map_err(failed(call))?;
            Ok(MultiValue::new())
        },
    ),
    (
        Function {
            name: "has_field",
            parameters: &[("name", "string", "")],
            returns: &[("has", "boolean", "")],
            text: "Whether it is a field: `pos`, `vel`, `kind` or one that was added.",
        },
        |call| {
            let (_, entry) = own(call)?;
            let has = entry.population.borrow().has_field(&call.string(1, "name")?);
            one(Value::Boolean(has))
        },
    ),
    (
        Function {
            name: "write",
            parameters: &[
                ("ids", "integer|Array|integer[]", ""),
                ("values", "table", "by intent field: one value for all those agents or one for each"),
            ],
            returns: &[],
            text: "Sets intent fields of some agents. The values are checked and copied now and land at the start of the next \
                frame; who is dead by then is skipped.",
        },
        |call| {
            let (_, entry) = own(call)?;
            let ids = wholes(call, "ids", call.value(1))?;
            let dim = entry.population.borrow().dim();
            let mut values = Vec::new();
            let given = named(call, 2, "a table of values by intent field")?;
            if !call.host.crowds.may_write(call.owner()?, ids.len().saturating_mul(given.len())) {
                return Err(call.error(format_args!(
                    "more than {MOST_PENDING} values of this script would be on their way: they land at the next frame"
                )));
            }
            for (name, value) in given {
                entry.population.borrow().intent_field(&name).map_err(failed(call))?;
                values.push((name.clone(), of_field(call, &entry, &name, &value, ids.len(), dim)?));
            }
            let ids = ids.into_iter().map(|id| u64::try_from(id).unwrap_or(0)).collect();
            entry.population.borrow_mut().write(ids, values).map_err(failed(call))?;
            Ok(MultiValue::new())
        },
    ),
    (
        Function {
            name: "intent_age",
            parameters: &[("field", "string", "")],
            returns: &[("seconds", "Array", "math.huge where nothing landed yet")],
            text: "Seconds since each agent's last write of an intent field landed.",
        },
        |call| {
            let (_, entry) = own(call)?;
            let name = call.string(1, "field")?;
            let ages = entry.population.borrow().intent_age(&name, call.host.time()).map_err(failed(call))?;
            one(give_rows(call, numbers(ages.into_iter()))?)
        },
    ),
    (
        Function {
            name: "remove",
            parameters: &[],
            returns: &[],
            text: "Removes the population with all its agents. Whoever still holds it gets an error for using it.",
        },
        |call| {
            let (id, entry) = own(call)?;
            check_no_tree(call, &entry, "removed")?;
            call.host.crowds.remove(id);
            Ok(MultiValue::new())
        },
    ),
];

pub const MOVING: &[Method] = &[
    (
        Function {
            name: "sense",
            parameters: &[
                ("radius", "number", "above 0"),
                (
                    "options?",
                    "table",
                    "`fov`: how wide the view is, in radians, up to 2 * math.pi, which is all around",
                ),
            ],
            returns: &[("senses", "Senses", "also `pop.senses`")],
            text: "Finds every agent's neighbours. Call it once a step, before anything that asks for neighbours: separate, \
                align and cohere reuse it for radii up to this one. Neighbours are found in plain space. So many agents in so \
                large a radius that there would be more than 60,000,000 pairs to look at are an error (for more than 400,000 \
                agents, 150 for each).",
        },
        |call| {
            let (_, entry) = own(call)?;
            let radius = any_number(call, "radius", call.value(1))?;
            let fov = match call.given(2) {
                None => None,
                Some(_) => {
                    let table = call.table(2, "options", "a table such as { fov = math.pi }")?;
                    let options = Options::new(call, table);
                    options.warn_of_unknown(&["fov"]);
                    options.get("fov")?.map(|value| any_number(call, "fov", &value)).transpose()?
                }
            };
            super::value::keep_house(call)?;
            let senses = entry.population.borrow_mut().sense(radius, fov).map_err(failed(call))?;
            one(super::senses::give(call, senses)?)
        },
    ),
    (
        Function {
            name: "step",
            parameters: &[
                ("dt", "number", "seconds"),
                ("max_speed", "number|Array", "one for all or one for each; math.huge for no limit"),
            ],
            returns: &[],
            text: "Moves everybody along its velocity: one that is faster than max_speed is slowed down to it first. After \
                `pop:collide` nobody ends in what stands in the yard.",
        },
        |call| {
            let (_, entry) = own(call)?;
            let dt = call.number(1, "dt")?;
            let speed = each(call, "max_speed", call.value(2))?;
            let go_on = goes_on(call);
            super::collide::look_around(call, &entry)?;
            entry.population.borrow_mut().step(dt, speed, &go_on).map_err(failed(call))?;
            Ok(MultiValue::new())
        },
    ),
    (
        Function {
            name: "random",
            parameters: &[
                ("lo", "number|Vec", "the lowest"),
                ("hi", "number|Vec", "the highest, of the same kind"),
            ],
            returns: &[("rows", "Array", "one for each agent")],
            text: "Numbers or points by chance between two, one for each agent, from the population's own random numbers: \
                `pop.pos = pop:random(Vec(0, 0), Vec(60, 60))`.",
        },
        |call| {
            let (_, entry) = own(call)?;
            let single = matches!(call.value(1), Value::Number(_) | Value::Integer(_));
            let dim = if single { 1 } else { entry.population.borrow().dim() };
            let (lo, hi) = (row(call, "lo", call.value(1), dim)?, row(call, "hi", call.value(2), dim)?);
            let made = uniform(&mut entry.population.borrow_mut(), &lo[..dim], &hi[..dim]);
            one(give_rows(call, made)?)
        },
    ),
    (
        Function {
            name: "is_kind",
            parameters: &[("kind", "string", "")],
            returns: &[("mask", "Array", "booleans")],
            text: "Which agents are of a kind.",
        },
        |call| {
            let (_, entry) = own(call)?;
            let population = entry.population.borrow();
            let wanted = population.kind_named(&call.string(1, "kind")?).map_err(failed(call))?;
            let flags = Rc::new(population.kind().iter().map(|&kind| kind == wanted).collect());
            one(give(call, Content::Flags { flags, order: Order::NATURAL })?)
        },
    ),
];
