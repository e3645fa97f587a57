//! Populations as scripts hold them: making one, its fields and what it is made of.

use super::array::TYPE as ARRAY;
use super::array_choose::numbers_of;
use super::class::{Type, one};
use super::value::{ArrayValue, Content, column, content, give_value, keep_house, ledger, made};
use crate::crowd::population::RESERVED;
use crate::crowd::{Column, CrowdError, Population};
use crate::script::api::Call;
use crate::script::api::call::{integer, kind};
use crate::script::api::doc::Class;
use crate::script::crowds::{Entry, MOST_AGENTS, MOST_POPULATIONS, PopulationId, population};
use mlua::{MultiValue, Table, Value};
use std::rc::Rc;

pub const CLASS: Class = Class {
    name: "Population",
    text: "Many agents kept as arrays. `#pop` is how many live; each has an index from 1 on, in the order of ids, which \
        changes when others die, and an id that never does and is never given again. `pop.pos[i]` is agent i's position; \
        `pop.pos = rows` sets all, and so for every field. A population is there until `pop:remove()`, or until the script that \
        made it goes; one that is kept in `state`, also in tables in it, outlives reloads. All populations of a script \
        have 1,000,000 agents at most.",
    fields: &[
        ("pos", "Array", "positions, rows of `dim` numbers"),
        ("vel", "Array", "velocities in units a second"),
        ("id", "Array", "stable ids, growing; they cannot be set"),
        ("kind", "Array", "each agent's kind, an index into `kinds`; can be set to names, too"),
        ("kinds", "string[]", "the names of the kinds"),
        ("intent", "string[]", "the names of the intent fields"),
        ("dim", "integer", "2 or 3; 1 works too"),
        (
            "senses",
            "Senses?",
            "what was perceived at the last `sense`; nil before the first and after a spawn or kill",
        ),
        ("genome", "Genome?", "the genome that was last made for it"),
    ],
    methods: &[],
};

pub const TYPE: Type = Type {
    class: &CLASS,
    methods: super::OF_POPULATIONS,
    field: Some(read),
    meta: &[("__newindex", write), ("__len", count), ("__tostring", text)],
};

/// The population that a method was called on.
pub fn own(call: &Call) -> Result<(PopulationId, Entry), String> {
    at(call, 0, "pop")
}

/// The population in an argument.
pub fn at(call: &Call, index: usize, name: &str) -> Result<(PopulationId, Entry), String> {
    let value = call.value(index);
    let id = match value {
        Value::UserData(userdata) => userdata.borrow::<PopulationId>().ok().map(|id| *id),
        _ => None,
    };
    let id = id.ok_or_else(|| {
        call.error(format_args!("{name} must be a population, got {}", kind(call.lua, Some(value))))
    })?;
    Ok((id, population(call.host, id).map_err(|error| call.error(error))?))
}

/// An error of a crowd as one of this call. One that was stopped says so to nobody: the script is on its way out.
pub fn failed<'a>(call: &'a Call) -> impl Fn(CrowdError) -> String + 'a {
    |error| call.error(error)
}

fn count(call: &Call) -> Result<MultiValue, String> {
    let (_, entry) = own(call)?;
    let count = entry.population.borrow().len();
    one(Value::Integer(count as i64))
}

fn text(call: &Call) -> Result<MultiValue, String> {
    let text = match own(call) {
        Ok((_, entry)) => format!("Population({} agents)", entry.population.borrow().len()),
        Err(_) => "Population(gone)".to_owned(),
    };
    one(Value::String(call.lua.create_string(text).map_err(|error| call.error(error))?))
}

fn names(call: &Call, names: &[String]) -> Result<Value, String> {
    let list = call.lua.create_sequence_from(names.iter().map(String::as_str));
    list.map(Value::Table).map_err(|error| call.error(error))
}

fn key(call: &Call) -> Result<String, String> {
    match call.value(1) {
        Value::String(name) => Ok(name.to_string_lossy()),
        other => Err(call.error(format_args!(
            "a population is asked for a field by name, such as pop.pos, not for {}",
            kind(call.lua, Some(other))
        ))),
    }
}

