//! Fields and flows as scripts hold them.

use super::class::{Method, Type, one};
use super::population::failed;
use super::read::number_or;
use super::value::{
    any_number, array, content, each, give_rows, goes_on, keep_house, ledger, made, numbers, points,
};
use crate::crowd::ledger::Charge;
use crate::crowd::{Cap, Change, Each, Edge, Field, Land, Order, Points, Rows};
use crate::script::api::call::{integer, kind};
use crate::script::api::doc::{Class, Function, Named};
use crate::script::api::options::Options;
use crate::script::api::{Call, Filling};
use crate::script::vec;
use glam::DVec3;
use mlua::{MultiValue, Table, UserDataRef, Value};
use std::cell::RefCell;

pub struct FieldValue {
    field: RefCell<Field>,
    _charge: Charge,
}

impl FieldValue {
    /// Hands out what its cells hold.
    pub fn digest(&self, add: &mut dyn FnMut(&[f64])) {
        add(&self.field.borrow().values);
    }
}

pub const FIELD: Class = Class {
    name: "Field",
    text: "A value in each cell of a stretch of land that begins at its `origin`: scent, food, heat. Read between the centres of \
        cells; positions are points of two dimensions, one or one for each agent. A field that is kept in `state` outlives \
        reloads.",
    fields: &[],
    methods: &[],
};

pub const FIELD_TYPE: Type = Type { class: &FIELD, methods: &[FIELD_METHODS], field: None, meta: &[] };

pub const POS: Named = ("pos", "Vec|Array|table", "one point or one for each agent");
const AMOUNT: Named = ("amount", "number|Array", "0 or more; one for all or one for each point");

fn own(call: &Call) -> Result<UserDataRef<FieldValue>, String> {
    let value = call.value(0);
    let field = match value {
        Value::UserData(userdata) => userdata.borrow::<FieldValue>().ok(),
        _ => None,
    };
    field.ok_or_else(|| {
        call.error(format_args!("it is called on a field, not on {}", kind(call.lua, Some(value))))
    })
}

/// Points of two dimensions, by slot, and the order that they lie in; `None` in place of it for a single point.
pub fn places(call: &Call, index: usize) -> Result<(Vec<[f64; 2]>, Option<Order>), String> {
    match points(call, "pos", call.value(index), 2)? {
        Points::One([x, y, _]) => Ok((vec![[x, y]], None)),
        Points::Many(rows) => {
            let points = rows.column(0).iter().zip(rows.column(1)).map(|(&x, &y)| [x, y]).collect();
            Ok((points, Some(rows.order().clone())))
        }
    }
}

/// A point and how much is given or asked for there.
type Amount = ([f64; 2], f64);

/// Points and an amount for each.
fn amounts(call: &Call) -> Result<(Vec<Amount>, Option<Order>), String> {
    let (points, order) = places(call, 1)?;
    let amounts: Vec<f64> = match each(call, "amount", call.value(2))? {
        Each::One(amount) => vec![amount; points.len()],
        Each::Many(rows) => {
            if rows.len() != points.len() || rows.dim() != 1 {
                let (n, amounts) = (points.len(), rows.len());
                return Err(
                    call.error(format_args!("amount needs one number for each of {n} points, got {amounts}"))
                );
            }
            let order = order.clone().unwrap_or_default();
            rows.in_order(&order).data().to_vec()
        }
    };
    Ok((points.into_iter().zip(amounts).collect(), order))
}

/// Values by slot, as an array or, for a single point, a number.
fn answer(call: &Call, values: Vec<f64>, order: Option<Order>) -> Result<MultiValue, String> {
    match order {
        Some(order) => one(give_rows(call, Rows::from_columns(values.len(), 1, values, order))?),
        None => one(Value::Number(values.first().copied().unwrap_or(0.0))),
    }
}

pub fn vectors(call: &Call, values: Vec<[f64; 2]>, order: Option<Order>) -> Result<MultiValue, String> {
    match order {
        Some(order) => {
            let data = [0, 1].into_iter().flat_map(|k| values.iter().map(move |v| v[k])).collect();
            one(give_rows(call, Rows::from_columns(values.len(), 2, data, order))?)
        }
        None => {
            let [x, y] = values.first().copied().unwrap_or_default();
            one(call.answer(DVec3::new(x, y, 0.0))?)
        }
    }
}

/// The cell in two arguments, counted from 1.
pub fn cell(call: &Call, land: &Land) -> Result<usize, String> {
    let along = |index: usize, name: &str, n: usize| {
        let at = call.integer(index, name)?;
        let inside = usize::try_from(at).ok().filter(|at| (1..=n).contains(at));
        inside.map(|at| at - 1).ok_or_else(|| call.error(format_args!("{name} must be 1 to {n}, got {at}")))
    };
    Ok(along(1, "i", land.nx)? * land.ny + along(2, "j", land.ny)?)
}

