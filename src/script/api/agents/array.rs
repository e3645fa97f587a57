//! What scripts do with an array: read and write its rows, and compute with all of them at once.

use super::array_choose::numbers_of;
use super::class::{Type, one};
use super::value::{
    ArrayValue, Content, any_number, array, content, element_value, give, give_rows, made, row, rows,
};
use crate::crowd::{Array, Column, List, Op, Operand, Order, Rows};
use crate::script::api::Call;
use crate::script::api::call::{integer, kind};
use crate::script::api::doc::Class;
use crate::script::crowds::population;
use crate::script::vec;
use mlua::{MultiValue, Value};
use std::rc::Rc;

pub const CLASS: Class = Class {
    name: "Array",
    text: "Rows of 1, 2 or 3 numbers, or of one boolean or string, one row for each agent. `a[i]` is a number or a `Vec` \
        (with z = 0 in two dimensions), `a[i] = v` writes it, `#a` is how many rows there are; `ipairs(a)` walks over \
        them. `a + b`, `a - b`, `a * b`, `a / b` and `-a` work on all rows at once; b is an array of the same shape or with \
        one number a row, a number, or a `Vec`, and either may come first. Single numbers spread over rows: `weight * pop.vel`, and `size * Vec(0, 1, 0)` is \
        a row for each number. Masks, which comparisons give, have `a & b`, `a | b` and `~a`, and count as 1 and 0 where \
        numbers are computed with. `a.x`, \
        `a.y` and `a.z` are arrays of single numbers; `a.x = v` sets them, to one number for all rows or one for each. `pop.pos` and the like are the fields themselves: what is written into them \
        changes the agents. The arrays of a script take 256 MiB at most, 4 times what `--script-memory` says.",
    fields: &[("x", "Array", ""), ("y", "Array", ""), ("z", "Array", "")],
    methods: &[],
};

pub const TYPE: Type = Type {
    class: &CLASS,
    methods: &[super::array_rows::METHODS, super::array_choose::METHODS, super::array_methods::COMPARISONS],
    field: Some(read_field),
    meta: &[
        ("__newindex", write),
        ("__len", length_of),
        ("__add", |call| operate(call, Op::Add)),
        ("__sub", |call| operate(call, Op::Sub)),
        ("__mul", |call| operate(call, Op::Mul)),
        ("__div", |call| operate(call, Op::Div)),
        ("__unm", negate),
        ("__band", |call| combine(call, |a, b| a && b)),
        ("__bor", |call| combine(call, |a, b| a || b)),
        ("__bnot", invert),
        ("__lt", |call| {
            Err(call.error("arrays are not compared with < and >: a:lt(b) and a:gt(b) give masks"))
        }),
        ("__le", |call| {
            Err(call.error("arrays are not compared with <= and >=: a:le(b) and a:ge(b) give masks"))
        }),
        ("__tostring", text),
    ],
};

/// The array that a method was called on.
pub fn own(call: &Call) -> Result<Content, String> {
    content(call, call.value(0))?.ok_or_else(|| {
        call.error(format_args!(
            "it is called on an array, as in a:length(), not on {}",
            kind(call.lua, Some(call.value(0)))
        ))
    })
}

/// The same as numbers; a mask is 1 where it is true.
pub fn own_numbers(call: &Call) -> Result<Array, String> {
    match own(call)? {
        Content::Numbers(array) => Ok(array),
        Content::Texts(_) => Err(call.error("this needs an array of numbers")),
        mask => numbers_of(call, &mask),
    }
}

fn length_of(call: &Call) -> Result<MultiValue, String> {
    one(Value::Integer(own(call)?.len() as i64))
}

fn text(call: &Call) -> Result<MultiValue, String> {
    let own = own(call)?;
    let text = match &own {
        Content::Numbers(array) => format!("Array({} rows of {})", array.len(), array.dim()),
        Content::Flags { flags, .. } => format!("Array({} booleans)", flags.len()),
        Content::Texts(texts) => format!("Array({} strings)", texts.len()),
    };
    one(Value::String(call.lua.create_string(text).map_err(|error| call.error(error))?))
}

/// A place in an array, counted from 1; nothing for what is none.
pub fn place(key: &Value, n: usize) -> Option<usize> {
    let index = usize::try_from(integer(Some(key))?).ok()?;
    (1..=n).contains(&index).then(|| index - 1)
}