fn read(call: &Call) -> Result<MultiValue, String> {
    let (id, entry) = own(call)?;
    let name = key(call)?;
    let population = entry.population.borrow();
    one(match name.as_str() {
        "pos" | "vel" | "id" | "kind" => give_value(call, ArrayValue::Field(id, Rc::from(name)))?,
        "dim" => Value::Integer(population.dim() as i64),
        "kinds" => names(call, population.kinds())?,
        "intent" => {
            let fields = population.fields().iter().filter(|field| field.landed.is_some());
            names(call, &fields.map(|field| field.name.clone()).collect::<Vec<_>>())?
        }
        "senses" => match population.senses() {
            Some(senses) => super::senses::give(call, senses.clone())?,
            None => Value::Nil,
        },
        _ if population.field(&name).is_some() => give_value(call, ArrayValue::Field(id, Rc::from(name)))?,
        "genome" => entry.genome.borrow().clone().map_or(Value::Nil, Value::UserData),
        // A beginner's misspelt field would be nil far from here.
        _ => {
            return Err(call.error(format_args!(
                "{}; to ask whether there is one, use pop:has_field(name)",
                unknown(&population, &name)
            )));
        }
    })
}

fn unknown(population: &Population, name: &str) -> String {
    let mut names = vec!["pos", "vel", "kind"];
    names.extend(population.fields().iter().map(|field| field.name.as_str()));
    format!(
        "\"{name}\" is neither a field nor a method of this population; its fields are {}",
        names.join(", ")
    )
}

fn write(call: &Call) -> Result<MultiValue, String> {
    let (_, entry) = own(call)?;
    let name = key(call)?;
    keep_house(call)?;
    let value = call.value(2);
    let (n, dim) = {
        let population = entry.population.borrow();
        (population.len(), population.dim())
    };
    if name == "kind" {
        let kinds = kinds(call, &entry, value, n)?;
        entry.population.borrow_mut().set_kind(kinds).map_err(failed(call))?;
        return Ok(MultiValue::new());
    }
    if !entry.population.borrow().has_field(&name) {
        let why = if name == "id" {
            "ids are given by the population; they cannot be set".to_owned()
        } else if name == "genome" {
            "\"genome\" cannot be set: agents.Genome(pop, …) makes one for it".to_owned()
        } else if RESERVED.contains(&name.as_str()) {
            format!("\"{name}\" cannot be set")
        } else {
            format!(
                "{}; a new one is made by pop:add_field(name, value)",
                unknown(&entry.population.borrow(), &name)
            )
        };
        return Err(call.error(why));
    }
    let column = of_field(call, &entry, &name, value, n, dim)?;
    entry.population.borrow_mut().set_field(&name, column).map_err(failed(call))?;
    Ok(MultiValue::new())
}

/// What a field is set to: one value for all or one for each. A point may be written as `{1, 2}` for fields of points.
pub fn of_field(
    call: &Call,
    entry: &Entry,
    name: &str,
    value: &Value,
    n: usize,
    dim: usize,
) -> Result<Column, String> {
    let column = read_field_value(call, entry, name, value, n, dim)?;
    charged(call, column)
}

/// A column that its script pays for.
pub fn charged(call: &Call, column: Column) -> Result<Column, String> {
    column.pay(&ledger(call)?);
    keep_house(call)?;
    Ok(column)
}