const FIELD_METHODS: &[Method] = &[
    (
        Function {
            name: "sample",
            parameters: &[POS],
            returns: &[("values", "number|Array", "")],
            text: "What the field holds at points.",
        },
        |call| {
            let own = own(call)?;
            let (points, order) = places(call, 1)?;
            let field = own.field.borrow();
            answer(call, points.into_iter().map(|at| field.sample(at)).collect(), order)
        },
    ),
    (
        Function {
            name: "gradient",
            parameters: &[POS],
            returns: &[("slopes", "Vec|Array", "rows of two")],
            text: "Which way it grows at points, and how steeply.",
        },
        |call| {
            let own = own(call)?;
            let (points, order) = places(call, 1)?;
            let field = own.field.borrow();
            let slopes = field.slopes();
            vectors(call, points.into_iter().map(|at| field.gradient(&slopes, at)).collect(), order)
        },
    ),
    (
        Function {
            name: "deposit",
            parameters: &[POS, AMOUNT],
            returns: &[],
            text: "Adds amounts at points, shared between the cells around; what is above a cell's cap is lost.",
        },
        |call| {
            let own = own(call)?;
            let (gifts, _) = amounts(call)?;
            own.field.borrow_mut().deposit(&gifts).map_err(failed(call))?;
            Ok(MultiValue::new())
        },
    ),
    (
        Function {
            name: "take",
            parameters: &[POS, AMOUNT],
            returns: &[("got", "number|Array", "")],
            text: "Takes amounts out of the cells that points lie in. What a cell does not hold for all who ask is shared in \
                proportion.",
        },
        |call| {
            let own = own(call)?;
            let (wishes, order) = amounts(call)?;
            let got = own.field.borrow_mut().take(&wishes).map_err(failed(call))?;
            answer(call, got, order)
        },
    ),
    (
        Function {
            name: "step",
            parameters: &[("dt", "number", "seconds, 0 or more")],
            returns: &[],
            text: "Lets time pass: values spread, decay, and grow back toward the cap.",
        },
        |call| {
            let own = own(call)?;
            let dt = any_number(call, "dt", call.value(1))?;
            let go_on = goes_on(call);
            own.field.borrow_mut().step(dt, &go_on).map_err(failed(call))?;
            Ok(MultiValue::new())
        },
    ),
    (
        Function {
            name: "get",
            parameters: &[("i", "integer", "across, from 1"), ("j", "integer", "from 1")],
            returns: &[("value", "number", "")],
            text: "What a cell holds.",
        },
        |call| {
            let own = own(call)?;
            let field = own.field.borrow();
            one(Value::Number(field.values[cell(call, &field.land)?]))
        },
    ),
    (
        Function {
            name: "set",
            parameters: &[
                ("i", "integer", "across, from 1"),
                ("j", "integer", "from 1"),
                ("value", "number", "0 or more, and at most the cap"),
            ],
            returns: &[],
            text: "Sets what a cell holds.",
        },
        |call| {
            let own = own(call)?;
            let value = call.number(3, "value")?;
            let mut field = own.field.borrow_mut();
            let cell = cell(call, &field.land)?;
            field.set(cell, value).map_err(failed(call))?;
            Ok(MultiValue::new())
        },
    ),
    (
        Function {
            name: "values",
            parameters: &[],
            returns: &[("values", "Array", "")],
            text: "What all cells hold: the cell (i, j) is at (i - 1) * ny + j.",
        },
        |call| {
            let own = own(call)?;
            let values = own.field.borrow().values.clone();
            one(give_rows(call, numbers(values.into_iter()))?)
        },
    ),
    (
        Function {
            name: "total",
            parameters: &[],
            returns: &[("sum", "number", "")],
            text: "What all cells hold together.",
        },
        |call| one(Value::Number(own(call)?.field.borrow().values.iter().sum())),
    ),
];

fn two(call: &Call, options: &Table, name: &str) -> Result<[f64; 2], String> {
    let value: Value = options.raw_get(name).map_err(|error| call.error(error))?;
    let pair = match &value {
        Value::Table(pair) => {
            let part = |index: usize| pair.raw_get::<Value>(index).map_err(|error| call.error(error));
            Some([any_number(call, name, &part(1)?)?, any_number(call, name, &part(2)?)?])
        }
        value => vec::read(call.lua, value).map(|v| [v.x, v.y]),
    };
    pair.ok_or_else(|| {
        call.error(format_args!(
            "{name} must be two numbers, as in {{40, 30}}, got {}",
            kind(call.lua, Some(&value))
        ))
    })
}

