//! Arrays as Lua values: what they hold, and handing them out within a script's limits. What scripts give is read in
//! [`super::read`].

use crate::crowd::ledger::{Charge, Ledger};
use crate::crowd::{Array, Column, List, Node, Operand, Order, Rows};
use crate::script::api::Call;
use crate::script::crowds::{PopulationId, add_rows, add_texts, most_bytes, population};
use crate::script::fingerprint::Met;
use crate::script::limits::Enforcer;
use crate::sim::Digest;
use glam::DVec3;
use mlua::Value;
use std::cell::RefCell;
use std::rc::Rc;

pub use super::read::{any_number, array, column, each, mask, points, row, rows, wholes};

/// Garbage that is so many times as large as Lua's heap is worth collecting: Lua does not know how large arrays are. To go through
/// the heap then costs less than to fetch fresh memory for so many arrays.
const WORTH_COLLECTING: usize = 8;
/// But not less than this, and this always.
const WORTH_COLLECTING_BYTES: std::ops::RangeInclusive<usize> = 2 << 20..=64 << 20;

/// About what an array takes beside its rows: itself, and the formula that it may be.
const BYTES_OF_ONE: usize = 512;

/// What an array holds.
#[derive(Clone)]
pub enum Content {
    Numbers(Array),
    Flags {
        flags: Rc<List<bool>>,
        order: Order,
    },
    /// By index.
    Texts(Rc<List<Rc<str>>>),
}

/// An array as scripts hold it: values of its own, or a field of a population, whatever that holds at the time.
pub enum ArrayValue {
    Own(
        RefCell<Content>,
        /// What it costs even if it has few rows.
        #[expect(dead_code, reason = "it is paid back when the array goes")]
        Charge,
    ),
    Field(PopulationId, Rc<str>),
}

impl Content {
    pub fn len(&self) -> usize {
        match self {
            Content::Numbers(array) => array.len(),
            Content::Flags { flags, .. } => flags.len(),
            Content::Texts(texts) => texts.len(),
        }
    }

    pub fn from_column(column: &Column, ledger: &Rc<Ledger>) -> Content {
        match column {
            Column::Numbers(rows) => Content::Numbers(Array::shared(rows.clone(), ledger)),
            Column::Flags(flags) => Content::Flags { flags: flags.clone(), order: Order::NATURAL },
            Column::Texts(texts) => Content::Texts(texts.clone()),
        }
    }

    /// Charges what numbers do not cost already.
    fn pay(&self, ledger: &Rc<Ledger>) {
        match self {
            Content::Numbers(_) => {}
            Content::Flags { flags, order } => {
                flags.pay(ledger);
                order.pay(ledger);
            }
            Content::Texts(texts) => texts.pay(ledger),
        }
    }

    /// # Errors
    /// If it would have to be worked out for a script that is being stopped.
    pub fn to_column(&self, call: &Call) -> Result<Column, String> {
        Ok(match self {
            Content::Numbers(array) => Column::Numbers(made(call, array)?),
            Content::Flags { flags, order } => {
                Column::Flags(Rc::new(order.bring(flags, &Order::NATURAL).into()))
            }
            Content::Texts(texts) => Column::Texts(texts.clone()),
        })
    }
}

impl ArrayValue {
    /// Adds what an array of one's own holds, by index; a formula that nobody has looked at as such, since working out many
    /// may take more than there is.
    pub fn digest(&self, digest: &mut Digest, met: &mut Met) {
        let ArrayValue::Own(content, _) = self else { return };
        match &*content.borrow() {
            Content::Numbers(array) => add_array(digest, array, met),
            Content::Flags { flags, order } if order.is_natural() => {
                met.once(digest, Rc::as_ptr(flags), |digest, _| {
                    flags.iter().for_each(|&flag| digest.bool(flag));
                });
            }
            Content::Flags { flags, order } => {
                order.bring(flags, &Order::NATURAL).iter().for_each(|&flag| digest.bool(flag));
            }
            Content::Texts(texts) => {
                met.once(digest, Rc::as_ptr(texts), |digest, met| add_texts(digest, texts, met));
            }
        }
    }
}

fn add_array(digest: &mut Digest, array: &Array, met: &mut Met) {
    match array.node() {
        Node::Rows(rows) => met.once(digest, Rc::as_ptr(&rows), |digest, _| add_rows(digest, &rows)),
        Node::Formula(op, operands) => met.once(digest, array.address(), |digest, met| {
            digest.u64(1 + op as u64);
            for operand in &*operands {
                match operand {
                    Operand::Number(n) => digest.f64(*n),
                    Operand::Vector(v) => v.iter().for_each(|&x| digest.f64(x)),
                    Operand::Array(array) => add_array(digest, array, met),
                }
            }
        }),
        Node::Force(sums, force) => {
            digest.u64(100 + force as u64);
            sums.reach_of(force).iter().for_each(|reach| digest.f64(reach.unwrap_or(-1.0)));
            for rows in sums.inputs() {
                met.once(digest, Rc::as_ptr(rows), |digest, _| add_rows(digest, rows));
            }
        }
    }
}