fn read_field_value(
    call: &Call,
    entry: &Entry,
    name: &str,
    value: &Value,
    n: usize,
    dim: usize,
) -> Result<Column, String> {
    let rows_of = match name {
        "pos" | "vel" => Some(dim),
        name => match entry.population.borrow().field(name).map(|field| &field.column) {
            Some(Column::Numbers(rows)) => Some(rows.dim()),
            _ => None,
        },
    };
    let Some(width) = rows_of else { return column(call, name, value, n, dim) };
    match (content(call, value)?, value) {
        (Some(Content::Numbers(array)), _) => {
            Ok(Column::Numbers(made(call, &array.in_dim(width).unwrap_or(array))?))
        }
        (Some(mask @ Content::Flags { .. }), _) if width == 1 => {
            Ok(Column::Numbers(made(call, &numbers_of(call, &mask)?)?))
        }
        (None, value) if width > 1 && !matches!(value, Value::Boolean(_) | Value::String(_)) => {
            match super::value::points(call, name, value, width)? {
                crate::crowd::Points::One(point) => Ok(Column::same_for_all(n, &point[..width])),
                crate::crowd::Points::Many(rows) => Ok(Column::Numbers(rows)),
            }
        }
        _ => column(call, name, value, n, dim),
    }
}

/// One kind, by its name or index.
pub fn kind_of(call: &Call, entry: &Entry, value: &Value) -> Result<u32, String> {
    let population = entry.population.borrow();
    if let Value::String(name) = value {
        return population.kind_named(&name.to_string_lossy()).map_err(failed(call));
    }
    let count = population.kinds().len();
    let index = integer(Some(value)).filter(|index| (1..=count as i64).contains(index));
    index.map(|index| index as u32 - 1).ok_or_else(|| {
        call.error(format_args!(
            "a kind is one of {} or an index from 1 to {count}, got {}",
            population.kinds().join(", "),
            kind(call.lua, Some(value))
        ))
    })
}

/// One kind for all of `n` agents, or one for each.
pub fn kinds(call: &Call, entry: &Entry, value: &Value, n: usize) -> Result<Vec<u32>, String> {
    if let Value::String(_) | Value::Integer(_) | Value::Number(_) = value {
        return Ok(vec![kind_of(call, entry, value)?; n]);
    }
    let found: Vec<u32> = match column(call, "kind", value, n, 1)? {
        Column::Numbers(rows) if rows.dim() == 1 => {
            let each = (0..rows.len()).map(|index| kind_of(call, entry, &Value::Number(rows.get(index)[0])));
            each.collect::<Result<_, _>>()?
        }
        Column::Texts(texts) => {
            let population = entry.population.borrow();
            texts
                .iter()
                .map(|name| population.kind_named(name))
                .collect::<Result<_, _>>()
                .map_err(failed(call))?
        }
        _ => return Err(call.error("kind must be names or indices of kinds")),
    };
    if found.len() != n {
        return Err(call.error(format_args!("kind needs one for each of {n} agents, got {}", found.len())));
    }
    Ok(found)
}

/// A script may have so many agents more.
pub fn check_room(call: &Call, more: usize) -> Result<(), String> {
    let (populations, agents) = call.host.crowds.count_owned_by(call.owner()?);
    if agents.saturating_add(more) > MOST_AGENTS {
        return Err(call.error(format_args!(
            "a script may have {} agents, has {} and wants {} more: kill some, or remove a population with pop:remove()",
            crate::crowd::error::with_commas(MOST_AGENTS as u128),
            crate::crowd::error::with_commas(agents as u128),
            crate::crowd::error::with_commas(more as u128)
        )));
    }
    if populations >= MOST_POPULATIONS {
        return Err(call.error(format_args!(
            "a script may have {MOST_POPULATIONS} populations: remove those that are done with pop:remove()"
        )));
    }
    Ok(())
}

