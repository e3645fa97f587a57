//! What is called what: the documented name of a value that somebody has in hand.

use crate::script::api::doc;
use crate::script::vec;
use mlua::{Lua, Table, Value};

/// A table's name and a function's in it, or one of the two.
type Name = (&'static str, Option<&'static str>);

/// The tables and functions that the documentation knows.
pub struct Named {
    globals: Table,
    names: Vec<Name>,
}

impl Named {
    pub fn new(globals: &Table, docs: &[doc::Table]) -> Named {
        Named { globals: globals.clone(), names: docs.iter().flat_map(names_in).collect() }
    }

    /// The name of a table or function, or of the class of another value. Nothing of a script runs for it.
    pub fn name_of(&self, lua: &Lua, value: &Value) -> Option<String> {
        if vec::read(lua, value).is_some() {
            return Some("Vec".into());
        }
        if let Value::UserData(userdata) = value {
            return Some(userdata.type_name().ok()?.to_string_lossy());
        }
        if !matches!(value, Value::Function(_) | Value::Table(_)) {
            return None;
        }
        let is_it = |(name, part): &&Name| {
            let there = match (self.globals.raw_get::<Value>(*name).ok(), part) {
                // The host's own tables, which scripts cannot change.
                (Some(Value::Table(table)), Some(part)) => table.get::<Value>(*part).ok(),
                (there, None) => there,
                _ => None,
            };
            there.as_ref() == Some(value)
        };
        let (name, part) = self.names.iter().find(is_it)?;
        Some(part.map_or_else(|| (*name).to_owned(), |part| format!("{name}.{part}")))
    }
}

fn names_in(table: &doc::Table) -> Vec<Name> {
    let name = table.name;
    let functions = table.functions.iter().map(move |function| match name {
        "" => (function.name, None),
        _ => (name, Some(function.name)),
    });
    functions.chain((!name.is_empty()).then_some((name, None))).collect()
}