fn read_field(call: &Call) -> Result<MultiValue, String> {
    let own = own(call)?;
    let key = call.value(1);
    if let Value::String(name) = key {
        let axis = ["x", "y", "z"].iter().position(|axis| *name == **axis);
        return match (axis, &own) {
            (Some(axis), Content::Numbers(array)) if axis < array.dim() => {
                let rows = made(call, array)?;
                let column = rows.column(axis).to_vec();
                one(give_rows(call, Rows::from_columns(rows.len(), 1, column, rows.order().clone()))?)
            }
            _ => {
                let name = name.to_string_lossy();
                Err(call.error(format_args!("an array has no \"{name}\"; see its methods in the reference")))
            }
        };
    }
    let Some(index) = place(key, own.len()) else { return one(Value::Nil) };
    one(match own {
        Content::Numbers(array) => element_value(call, &array, index)?,
        Content::Flags { flags, order } => Value::Boolean(flags[order.slot(index)]),
        Content::Texts(texts) => {
            Value::String(call.lua.create_string(&*texts[index]).map_err(|error| call.error(error))?)
        }
    })
}

fn write(call: &Call) -> Result<MultiValue, String> {
    let own = own(call)?;
    let (key, value) = (call.value(1), call.value(2));
    if let Value::String(axis) = key {
        return super::array_choose::write_axis(call, &axis.to_string_lossy());
    }
    let Some(index) = place(key, own.len()) else {
        return Err(call.error(format_args!(
            "it has rows 1 to {}, so a row {} cannot be set",
            own.len(),
            kind(call.lua, Some(key))
        )));
    };
    let Value::UserData(userdata) = call.value(0) else { return Ok(MultiValue::new()) };
    let this = userdata.borrow::<ArrayValue>().map_err(|error| call.error(error))?;
    match &*this {
        ArrayValue::Own(content, _) => {
            drop(own);
            let before = content.borrow().clone();
            let changed = match before {
                Content::Numbers(array) => {
                    let row = row(call, "a row", value, array.dim())?;
                    let ledger = super::value::ledger(call)?;
                    let mut rows = made(call, &array)?;
                    // The only one who holds it may change it in place.
                    content.replace(Content::Texts(Rc::default()));
                    drop(array);
                    match Rc::get_mut(&mut rows) {
                        Some(own) => {
                            own.set(index, row);
                            Content::Numbers(Array::shared(rows, &ledger))
                        }
                        None => {
                            let mut copy = Rows::clone(&rows);
                            copy.set(index, row);
                            Content::Numbers(Array::charged(copy, &ledger))
                        }
                    }
                }
                Content::Flags { mut flags, order } => {
                    let Value::Boolean(flag) = value else { return Err(wrong(call, "true or false", value)) };
                    Rc::make_mut(&mut flags)[order.slot(index)] = *flag;
                    flags.pay(&super::value::ledger(call)?);
                    Content::Flags { flags, order }
                }
                Content::Texts(mut texts) => {
                    let Value::String(text) = value else { return Err(wrong(call, "a string", value)) };
                    super::value::keep_house_for(call, text.as_bytes().len())?;
                    Rc::make_mut(&mut texts)[index] = Rc::from(text.to_string_lossy());
                    texts.pay(&super::value::ledger(call)?);
                    Content::Texts(texts)
                }
            };
            content.replace(changed);
        }
        ArrayValue::Field(id, name) => {
            let entry = population(call.host, *id).map_err(|error| call.error(error))?;
            match own {
                _ if &**name == "id" => {
                    return Err(call.error("ids are given by the population; they cannot be set"));
                }
                _ if &**name == "kind" => {
                    let kind = super::population::kind_of(call, &entry, value)?;
                    let mut population = entry.population.borrow_mut();
                    let mut kinds = population.kind().to_vec();
                    kinds[index] = kind;
                    population.set_kind(kinds).map_err(|error| call.error(error))?;
                }
                Content::Numbers(array) => {
                    let row = row(call, &format!("a row of {name}"), value, array.dim())?;
                    drop(array);
                    entry.population.borrow_mut().set_row(name, index, row);
                }
                own @ (Content::Flags { .. } | Content::Texts(_)) => {
                    let mut column = own.to_column(call)?;
                    match (&mut column, value) {
                        (Column::Flags(flags), Value::Boolean(flag)) => Rc::make_mut(flags)[index] = *flag,
                        (Column::Texts(texts), Value::String(text)) => {
                            Rc::make_mut(texts)[index] = Rc::from(text.to_string_lossy());
                        }
                        (column, value) => {
                            return Err(wrong(call, &format!("one of {}", column.shape()), value));
                        }
                    }
                    let column = super::population::charged(call, column)?;
                    let set = entry.population.borrow_mut().set_field(name, column);
                    set.map_err(|error| call.error(error))?;
                }
            }
        }
    }
    Ok(MultiValue::new())
}

