//! Choosing between numbers row by row: by a mask, the smaller, the larger; and setting one axis of all rows.

use super::array::{operand, own, own_numbers};
use super::array_methods::{largest, smallest};
use super::class::{Method, one};
use super::population::charged;
use super::value::{ArrayValue, Content, give, ledger, made, mask};
use crate::crowd::{Array, Column, Op, Operand, Order, Rows};
use crate::script::api::Call;
use crate::script::api::call::kind;
use crate::script::api::doc::Function;
use crate::script::crowds::population;
use mlua::{MultiValue, Value};
use std::rc::Rc;

const MADE: &[(&str, &str, &str)] = &[("made", "Array", "")];
const BOUND: &str = "Array|Vec|number";

pub const METHODS: &[Method] = &[
    (
        Function {
            name: "where",
            parameters: &[
                ("a", BOUND, "of a mask: what its true rows get; of numbers: a mask"),
                ("b", BOUND, "what the others get"),
            ],
            returns: MADE,
            text: "Chooses row by row. `mask:where(a, b)` has a's row where the mask says true, and b's elsewhere: \
                `pop.kind:eq(1):where(3, 5)`. `a:where(mask, b)` is the same with the mask second. If a and b are masks, so is \
                what is chosen.",
        },
        choose,
    ),
    (
        Function {
            name: "min",
            parameters: &[("b?", BOUND, "")],
            returns: &[("min", "Array|number|Vec", "infinite without b and rows")],
            text: "With b, each number of a row or b's, whichever is less. Without, the smallest of all rows, number by number.",
        },
        |call| if call.given(1).is_none() { smallest(call) } else { pairwise(call, Op::Min) },
    ),
    (
        Function {
            name: "max",
            parameters: &[("b?", BOUND, "")],
            returns: &[("max", "Array|number|Vec", "minus infinite without b and rows")],
            text: "With b, each number of a row or b's, whichever is greater. Without, the largest of all rows, number by number.",
        },
        |call| if call.given(1).is_none() { largest(call) } else { pairwise(call, Op::Max) },
    ),
    (
        Function {
            name: "clamp",
            parameters: &[("lo", BOUND, ""), ("hi", BOUND, "not less than lo")],
            returns: MADE,
            text: "Each number of a row, or the nearest that is neither less than lo nor greater than hi: `a:max(lo):min(hi)`.",
        },
        clamp,
    ),
    (
        Function {
            name: "number",
            parameters: &[],
            returns: MADE,
            text: "Of a mask: 1 for each row that is true, 0 for the others. Masks count so wherever numbers are computed with, as \
                in `mask * 3`.",
        },
        |call| match own(call)? {
            content @ Content::Flags { .. } => {
                one(give(call, Content::Numbers(numbers_of(call, &content)?))?)
            }
            _ => Err(call.error("this needs a mask: an array of booleans")),
        },
    ),
];

/// Content as numbers: a mask is 1 where it is true, and 0 elsewhere.
///
/// # Errors
/// Texts.
pub fn numbers_of(call: &Call, content: &Content) -> Result<Array, String> {
    match content {
        Content::Numbers(array) => Ok(array.clone()),
        Content::Flags { flags, order } => {
            let numbers = flags.iter().map(|&flag| f64::from(u8::from(flag))).collect();
            let rows = Rows::from_columns(flags.len(), 1, numbers, order.clone());
            Ok(Array::charged(rows, &ledger(call)?).whole())
        }
        Content::Texts(_) => Err(call.error("arrays of strings cannot be computed with")),
    }
}

fn pairwise(call: &Call, op: Op) -> Result<MultiValue, String> {
    let (a, b) = (own_numbers(call)?, operand(call, call.value(1))?);
    let made = Array::combine(op, Operand::Array(a), b).map_err(|error| call.error(error))?;
    one(give(call, Content::Numbers(made))?)
}

fn clamp(call: &Call) -> Result<MultiValue, String> {
    let (lo, hi) = (operand(call, call.value(1))?, operand(call, call.value(2))?);
    if let (Operand::Number(lo), Operand::Number(hi)) = (&lo, &hi)
        && (lo.is_nan() || hi.is_nan() || lo > hi)
    {
        return Err(call.error(format_args!("lo must not be greater than hi, got {lo} and {hi}")));
    }
    let made = Array::combine(Op::Max, Operand::Array(own_numbers(call)?), lo)
        .and_then(|above| Array::combine(Op::Min, Operand::Array(above), hi));
    one(give(call, Content::Numbers(made.map_err(|error| call.error(error))?))?)
}

