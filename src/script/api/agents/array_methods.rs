//! Comparing arrays, and what all rows come to.

use super::array::{operand, own, own_numbers};
use super::class::{Method, one};
use super::value::{Content, give, give_wholes, made, row_value};
use crate::crowd::{Array, Op, Operand, Order, Rows};
use crate::script::api::Call;
use crate::script::api::doc::Function;
use mlua::{MultiValue, Value};
use std::rc::Rc;

const OTHER: &[(&str, &str, &str)] = &[("b", "Array|number", "as many numbers a row, or one")];
const MASK: &[(&str, &str, &str)] = &[("mask", "Array", "booleans")];

/// True for rows whose every number compares so.
fn compare(call: &Call, holds: fn(f64, f64) -> bool) -> Result<MultiValue, String> {
    if let (Content::Texts(texts), Value::String(text)) = (own(call)?, call.value(1)) {
        let text = text.to_string_lossy();
        // Texts are only asked whether they are equal: a number is equal to itself, and not to another.
        let flags = texts.iter().map(|own| holds(0.0, if **own == *text { 0.0 } else { f64::NAN })).collect();
        return one(give(call, Content::Flags { flags: Rc::new(flags), order: Order::NATURAL })?);
    }
    let a = own_numbers(call)?;
    let other = call.value(1);
    let b = operand(call, other)?;
    let a = match &b {
        Operand::Array(b) => a.in_dim(b.dim()).unwrap_or(a),
        _ => a,
    };
    let a = made(call, &a)?;
    // Zeros and the other, so that shapes are checked and numbers spread.
    let zeros = Array::from(Rows::filled(a.len(), a.dim(), 0.0, a.order().clone()));
    let b = Array::combine(Op::Add, Operand::Array(zeros), b).map_err(|error| call.error(error))?;
    let b = made(call, &b)?.in_order(a.order());
    let flags = (0..a.len()).map(|slot| {
        (0..b.dim()).all(|k| {
            let a = a.at(slot)[if a.dim() == 1 { 0 } else { k }];
            holds(a, b.at(slot)[k])
        })
    });
    let flags = Rc::new(flags.collect());
    one(give(call, Content::Flags { flags, order: a.order().clone() })?)
}

fn fold(call: &Call, start: f64, with: fn(f64, f64) -> f64, mean: bool) -> Result<MultiValue, String> {
    let rows = made(call, &own_numbers(call)?)?;
    // By index, so that the sum does not depend on where agents are.
    let rows = crate::crowd::population::by_index(&rows);
    let mut sums = [0.0; 3];
    for (column, sum) in sums.iter_mut().enumerate().take(rows.dim()) {
        *sum = rows.column(column).iter().copied().fold(start, with);
        if mean {
            *sum /= rows.len() as f64;
        }
    }
    one(row_value(call, sums, rows.dim())?)
}

fn flags(call: &Call) -> Result<Rc<crate::crowd::List<bool>>, String> {
    match own(call)? {
        Content::Flags { flags, .. } => Ok(flags),
        _ => Err(call.error("this needs a mask: an array of booleans")),
    }
}

macro_rules! comparison {
    ($name:literal, $text:literal, $holds:expr) => {
        (Function { name: $name, parameters: OTHER, returns: MASK, text: $text }, |call| {
            compare(call, $holds)
        })
    };
}

pub const COMPARISONS: &[Method] = &[
    comparison!("lt", "True for rows whose every number is less than b's.", |a, b| a < b),
    comparison!("le", "True for rows whose every number is less than or equal to b's.", |a, b| a <= b),
    comparison!("gt", "True for rows whose every number is greater than b's.", |a, b| a > b),
    comparison!("ge", "True for rows whose every number is greater than or equal to b's.", |a, b| a >= b),
    comparison!(
        "eq",
        "True for rows that are equal to b's. b may be a string for an array of strings.",
        |a, b| a == b
    ),
    (
        Function {
            name: "is_nan",
            parameters: &[],
            returns: MASK,
            text: "True for rows with something that is no number in them, such as intents that nobody wrote.",
        },
        |call| {
            let rows = made(call, &own_numbers(call)?)?;
            let nan = |slot| rows.at(slot).iter().any(|x| x.is_nan());
            let flags = Rc::new((0..rows.len()).map(nan).collect());
            one(give(call, Content::Flags { flags, order: rows.order().clone() })?)
        },
    ),
    (
        Function {
            name: "any",
            parameters: &[],
            returns: &[("any", "Array|boolean", "")],
            text: "Of a mask: whether any row is true. Of numbers: a mask of the rows that have a number other than 0.",
        },
        |call| match own(call)? {
            Content::Flags { flags, .. } => one(Value::Boolean(flags.contains(&true))),
            Content::Numbers(array) => {
                let rows = made(call, &array)?;
                let flags = Rc::new((0..rows.len()).map(|slot| rows.at(slot) != [0.0; 3]).collect());
                one(give(call, Content::Flags { flags, order: rows.order().clone() })?)
            }
            Content::Texts(_) => Err(call.error("this needs numbers or a mask")),
        },
    ),
    (
        Function {
            name: "all",
            parameters: &[],
            returns: &[("all", "boolean", "")],
            text: "Of a mask: whether all rows are true.",
        },
        |call| one(Value::Boolean(flags(call)?.iter().all(|flag| *flag))),
    ),
    (
        Function {
            name: "count",
            parameters: &[],
            returns: &[("count", "integer", "")],
            text: "Of a mask: how many rows are true.",
        },
        |call| one(Value::Integer(flags(call)?.iter().filter(|flag| **flag).count() as i64)),
    ),
    (
        Function {
            name: "indices",
            parameters: &[],
            returns: &[("indices", "Array", "numbers")],
            text: "Of a mask: the indices of the rows that are true.",
        },
        |call| {
            let Content::Flags { flags, order } = own(call)? else {
                return Err(call.error("this needs a mask: an array of booleans"));
            };
            let flags = order.bring(&flags, &Order::NATURAL);
            let true_ones = flags.iter().enumerate().filter(|(_, flag)| **flag);
            one(give_wholes(call, true_ones.map(|(index, _)| index as f64 + 1.0))?)
        },
    ),
    (
        Function {
            name: "sum",
            parameters: &[],
            returns: &[("sum", "number|Vec", "")],
            text: "The sum of all rows.",
        },
        |call| fold(call, 0.0, |a, b| a + b, false),
    ),
    (
        Function {
            name: "mean",
            parameters: &[],
            returns: &[("mean", "number|Vec", "nan without rows")],
            text: "The mean of all rows.",
        },
        |call| fold(call, 0.0, |a, b| a + b, true),
    ),
];

/// `a:min()`.
pub fn smallest(call: &Call) -> Result<MultiValue, String> {
    fold(call, f64::INFINITY, f64::min, false)
}

/// `a:max()`.
pub fn largest(call: &Call) -> Result<MultiValue, String> {
    fold(call, f64::NEG_INFINITY, f64::max, false)
}
