//! The leaves of behaviour trees: calling scripts' functions, and reading what they return.

use super::population::failed;
use super::value::{Content, content, give_wholes, made};
use crate::crowd::Order;
use crate::crowd::tree::{Leaves, Status};
use crate::script::api::Call;
use crate::script::api::call::kind;
use crate::script::crowds::Entry;
use mlua::{Table, Value};

/// What a leaf is.
#[derive(Clone)]
pub enum Leaf {
    Action,
    Condition,
    IsKind(String),
}

/// Runs leaves in Lua.
pub struct InLua<'a> {
    pub call: &'a Call<'a>,
    pub leaves: &'a [Leaf],
    /// Of leaf k, the function at 2k + 1 and the halt hook at 2k + 2.
    pub functions: Table,
    pub entry: Entry,
}

impl InLua<'_> {
    fn run(&self, place: usize, agents: &[usize]) -> Result<Value, String> {
        let call = self.call;
        let function: Value = self.functions.raw_get(place).map_err(|error| call.error(error))?;
        let Value::Function(function) = function else { return Ok(Value::Nil) };
        let indices = give_wholes(call, agents.iter().map(|&agent| agent as f64 + 1.0))?;
        let result = function.call::<Value>((call.value(1).clone(), indices));
        result.map_err(|error| call.error(format_args!("a leaf failed: {}", call.host.describe(&error).0)))
    }
}

impl Leaves for InLua<'_> {
    type Error = String;

    fn call(&mut self, leaf: usize, agents: &[usize]) -> Result<Vec<Status>, String> {
        match self.leaves.get(leaf) {
            Some(Leaf::IsKind(name)) => {
                let population = self.entry.population.borrow();
                let wanted = population.kind_named(name).map_err(failed(self.call))?;
                Ok(agents.iter().map(|&agent| truth(population.kind()[agent] == wanted)).collect())
            }
            Some(Leaf::Condition) => {
                let result = self.run(2 * leaf + 1, agents)?;
                truths(self.call, &result, agents.len())
            }
            _ => {
                let result = self.run(2 * leaf + 1, agents)?;
                statuses(self.call, &result, agents.len())
            }
        }
    }

    fn halt(&mut self, leaf: usize, agents: &[usize]) -> Result<(), String> {
        self.run(2 * leaf + 2, agents).map(|_| ())
    }
}

fn truth(flag: bool) -> Status {
    if flag { Status::Success } else { Status::Failure }
}

fn lengths(call: &Call, what: &str, found: usize, wanted: usize) -> Result<(), String> {
    if found == wanted {
        return Ok(());
    }
    Err(call.error(format_args!(
        "a {what} returned {found} results for {wanted} agents: return one for all, or one for each in idx"
    )))
}

fn truths(call: &Call, value: &Value, n: usize) -> Result<Vec<Status>, String> {
    let wrong = |got: String| {
        call.error(format_args!(
            "a condition must return true or false, or a mask with one for each agent, not {got}"
        ))
    };
    let number = |x: f64| match x {
        0.0 => Ok(Status::Failure),
        1.0 => Ok(Status::Success),
        x => Err(wrong(format!("{x}; a condition is never running"))),
    };
    if let Some(content) = content(call, value)? {
        lengths(call, "condition", content.len(), n)?;
        return match content {
            Content::Flags { flags, order } => {
                Ok(order.bring(&flags, &Order::NATURAL).into_iter().map(truth).collect())
            }
            Content::Numbers(array) if array.dim() == 1 => {
                made(call, &array)?.to_rows().iter().map(|row| number(row[0])).collect()
            }
            _ => Err(wrong("an array of other things".to_owned())),
        };
    }
    match value {
        Value::Boolean(flag) => Ok(vec![truth(*flag); n]),
        Value::Integer(x) => Ok(vec![number(*x as f64)?; n]),
        Value::Number(x) => Ok(vec![number(*x)?; n]),
        Value::Table(table) => {
            lengths(call, "condition", table.raw_len(), n)?;
            let each = (1..=n).map(|index| match table.raw_get::<Value>(index) {
                Ok(Value::Boolean(flag)) => Ok(truth(flag)),
                Ok(other) => Err(wrong(kind(call.lua, Some(&other)))),
                Err(error) => Err(call.error(error)),
            });
            each.collect()
        }
        other => Err(wrong(kind(call.lua, Some(other)))),
    }
}

fn statuses(call: &Call, value: &Value, n: usize) -> Result<Vec<Status>, String> {
    let wrong = |got: String| {
        call.error(format_args!(
            "a leaf must return \"success\", \"failure\" or \"running\" (or 1, 0 and 2), or one for each agent, not {got}; for a \
             test, use agents.condition"
        ))
    };
    let status = |value: &Value| match value {
        Value::Integer(0) => Ok(Status::Failure),
        Value::Integer(1) => Ok(Status::Success),
        Value::Integer(2) => Ok(Status::Running),
        Value::Number(0.0) => Ok(Status::Failure),
        Value::Number(1.0) => Ok(Status::Success),
        Value::Number(2.0) => Ok(Status::Running),
        Value::String(text) if text == "failure" => Ok(Status::Failure),
        Value::String(text) if text == "success" => Ok(Status::Success),
        Value::String(text) if text == "running" => Ok(Status::Running),
        Value::String(text) => Err(wrong(format!("\"{}\"", text.to_string_lossy()))),
        other => Err(wrong(kind(call.lua, Some(other)))),
    };
    match (content(call, value)?, value) {
        (Some(Content::Numbers(array)), _) if array.dim() == 1 => {
            lengths(call, "leaf", array.len(), n)?;
            made(call, &array)?.to_rows().iter().map(|row| status(&Value::Number(row[0]))).collect()
        }
        (Some(_), _) => Err(wrong("an array of other things".to_owned())),
        (None, Value::Table(table)) => {
            lengths(call, "leaf", table.raw_len(), n)?;
            (1..=n).map(|index| status(&table.raw_get(index).map_err(|error| call.error(error))?)).collect()
        }
        (None, value) => Ok(vec![status(value)?; n]),
    }
}