fn choose(call: &Call) -> Result<MultiValue, String> {
    let own = own(call)?;
    let ((chosen, order), a) = match &own {
        Content::Flags { flags, order } => ((flags.to_vec(), order.clone()), operand(call, call.value(1))),
        Content::Numbers(array) => {
            let mask = mask(call, "mask", call.value(1))?;
            ((mask, Order::NATURAL), Ok(Operand::Array(array.clone())))
        }
        Content::Texts(_) => return Err(call.error("this needs numbers or a mask")),
    };
    if chosen.len() != own.len() {
        let (mask, rows) = (chosen.len(), own.len());
        return Err(call.error(format_args!("a mask of {mask} does not go with {rows} rows")));
    }
    if matches!(own, Content::Flags { .. })
        && let Some(flags) = choose_flags(call, &chosen, &order)?
    {
        return one(give(call, Content::Flags { flags: Rc::new(flags.into()), order })?);
    }
    // Once each of both, so that shapes are checked and numbers spread.
    let once = Array::from(Rows::filled(chosen.len(), 1, 1.0, order.clone()));
    let once = |side| Array::combine(Op::Mul, Operand::Array(once.clone()), side);
    let (a, b) = (a?, operand(call, call.value(2))?);
    let (a, b) = once(a).and_then(|a| Ok((a, once(b)?))).map_err(|error| call.error(error))?;
    let ledger = ledger(call)?;
    let made = Array::joined(&a, &b, |a, b| {
        let chosen = order.bring(&chosen, a.order());
        let mut made = Rows::unset(a.len(), a.dim().max(b.dim()), a.order().clone());
        for (k, out) in made.columns_mut().enumerate() {
            let column = |rows: &Rows| if rows.dim() == 1 { 0 } else { k };
            let sides = a.column(column(a)).iter().zip(b.column(column(b)));
            for ((out, (a, b)), &chosen) in out.iter_mut().zip(sides).zip(&chosen) {
                *out = if chosen { *a } else { *b };
            }
        }
        Array::charged(made, &ledger)
    });
    one(give(call, Content::Numbers(made.map_err(|error| call.error(error))?))?)
}

/// Between two masks, if that is what they are.
fn choose_flags(call: &Call, chosen: &[bool], order: &Order) -> Result<Option<Vec<bool>>, String> {
    let side = |index: usize| {
        let content = super::value::content(call, call.value(index))?;
        Ok::<_, String>(match content {
            Some(Content::Flags { flags, order: other }) => Some(other.bring(&flags, order)),
            _ => None,
        })
    };
    let (Some(a), Some(b)) = (side(1)?, side(2)?) else { return Ok(None) };
    if a.len() != chosen.len() || b.len() != chosen.len() {
        let lens = [chosen.len(), a.len(), b.len()].map(|n| n.to_string()).join(", ");
        return Err(call.error(format_args!("masks of {lens} rows do not go together")));
    }
    let sides = a.iter().zip(&b);
    Ok(Some(chosen.iter().zip(sides).map(|(&chosen, (a, b))| if chosen { *a } else { *b }).collect()))
}

/// `a.x = value`: one number for all rows, or one for each.
pub fn write_axis(call: &Call, name: &str) -> Result<MultiValue, String> {
    let Content::Numbers(array) = own(call)? else {
        return Err(call.error(format_args!("only rows of numbers have an \"{name}\"")));
    };
    let axis = ["x", "y", "z"].iter().position(|axis| *axis == name);
    let Some(axis) = axis.filter(|axis| *axis < array.dim()) else {
        let axes = ["x", "x and y", "x, y and z"][array.dim().clamp(1, 3) - 1];
        return Err(call.error(format_args!(
            "\"{name}\" cannot be set: its rows are numbered from 1, and the axes of all rows together are {axes}"
        )));
    };
    let value = match operand(call, call.value(2)) {
        Ok(Operand::Array(values)) if values.dim() == 1 && values.len() == array.len() => {
            Operand::Array(Array::from(made(call, &values)?.in_order(made(call, &array)?.order())))
        }
        Ok(Operand::Number(number)) => Operand::Number(number),
        Ok(Operand::Array(values)) => {
            return Err(call.error(format_args!(
                "{name} must be a number, or an array with one for each of {} rows, got {} rows of {}",
                array.len(),
                values.len(),
                values.dim()
            )));
        }
        _ => {
            return Err(call.error(format_args!(
                "{name} must be a number, or an array with one for each row, got {}",
                kind(call.lua, Some(call.value(2)))
            )));
        }
    };
    let mut rows = Rows::clone(&*made(call, &array)?);
    let column = rows.column_mut(axis);
    match value {
        Operand::Array(values) => column.copy_from_slice(made(call, &values)?.column(0)),
        Operand::Number(number) => column.fill(number),
        Operand::Vector(_) => {}
    }
    let Value::UserData(userdata) = call.value(0) else { return Ok(MultiValue::new()) };
    let this = userdata.borrow::<ArrayValue>().map_err(|error| call.error(error))?;
    match &*this {
        ArrayValue::Own(content, _) => {
            content.replace(Content::Numbers(Array::charged(rows, &ledger(call)?)));
        }
        ArrayValue::Field(_, field) if matches!(&**field, "id" | "kind") => {
            return Err(
                call.error(format_args!("{field} has no axes: pop.{field} is one number for each agent"))
            );
        }
        ArrayValue::Field(id, field) => {
            let entry = population(call.host, *id).map_err(|error| call.error(error))?;
            let column = charged(call, Column::Numbers(Rc::new(rows)))?;
            let set = entry.population.borrow_mut().set_field(field, column);
            set.map_err(|error| call.error(error))?;
        }
    }
    super::value::keep_house(call)?;
    Ok(MultiValue::new())
}
