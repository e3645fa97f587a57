//! Reading what scripts give for rows, points, numbers, masks and fields: an array, a `Vec`, or plain Lua tables.

use super::array_choose::numbers_of;
use super::value::{Content, content, goes_on, keep_house_for, ledger, made};
use crate::crowd::array::fits;
use crate::crowd::rows::MOST_ROWS;
use crate::crowd::{Array, Column, CrowdError, Each, Order, Points, Rows};
use crate::script::api::Call;
use crate::script::api::call::{integer, kind};
use crate::script::vec;
use mlua::{Table, Value};
use std::rc::Rc;

/// A number, also one that is not finite.
pub fn any_number(call: &Call, name: &str, value: &Value) -> Result<f64, String> {
    match value {
        Value::Number(n) => Ok(*n),
        Value::Integer(n) => Ok(*n as f64),
        value => {
            Err(call.error(format_args!("{name} must be a number, got {}", kind(call.lua, Some(value)))))
        }
    }
}

fn wrong(call: &Call, name: &str, wanted: &str, value: &Value) -> String {
    let got = match content(call, value) {
        Ok(Some(Content::Numbers(array))) => format!("an array of {} rows of {}", array.len(), array.dim()),
        Ok(Some(content)) => format!("an array of {} that are no numbers", content.len()),
        _ => kind(call.lua, Some(value)),
    };
    call.error(format_args!("{name} must be {wanted}, got {got}"))
}

/// One row from a `Vec`, `{1, 2}` or `{x = 1, y = 2}`, also with numbers that are not finite; nothing for anything else.
fn row_of(call: &Call, value: &Value, dim: usize) -> Option<[f64; 3]> {
    if let Some(v) = vec::read(call.lua, value) {
        return Some(v.to_array());
    }
    let Value::Table(table) = value else { return None };
    let named = [("x", 1_i64), ("y", 2), ("z", 3)];
    let mut row = [0.0; 3];
    for (place, (name, index)) in row.iter_mut().zip(named).take(3) {
        let mut found: Value = table.raw_get(index).ok()?;
        if found.is_nil() {
            found = table.raw_get(name).ok()?;
        }
        *place = match found {
            Value::Number(n) => n,
            Value::Integer(n) => n as f64,
            Value::Nil if index as usize > dim => 0.0,
            _ => return None,
        };
    }
    Some(row)
}

/// A row that fits.
pub fn row(call: &Call, name: &str, value: &Value, dim: usize) -> Result<[f64; 3], String> {
    if dim == 1
        && let Value::Number(_) | Value::Integer(_) = value
    {
        return Ok([any_number(call, name, value)?, 0.0, 0.0]);
    }
    if let Value::Table(table) = value {
        let n = table.raw_len();
        if n > 3 {
            return Err(call.error(format_args!("{name} must be a row of 1, 2 or 3 numbers, got {n}")));
        }
        if dim == 1 && n == 1 {
            return Ok([any_number(call, name, &element(call, name, table, 1)?)?, 0.0, 0.0]);
        }
    }
    let row = row_of(call, value, dim).ok_or_else(|| {
        let such = if dim == 1 { "a number" } else { "a point such as Vec(1, 2)" };
        wrong(call, name, such, value)
    })?;
    fits(row, dim).map_err(|error| call.error(format_args!("{name}: {error}")))?;
    Ok(row)
}

fn check_length(call: &Call, name: &str, n: usize) -> Result<(), String> {
    if n > MOST_ROWS {
        return Err(call.error(format_args!("{name} has {n} rows, and an array has {MOST_ROWS} at most")));
    }
    Ok(())
}

fn element(call: &Call, name: &str, table: &Table, index: usize) -> Result<Value, String> {
    table.raw_get::<Value>(index).map_err(|error| call.error(format_args!("{name}: {error}")))
}

/// Rows from a table, each checked.
fn rows_of_table(call: &Call, name: &str, table: &Table, dim: usize) -> Result<Rows, String> {
    let n = table.raw_len();
    check_length(call, name, n)?;
    let mut rows = Vec::with_capacity(n);
    for index in 1..=n {
        if index % 4_096 == 0 && !goes_on(call)() {
            return Err(call.error(CrowdError::Stopped));
        }
        rows.push(row(call, &format!("{name}[{index}]"), &element(call, name, table, index)?, dim)?);
    }
    Ok(Rows::from_rows(&rows, dim))
}

/// How many numbers a row of a table has, from its first.
fn dim_of_table(call: &Call, table: &Table) -> usize {
    match table.raw_get::<Value>(1) {
        Ok(Value::Table(first)) => first.raw_len().clamp(1, 3),
        Ok(value) => match vec::read(call.lua, &value) {
            Some(v) if v.z != 0.0 => 3,
            Some(_) => 2,
            None => 1,
        },
        Err(_) => 1,
    }
}

/// An array of numbers in any shape: an array, or rows in a table.
///
/// # Errors
/// Anything else.
pub fn array(call: &Call, name: &str, value: &Value) -> Result<Array, String> {
    match (content(call, value)?, value) {
        (Some(Content::Numbers(array)), _) => Ok(array),
        (None, Value::Table(table)) => {
            let rows = rows_of_table(call, name, table, dim_of_table(call, table))?;
            Ok(Array::charged(rows, &ledger(call)?))
        }
        _ => Err(wrong(call, name, "an array or rows of numbers", value)),
    }
}

/// Rows of `dim` numbers.
///
/// # Errors
/// Anything else.
pub fn rows(call: &Call, name: &str, value: &Value, dim: usize) -> Result<Rc<Rows>, String> {
    match (content(call, value)?, value) {
        (Some(Content::Numbers(array)), _) if array.in_dim(dim).is_some() => {
            made(call, &array.in_dim(dim).unwrap_or(array))
        }
        (None, Value::Table(table)) => Ok(Rc::new(rows_of_table(call, name, table, dim)?)),
        _ => Err(wrong(call, name, &format!("rows of {dim} numbers"), value)),
    }
}

