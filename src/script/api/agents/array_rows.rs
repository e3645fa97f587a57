//! What is done with the rows of an array, one by one: lengths, picking, choosing, copying out.

use super::array::{operand, own, own_numbers, place};
use super::class::{Method, one};
use super::value::{Content, give, give_rows, keep_house, made, wholes};
use crate::crowd::{Array, CrowdError, Op, Operand, Order, Rows};
use crate::script::api::doc::Function;
use mlua::Value;
use std::rc::Rc;

const OTHER: (&str, &str, &str) = ("b", "Array|Vec|number", "");
const MADE: &[(&str, &str, &str)] = &[("made", "Array", "")];

pub const METHODS: &[Method] = &[
    (Function { name: "length", parameters: &[], returns: MADE, text: "How long each row is." }, |call| {
        let rows = made(call, &own_numbers(call)?)?;
        let length = (0..rows.len()).map(|slot| crate::crowd::agents::length(rows.at(slot))).collect();
        one(give_rows(call, Rows::from_columns(rows.len(), 1, length, rows.order().clone()))?)
    }),
    (
        Function {
            name: "normalized",
            parameters: &[],
            returns: MADE,
            text: "Each row with length 1 in its direction; a row of zeros stays.",
        },
        |call| {
            let rows = made(call, &own_numbers(call)?)?;
            let mut units = Rows::clone(&rows);
            for slot in 0..rows.len() {
                units.set_at(slot, crate::crowd::agents::unit(rows.at(slot)));
            }
            one(give_rows(call, units)?)
        },
    ),
    (
        Function {
            name: "dot",
            parameters: &[OTHER],
            returns: MADE,
            text: "The scalar product of each two rows.",
        },
        |call| {
            let a = own_numbers(call)?;
            let b = operand(call, call.value(1))?;
            if a.dim() == 1 && matches!(b, Operand::Vector(_)) {
                return Err(
                    call.error("the array has one number a row, which has no scalar product with a Vec")
                );
            }
            let product = Array::combine(Op::Mul, Operand::Array(a), b);
            let rows = made(call, &product.map_err(|error| call.error(error))?)?;
            let sums = (0..rows.len()).map(|slot| rows.at(slot).iter().sum()).collect();
            one(give_rows(call, Rows::from_columns(rows.len(), 1, sums, rows.order().clone()))?)
        },
    ),
    (
        Function {
            name: "copy",
            parameters: &[],
            returns: MADE,
            text: "An array of its own with the same rows.",
        },
        |call| {
            let copy = match own(call)? {
                Content::Numbers(array) => {
                    let rows = Rows::clone(&*made(call, &array)?);
                    Content::Numbers(Array::charged(rows, &super::value::ledger(call)?))
                }
                other => other,
            };
            one(give(call, copy)?)
        },
    ),
    (
        Function {
            name: "pick",
            parameters: &[("indices", "Array|integer[]", "")],
            returns: MADE,
            text: "The rows of some indices, in their order.",
        },
        |call| {
            let own = own(call)?;
            let places: Result<Vec<usize>, String> = wholes(call, "indices", call.value(1))?
                .into_iter()
                .map(|index| {
                    place(&Value::Integer(index), own.len()).ok_or_else(|| {
                        call.error(format_args!("indices must be 1 to {}, got {index}", own.len()))
                    })
                })
                .collect();
            let places = places?;
            one(match own {
                Content::Numbers(array) => give_rows(call, made(call, &array)?.pick(places.iter().copied()))?,
                Content::Flags { flags, order } => {
                    let flags = places.iter().map(|&index| flags[order.slot(index)]).collect();
                    give(call, Content::Flags { flags: Rc::new(flags), order: Order::NATURAL })?
                }
                Content::Texts(texts) => give(
                    call,
                    Content::Texts(Rc::new(places.iter().map(|&index| texts[index].clone()).collect())),
                )?,
            })
        },
    ),
    (
        Function {
            name: "table",
            parameters: &[],
            returns: &[("rows", "table", "")],
            text: "Its rows as a table: `{{1, 2}, {3, 4}}`, or single values.",
        },
        |call| {
            keep_house(call)?;
            let go_on = super::value::goes_on(call);
            let list = || {
                let own = own(call).map_err(mlua::Error::RuntimeError)?;
                let list = call.lua.create_table_with_capacity(own.len().min(1 << 20), 0)?;
                for index in 0..own.len() {
                    if index % 1_024 == 0 && !go_on() {
                        return Err(mlua::Error::RuntimeError(CrowdError::Stopped.to_string()));
                    }
                    match &own {
                        Content::Numbers(array) => {
                            let rows =
                                array.rows().map_err(|error| mlua::Error::RuntimeError(error.to_string()))?;
                            let row = rows.get(index);
                            if array.is_whole() {
                                list.raw_push(row[0] as i64)?;
                            } else if rows.dim() == 1 {
                                list.raw_push(row[0])?;
                            } else {
                                list.raw_push(
                                    call.lua.create_sequence_from(row.into_iter().take(rows.dim()))?,
                                )?;
                            }
                        }
                        Content::Flags { flags, order } => list.raw_push(flags[order.slot(index)])?,
                        Content::Texts(texts) => list.raw_push(&*texts[index])?,
                    }
                }
                Ok(list)
            };
            one(Value::Table(list().map_err(|error: mlua::Error| call.error(error))?))
        },
    ),
];