fn wrong(call: &Call, wanted: &str, value: &Value) -> String {
    call.error(format_args!("a row must be {wanted}, got {}", kind(call.lua, Some(value))))
}

pub fn operand(call: &Call, value: &Value) -> Result<Operand, String> {
    match value {
        Value::Number(_) | Value::Integer(_) => Ok(Operand::Number(any_number(call, "a number", value)?)),
        value => {
            if let Some(v) = vec::read(call.lua, value) {
                return Ok(Operand::Vector(v.to_array()));
            }
            match content(call, value)? {
                Some(content) => Ok(Operand::Array(numbers_of(call, &content)?)),
                None => Err(call.error(format_args!(
                    "an array goes with an array, a number or a Vec, not with {}",
                    kind(call.lua, Some(value))
                ))),
            }
        }
    }
}

fn operate(call: &Call, op: Op) -> Result<MultiValue, String> {
    let (a, b) = (operand(call, call.value(0))?, operand(call, call.value(1))?);
    let made = Array::combine(op, a, b).map_err(|error| call.error(error))?;
    one(give(call, Content::Numbers(made))?)
}

fn negate(call: &Call) -> Result<MultiValue, String> {
    let made = own_numbers(call)?.negated().map_err(|error| call.error(error))?;
    one(give(call, Content::Numbers(made))?)
}

/// A mask in the order of another.
fn flags_of(call: &Call, value: &Value) -> Result<(Rc<List<bool>>, Order), String> {
    match content(call, value)? {
        Some(Content::Flags { flags, order }) => Ok((flags, order)),
        Some(Content::Numbers(_)) => Err(call.error(
            "this needs a mask, an array of booleans, not an array of numbers; comparisons such as a:gt(0) give masks",
        )),
        Some(Content::Texts(_)) => Err(call.error("this needs a mask, not an array of strings")),
        None => Err(call.error(format_args!("this needs a mask, not {}", kind(call.lua, Some(value))))),
    }
}

fn combine(call: &Call, with: fn(bool, bool) -> bool) -> Result<MultiValue, String> {
    let ((a, order), (b, other)) = (flags_of(call, call.value(0))?, flags_of(call, call.value(1))?);
    if a.len() != b.len() {
        return Err(call.error(format_args!("masks of {} and {} rows do not go together", a.len(), b.len())));
    }
    let b = other.bring(&b, &order);
    let flags = a.iter().zip(b).map(|(a, b)| with(*a, b)).collect();
    one(give(call, Content::Flags { flags: Rc::new(flags), order })?)
}

fn invert(call: &Call) -> Result<MultiValue, String> {
    let (flags, order) = flags_of(call, call.value(0))?;
    one(give(call, Content::Flags { flags: Rc::new(flags.iter().map(|flag| !flag).collect()), order })?)
}

/// Makes an array: `agents.array(rows)`.
pub fn make(call: &Call) -> Result<Value, String> {
    let value = call.value(0);
    if let (None, Value::Table(table)) = (content(call, value)?, value) {
        let first: Value = table.raw_get(1).map_err(|error| call.error(error))?;
        if matches!(first, Value::Boolean(_) | Value::String(_)) {
            let column = super::value::column(call, "rows", value, table.raw_len(), 1)?;
            return give(call, Content::from_column(&column, &super::value::ledger(call)?));
        }
        if let Some(dim) = call.given(1) {
            let dim = integer(Some(dim)).filter(|dim| (1..=3).contains(dim));
            let dim = dim.ok_or_else(|| call.error("dim must be 1, 2 or 3"))? as usize;
            let rows = rows(call, "rows", value, dim)?;
            return give_rows(call, Rows::clone(&rows));
        }
    }
    let rows = made(call, &array(call, "rows", value)?)?;
    give_rows(call, Rows::clone(&rows))
}