/// Makes a population: `agents.Population(n, options)`.
pub fn make(call: &Call) -> Result<Value, String> {
    let n = call.integer(0, "n")?;
    let n = usize::try_from(n)
        .map_err(|_| call.error(format_args!("a population needs n of 0 or more, got {n}")))?;
    check_room(call, n)?;
    keep_house(call)?;
    let owner = call.owner()?;
    let options: Option<&Table> =
        call.given(1).map(|_| call.table(1, "options", "a table of options")).transpose()?;
    let get = |name: &str| -> Result<Value, String> {
        options.map_or(Ok(Value::Nil), |options| options.raw_get(name).map_err(|error| call.error(error)))
    };
    let dim = match get("dim")? {
        Value::Nil => 2,
        value => {
            let dim = integer(Some(&value)).filter(|dim| (1..=3).contains(dim));
            dim.ok_or_else(|| {
                call.error(format_args!("dim must be 1, 2 or 3, got {}", kind(call.lua, Some(&value))))
            })? as usize
        }
    };
    let kinds_given = match get("kinds")? {
        Value::Nil => vec!["agent".to_owned()],
        value => strings(call, "kinds", &value)?,
    };
    let intents = match get("intent")? {
        Value::Nil => Vec::new(),
        value => strings(call, "intent", &value)?,
    };
    let seed = match get("seed")? {
        Value::Nil => call.host.crowds.next_seed(owner),
        value => integer(Some(&value)).ok_or_else(|| call.error("seed must be a whole number"))? as u64,
    };
    let population = Population::new(n, dim, kinds_given, seed).map_err(failed(call))?;
    let entry = Entry::new(owner, population);
    // In the order of names, so that it is the same in every run.
    let mut given: Vec<(String, Value)> = Vec::new();
    for pair in options.map(|options| options.pairs::<Value, Value>()).into_iter().flatten() {
        let (key, value) = pair.map_err(|error| call.error(error))?;
        let Value::String(name) = key else {
            return Err(
                call.error(format_args!("options have names, and {} is none", kind(call.lua, Some(&key))))
            );
        };
        let name = name.to_string_lossy();
        call.check_name("the name of a field", &name)?;
        if !["dim", "kinds", "intent", "seed"].contains(&name.as_str()) {
            given.push((name, value));
        }
    }
    given.sort_by(|a, b| a.0.cmp(&b.0));
    for (name, value) in given {
        if name == "kind" {
            let kinds = kinds(call, &entry, &value, n)?;
            entry.population.borrow_mut().set_kind(kinds).map_err(failed(call))?;
            continue;
        }
        let column = of_field(call, &entry, &name, &value, n, dim)?;
        let mut population = entry.population.borrow_mut();
        let done = if population.has_field(&name) {
            population.set_field(&name, column)
        } else {
            population.add_field(&name, column, intents.contains(&name))
        };
        done.map_err(failed(call))?;
    }
    for name in intents {
        let mut population = entry.population.borrow_mut();
        if ["pos", "vel", "kind", "id"].contains(&name.as_str()) {
            return Err(call.error(format_args!("\"{name}\" is the simulation's own, not an intent field")));
        }
        if !population.has_field(&name) {
            let column = charged(call, Column::same_for_all(n, &[f64::NAN]))?;
            population.add_field(&name, column, true).map_err(failed(call))?;
        }
    }
    let population = Rc::try_unwrap(entry.population).map_err(|_| call.error("it is in use"))?.into_inner();
    population.pay(&ledger(call)?);
    let id = call.host.crowds.add(owner, population);
    call.lua.create_any_userdata(id).map(Value::UserData).map_err(|error| call.error(error))
}

/// A list of strings.
pub fn strings(call: &Call, name: &str, value: &Value) -> Result<Vec<String>, String> {
    let Value::Table(table) = value else {
        return Err(
            call.error(format_args!("{name} must be a list of names, got {}", kind(call.lua, Some(value))))
        );
    };
    let mut names = Vec::new();
    for index in 1..=table.raw_len().min(1_000) {
        match table.raw_get::<Value>(index).map_err(|error| call.error(error))? {
            Value::String(text) => {
                let text = text.to_string_lossy();
                call.check_name(&format!("{name}[{index}]"), &text)?;
                names.push(text);
            }
            other => {
                return Err(call.error(format_args!(
                    "{name}[{index}] must be a name, got {}",
                    kind(call.lua, Some(&other))
                )));
            }
        }
    }
    Ok(names)
}

/// So that both types are made known together.
pub const TYPES: [&Type; 2] = [&TYPE, &ARRAY];
