//! Flows as scripts hold them.

use super::class::{Method, Type};
use super::field::{POS, cell, land, places, vectors};
use super::population::failed;
use super::value::{goes_on, keep_house, ledger};
use crate::crowd::ledger::Charge;
use crate::crowd::{FlowField, Land, Rows};
use crate::script::api::call::kind;
use crate::script::api::doc::{Class, Function};
use crate::script::api::options::Options;
use crate::script::api::{Call, Filling};
use mlua::{MultiValue, Value};
use std::cell::RefCell;
use std::rc::Rc;

pub struct FlowValue {
    flow: Rc<RefCell<FlowField>>,
    _charge: Charge,
}

impl FlowValue {
    /// Hands out its vectors.
    pub fn digest(&self, add: &mut dyn FnMut(&[f64])) {
        let flow = self.flow.borrow();
        add(&flow.x);
        add(&flow.y);
    }
}

pub const CLASS: Class = Class {
    name: "FlowField",
    text: "A vector in each cell of a stretch of land that begins at its `origin`, for `agents.follow`: set cell by cell, or \
        all at once from noise.",
    fields: &[],
    methods: &[],
};

pub const TYPE: Type = Type { class: &CLASS, methods: &[METHODS], field: None, meta: &[] };

/// The flow in an argument.
pub fn flow_at(call: &Call, index: usize) -> Result<Rc<RefCell<FlowField>>, String> {
    let value = call.value(index);
    let flow = match value {
        Value::UserData(userdata) => userdata.borrow::<FlowValue>().ok().map(|flow| flow.flow.clone()),
        _ => None,
    };
    flow.ok_or_else(|| {
        call.error(format_args!("flow must be a FlowField, got {}", kind(call.lua, Some(value))))
    })
}

const METHODS: &[Method] = &[
    (
        Function {
            name: "sample",
            parameters: &[POS],
            returns: &[("vectors", "Vec|Array", "rows of two")],
            text: "Which way the flow goes at points.",
        },
        |call| {
            let flow = flow_at(call, 0)?;
            let (points, order) = places(call, 1)?;
            let flow = flow.borrow();
            vectors(call, points.into_iter().map(|at| flow.at(at)).collect(), order)
        },
    ),
    (
        Function {
            name: "fill_noise",
            parameters: &[
                (
                    "scale",
                    "number",
                    "how often it turns in a unit of the world: 0.01 makes swirls a hundred units wide",
                ),
                ("t?", "number", "0; the same flow a little later, if it moves on slowly"),
            ],
            returns: &[],
            text: "Fills it with vectors of length 1 that turn smoothly from place to place. The angle at a cell's centre is 2 * pi \
                times simplex noise at x * scale, y * scale and t. The same numbers give the same flow.",
        },
        |call| {
            let flow = flow_at(call, 0)?;
            let scale = call.number(1, "scale")?;
            let t = if call.given(2).is_some() { call.number(2, "t")? } else { 0.0 };
            let go_on = goes_on(call);
            flow.borrow_mut().fill_noise(scale, t, &go_on).map_err(failed(call))?;
            Ok(MultiValue::new())
        },
    ),
    (
        Function {
            name: "set",
            parameters: &[("i", "integer", "across, from 1"), ("j", "integer", "from 1"), ("v", "Vec", "")],
            returns: &[],
            text: "Sets which way it goes in a cell.",
        },
        |call| {
            let flow = flow_at(call, 0)?;
            let v = call.vector(3, "v")?;
            let mut flow = flow.borrow_mut();
            let cell = cell(call, &flow.land)?;
            (flow.x[cell], flow.y[cell]) = (v.x, v.y);
            Ok(MultiValue::new())
        },
    ),
];

pub fn install(agents: &mut Filling) -> mlua::Result<()> {
    agents.function(
        Function {
            name: "FlowField",
            parameters: &[(
                "options",
                "table",
                "`shape` {nx, ny}, `extent` {width, height}, `origin`, where its lowest corner is, {0, 0}; `edge` \"wrap\" or \"closed\", `vectors`",
            )],
            returns: &[("flow", "FlowField", "")],
            text: "A flow, at rest or with `vectors`: an array of rows of two, the cell (i, j) at (i - 1) * ny + j; columns of \
                points `{{Vec(1, 0), …}, …}`; or a function that gets the centre of a cell, x and y, and returns a `Vec`.",
        },
        |call| {
            keep_house(call)?;
            let options = call.table(0, "options", "a table of options")?;
            Options::new(call, options).warn_of_unknown(&["shape", "extent", "edge", "vectors"]);
            let land = land(call, options)?;
            let vectors: Value = options.raw_get("vectors").map_err(|error| call.error(error))?;
            let (x, y) = flow_vectors(call, &vectors, &land)?;
            let flow = FlowField::new(land, x, y).map_err(failed(call))?;
            let charge = ledger(call)?.charge(flow.x.len() * 16);
            let value = FlowValue { flow: Rc::new(RefCell::new(flow)), _charge: charge };
            call.lua.create_any_userdata(value).map(Value::UserData).map_err(|error| call.error(error))
        },
    )
}

fn flow_vectors(call: &Call, value: &Value, land: &Land) -> Result<(Vec<f64>, Vec<f64>), String> {
    let (mut x, mut y) = (Vec::new(), Vec::new());
    let mut add = |rows: &Rows| {
        for row in rows.to_rows() {
            x.push(row[0]);
            y.push(row[1]);
        }
    };
    match value {
        Value::Nil => add(&Rows::zeros(land.cells(), 2)),
        Value::Function(function) => {
            for cell in 0..land.cells() {
                let centre = land.centre(cell);
                let v: Value = function
                    .call((centre[0], centre[1]))
                    .map_err(|error| call.error(format_args!("vectors: {}", call.host.describe(&error).0)))?;
                let row = super::value::row(call, "what vectors returns", &v, 2)?;
                x.push(row[0]);
                y.push(row[1]);
            }
        }
        Value::Table(table) => {
            // Columns of points, or points one after the other.
            let first: Value = table.raw_get(1).map_err(|error| call.error(error))?;
            let is_column = matches!(&first, Value::Table(first) if !matches!(first.raw_get::<Value>(1), Ok(Value::Number(_) | Value::Integer(_))));
            if is_column {
                for i in 1..=table.raw_len().min(land.nx) {
                    let column: Value = table.raw_get(i).map_err(|error| call.error(error))?;
                    add(&*super::value::rows(call, &format!("vectors[{i}]"), &column, 2)?);
                }
            } else {
                add(&*super::value::rows(call, "vectors", value, 2)?);
            }
        }
        value => add(&*super::value::rows(call, "vectors", value, 2)?),
    }
    Ok((x, y))
}