pub fn land(call: &Call, options: &Table) -> Result<Land, String> {
    let shape = two(call, options, "shape")?;
    let whole = |n: f64| integer(Some(&Value::Number(n))).and_then(|n| usize::try_from(n).ok());
    let (Some(nx), Some(ny)) = (whole(shape[0]), whole(shape[1])) else {
        let [nx, ny] = shape;
        return Err(
            call.error(format_args!("shape must be two numbers of cells of 1 or more, got {nx} and {ny}"))
        );
    };
    let edge = match options.raw_get::<Value>("edge").map_err(|error| call.error(error))? {
        Value::Nil => Edge::Wrap,
        Value::String(text) if text == "wrap" => Edge::Wrap,
        Value::String(text) if text == "closed" => Edge::Closed,
        Value::String(text) => {
            return Err(call.error(format_args!(
                "edge must be \"wrap\" or \"closed\", got \"{}\"",
                text.to_string_lossy()
            )));
        }
        other => {
            return Err(call.error(format_args!(
                "edge must be \"wrap\" or \"closed\", got {}",
                kind(call.lua, Some(&other))
            )));
        }
    };
    let land = Land::new([nx, ny], two(call, options, "extent")?, edge).map_err(failed(call))?;
    if options.raw_get::<Value>("origin").map_err(|error| call.error(error))?.is_nil() {
        return Ok(land);
    }
    land.placed(two(call, options, "origin")?).map_err(failed(call))
}

/// A number for each cell: one number for all, an array, or columns in a table.
fn map(call: &Call, name: &str, value: &Value, land: &Land) -> Result<Vec<f64>, String> {
    if let Value::Number(_) | Value::Integer(_) = value {
        return Ok(vec![any_number(call, name, value)?; land.cells()]);
    }
    let mut values = Vec::new();
    if let (None, Value::Table(table)) = (content(call, value)?, value)
        && let Ok(Value::Table(_)) = table.raw_get::<Value>(1)
    {
        for i in 1..=table.raw_len().min(land.nx) {
            let column: Value = table.raw_get(i).map_err(|error| call.error(error))?;
            values.extend(
                made(call, &array(call, &format!("{name}[{i}]"), &column)?)?
                    .to_rows()
                    .iter()
                    .map(|row| row[0]),
            );
        }
    } else {
        values.extend(made(call, &array(call, name, value)?)?.to_rows().iter().map(|row| row[0]));
    }
    if values.len() != land.cells() {
        return Err(call.error(format_args!(
            "{name} needs one number for each of {} cells, got {}",
            land.cells(),
            values.len()
        )));
    }
    Ok(values)
}

const OPTIONS: [&str; 8] = ["shape", "extent", "edge", "cap", "diffusion", "decay", "regrowth", "values"];

pub fn install(agents: &mut Filling) -> mlua::Result<()> {
    agents.function(
        Function {
            name: "Field",
            parameters: &[(
                "options",
                "table",
                "`shape` {nx, ny}, `extent` {width, height}, `origin`, where its lowest corner is, {0, 0}; `edge` \"wrap\" or \"closed\", `cap` (a number, or one for each cell), \
                    `diffusion` (square units a second), `decay` and `regrowth` (a part a second), `values`",
            )],
            returns: &[("field", "Field", "")],
            text: "A field, with 0 in all cells or `values`: one number, an array, or columns `{{…}, …}`. At most 4,000,000 cells.",
        },
        |call| {
            keep_house(call)?;
            let options = call.table(0, "options", "a table of options")?;
            Options::new(call, options).warn_of_unknown(&OPTIONS);
            let land = land(call, options)?;
            let get = |name: &str| options.raw_get::<Value>(name).map_err(|error| call.error(error));
            let cap = match get("cap")? {
                Value::Nil => Cap::None,
                value @ (Value::Number(_) | Value::Integer(_)) => Cap::One(any_number(call, "cap", &value)?),
                value => Cap::Map(map(call, "cap", &value, &land)?),
            };
            let change = Change {
                diffusion: number_or(call, options, "diffusion", 0.0)?,
                decay: number_or(call, options, "decay", 0.0)?,
                regrowth: number_or(call, options, "regrowth", 0.0)?,
            };
            let mut field = Field::new(land, cap, change).map_err(failed(call))?;
            match get("values")? {
                Value::Nil => {}
                value => field.fill(map(call, "values", &value, &field.land)?).map_err(failed(call))?,
            }
            let charge = ledger(call)?.charge(field.values.len() * 16);
            let value = FieldValue { field: RefCell::new(field), _charge: charge };
            call.lua.create_any_userdata(value).map(Value::UserData).map_err(|error| call.error(error))
        },
    )
}