/// A number for all, or one for each.
pub fn each(call: &Call, name: &str, value: &Value) -> Result<Each, String> {
    match value {
        Value::Number(_) | Value::Integer(_) => Ok(Each::One(any_number(call, name, value)?)),
        _ => {
            let array = match content(call, value)? {
                Some(mask @ Content::Flags { .. }) => numbers_of(call, &mask),
                _ => array(call, name, value),
            };
            let array = array.map_err(|_| wrong(call, name, "a number or an array of them", value));
            Ok(Each::Many(made(call, &array?)?))
        }
    }
}

/// A point for all, or one for each.
pub fn points(call: &Call, name: &str, value: &Value, dim: usize) -> Result<Points, String> {
    if content(call, value)?.is_some() {
        return rows(call, name, value, dim).map(Points::Many);
    }
    if let Value::Table(table) = value {
        let first: Value = element(call, name, table, 1)?;
        if !matches!(first, Value::Number(_) | Value::Integer(_) | Value::Nil) {
            return rows(call, name, value, dim).map(Points::Many);
        }
        let n = table.raw_len();
        if n > 0 && n != dim {
            return Err(call.error(format_args!("{name} must be a point of {dim} numbers, got {n}")));
        }
    }
    row(call, name, value, dim).map(Points::One)
}

/// One flag for each agent, by index.
pub fn mask(call: &Call, name: &str, value: &Value) -> Result<Vec<bool>, String> {
    match (content(call, value)?, value) {
        (Some(Content::Flags { flags, order }), _) => Ok(order.bring(&flags, &Order::NATURAL)),
        (None, Value::Table(table)) => {
            check_length(call, name, table.raw_len())?;
            let mut flags = Vec::with_capacity(table.raw_len());
            for index in 1..=table.raw_len() {
                match element(call, name, table, index)? {
                    Value::Boolean(flag) => flags.push(flag),
                    other => return Err(wrong(call, &format!("{name}[{index}]"), "true or false", &other)),
                }
            }
            Ok(flags)
        }
        _ => Err(wrong(call, name, "a mask: an array of booleans", value)),
    }
}

/// Indices or ids: a whole number, an array of them or a table.
pub fn wholes(call: &Call, name: &str, value: &Value) -> Result<Vec<i64>, String> {
    if let Some(n) = integer(Some(value)) {
        return Ok(vec![n]);
    }
    let array = array(call, name, value)?;
    let rows = made(call, &array)?;
    if rows.dim() != 1 && !rows.is_empty() {
        return Err(call.error(format_args!("{name} must be whole numbers, got rows of {}", rows.dim())));
    }
    let whole = |index: usize| {
        let x = rows.get(index)[0];
        integer(Some(&Value::Number(x)))
            .ok_or_else(|| call.error(format_args!("{name} must be whole numbers, got {x}")))
    };
    (0..rows.len()).map(whole).collect()
}

/// What a field of `n` agents is set to: one value for all, or one for each.
pub fn column(call: &Call, name: &str, value: &Value, n: usize, dim: usize) -> Result<Column, String> {
    match content(call, value)? {
        Some(Content::Numbers(array)) => {
            return Ok(Column::Numbers(made(call, &array.in_dim(dim).unwrap_or(array))?));
        }
        Some(content) => return content.to_column(call),
        None => {}
    }
    match value {
        Value::Number(_) | Value::Integer(_) => {
            Ok(Column::same_for_all(n, &[any_number(call, name, value)?]))
        }
        Value::Boolean(flag) => Ok(Column::Flags(Rc::new(vec![*flag; n].into()))),
        Value::String(text) => {
            let text: Rc<str> = Rc::from(text.to_string_lossy());
            Ok(Column::Texts(Rc::new(vec![text; n].into())))
        }
        Value::Table(table) => match element(call, name, table, 1)? {
            Value::Boolean(_) => Ok(Column::Flags(Rc::new(mask(call, name, value)?.into()))),
            Value::String(_) => {
                check_length(call, name, table.raw_len())?;
                let mut texts: Vec<Rc<str>> = Vec::with_capacity(table.raw_len());
                // Lua has a text once that is in many rows.
                let (mut bytes, mut looked) = (0, 0);
                for index in 1..=table.raw_len() {
                    match element(call, name, table, index)? {
                        Value::String(text) => {
                            bytes += text.as_bytes().len();
                            if bytes > looked + (1 << 20) {
                                keep_house_for(call, bytes)?;
                                looked = bytes;
                            }
                            texts.push(Rc::from(text.to_string_lossy()));
                        }
                        other => return Err(wrong(call, &format!("{name}[{index}]"), "a string", &other)),
                    }
                }
                Ok(Column::Texts(Rc::new(texts.into())))
            }
            _ => Ok(Column::Numbers(made(call, &array(call, name, value)?)?)),
        },
        value => match vec::read(call.lua, value) {
            Some(v) => Ok(Column::same_for_all(n, &v.to_array()[..dim])),
            None => Err(wrong(call, name, "numbers, booleans, strings or points", value)),
        },
    }
}

/// A number of 0 or more, such as a weight or a time; may be left out.
pub fn number_or(call: &Call, table: &Table, name: &str, otherwise: f64) -> Result<f64, String> {
    match table.raw_get::<Value>(name).map_err(|error| call.error(error))? {
        Value::Nil => Ok(otherwise),
        value => any_number(call, name, &value),
    }
}