/// The array in a value; `None` if it is something else.
///
/// # Errors
/// If it was a field of a population that is gone.
pub fn content(call: &Call, value: &Value) -> Result<Option<Content>, String> {
    let Value::UserData(userdata) = value else { return Ok(None) };
    let Ok(array) = userdata.borrow::<ArrayValue>() else { return Ok(None) };
    match &*array {
        ArrayValue::Own(content, _) => Ok(Some(content.borrow().clone())),
        ArrayValue::Field(id, name) => {
            let entry = population(call.host, *id).map_err(|error| call.error(error))?;
            let population = entry.population.borrow();
            let ledger = call.host.crowds.ledger(entry.owner);
            // Whoever gets them may keep them longer than the population does, so they are paid for at the latest now.
            Ok(Some(match &**name {
                "pos" | "vel" => {
                    let rows = if &**name == "pos" { population.pos() } else { population.vel() };
                    rows.pay(&ledger);
                    Content::Numbers(Array::shared(rows.clone(), &ledger))
                }
                "id" => Content::Numbers(
                    Array::charged(numbers(population.ids().iter().map(|&id| id as f64)), &ledger).whole(),
                ),
                "kind" => Content::Numbers(
                    Array::charged(
                        numbers(population.kind().iter().map(|&kind| f64::from(kind) + 1.0)),
                        &ledger,
                    )
                    .whole(),
                ),
                name => match population.field(name) {
                    Some(field) => {
                        field.column.pay(&ledger);
                        Content::from_column(&field.column, &ledger)
                    }
                    None => return Err(call.error(format_args!("the field \"{name}\" is gone"))),
                },
            }))
        }
    }
}

/// Rows of one number.
pub fn numbers(values: impl Iterator<Item = f64>) -> Rows {
    let data: Vec<f64> = values.collect();
    Rows::from_columns(data.len(), 1, data, Order::NATURAL)
}

/// What the arrays of whoever runs are charged to.
pub fn ledger(call: &Call) -> Result<Rc<Ledger>, String> {
    Ok(call.host.crowds.ledger(call.owner()?))
}

/// Whether the script is still wanted to go on.
pub fn goes_on<'a>(call: &'a Call) -> impl Fn() -> bool + 'a {
    || !call.host.enforcer().is_some_and(Enforcer::is_stopping)
}

/// Content as a value for the script.
///
/// # Errors
/// If its arrays take too much.
pub fn give(call: &Call, content: Content) -> Result<Value, String> {
    let ledger = ledger(call)?;
    content.pay(&ledger);
    keep_house(call)?;
    give_value(call, ArrayValue::Own(RefCell::new(content), ledger.charge(BYTES_OF_ONE)))
}

pub fn give_value(call: &Call, array: ArrayValue) -> Result<Value, String> {
    call.lua.create_any_userdata(array).map(Value::UserData).map_err(|error| call.error(error))
}

/// New rows as a value for the script.
///
/// # Errors
/// If its arrays take too much.
pub fn give_rows(call: &Call, rows: Rows) -> Result<Value, String> {
    give(call, Content::Numbers(Array::charged(rows, &ledger(call)?)))
}

/// New whole numbers, such as indices, as a value for the script.
///
/// # Errors
/// If its arrays take too much.
pub fn give_wholes(call: &Call, values: impl Iterator<Item = f64>) -> Result<Value, String> {
    give(call, Content::Numbers(Array::charged(numbers(values), &ledger(call)?).whole()))
}

/// Collects garbage when arrays piled up, and refuses when those in use are too many.
pub fn keep_house(call: &Call) -> Result<(), String> {
    keep_house_for(call, 0)
}

/// The same before so many bytes more are taken.
pub fn keep_house_for(call: &Call, more: usize) -> Result<(), String> {
    let ledger = ledger(call)?;
    let (most, most_of_all) = most_bytes(call.host);
    let held = || ledger.held().saturating_add(more);
    let too_much = || held() > most || call.host.crowds.held().saturating_add(more) > most_of_all;
    let (least, always) = WORTH_COLLECTING_BYTES.into_inner();
    let worth_collecting =
        (WORTH_COLLECTING * call.lua.used_memory()).clamp(least, always.min(most / 4).max(least));
    if ledger.since() > worth_collecting || too_much() {
        ledger.cleaned();
        let _ = call.lua.gc_collect();
    }
    if too_much() {
        return Err(call.error(format_args!(
            "the arrays of this script take {} MiB, and {} is the most ({} for all scripts): keep fewer of them, or fewer agents",
            held() >> 20,
            most >> 20,
            most_of_all >> 20
        )));
    }
    Ok(())
}

/// The rows of an array.
///
/// # Errors
/// If they would have to be worked out for a script that is being stopped.
pub fn made(call: &Call, array: &Array) -> Result<Rc<Rows>, String> {
    array.rows().map_err(|error| call.error(error))
}

/// A row of an array as Lua has it.
///
/// # Errors
/// As [`made`].
pub fn element_value(call: &Call, array: &Array, index: usize) -> Result<Value, String> {
    let row = made(call, array)?.get(index);
    if array.is_whole() && array.dim() == 1 {
        return Ok(Value::Integer(row[0] as i64));
    }
    row_value(call, row, array.dim())
}

/// A row as Lua has it: a number, or a `Vec`.
pub fn row_value(call: &Call, row: [f64; 3], dim: usize) -> Result<Value, String> {
    if dim == 1 { Ok(Value::Number(row[0])) } else { call.answer(DVec3::from_array(row)) }
}
