//! Objects that scripts make and keep: ordinary tables, with methods from a metatable.
//!
//! What an object knows lies in its fields, so that it can be read, changed, kept in `state` and counted in a digest as any table can.
//! In return nothing in it can be relied on: whoever works on one checks its fields, each time.

use super::doc::Class;
use super::{Api, Arguments, Call};
use crate::script::api::call::{kind, vector};
use crate::script::vec;
use glam::DVec3;
use mlua::{Lua, MultiValue, Table, Value};

/// A method by its name. The object is the first argument.
pub type Method = (&'static str, fn(&Call) -> Result<Value, String>);

/// What makes objects of a class.
#[derive(Clone)]
pub struct Maker {
    metatable: Table,
}

impl Maker {
    /// An object with these fields.
    ///
    /// # Errors
    /// When memory is short.
    pub fn make(&self, call: &Call, fields: &[(&str, Value)]) -> Result<Table, String> {
        let table = || {
            let table = call.lua.create_table()?;
            for (name, value) in fields {
                table.raw_set(*name, value)?;
            }
            table.set_metatable(Some(self.metatable.clone()))?;
            Ok(table)
        };
        table().map_err(|error: mlua::Error| call.error(error))
    }
}

impl Api<'_> {
    /// A class of objects. Its methods are called as `name:method` in messages.
    pub(super) fn class(&self, class: &'static Class, name: &str, methods: &[Method]) -> mlua::Result<Maker> {
        let lua = self.vm.lua();
        let index = lua.create_table()?;
        for (method, run) in methods {
            let (host, run, full) = (self.host.clone(), *run, format!("{name}:{method}"));
            let function = self.vm.host_function(move |lua, arguments| {
                let call = Call::new(&host, Arguments::new(lua, &full, arguments));
                if object(&call, 0, class).is_none() {
                    let got = kind(lua, Some(call.value(0)));
                    return Err(format!(
                        "{full} is a method of a {}, got {got} (write it with a colon, as here)",
                        class.name
                    ));
                }
                Ok(MultiValue::from_iter([run(&call)?]))
            })?;
            index.raw_set(*method, function)?;
        }
        let shown = self.vm.host_function(|lua, arguments| {
            let text = match arguments.front() {
                Some(Value::Table(table)) => text(lua, class, table),
                _ => class.name.to_owned(),
            };
            let text = lua.create_string(text).map_err(|error| error.to_string())?;
            Ok(MultiValue::from_iter([Value::String(text)]))
        })?;
        let metatable = lua.create_table()?;
        metatable.raw_set("__index", index)?;
        metatable.raw_set("__name", class.name)?;
        metatable.raw_set("__tostring", shown)?;
        metatable.raw_set("__metatable", false)?;
        Ok(Maker { metatable })
    }
}

/// The argument, if it is an object of the class.
pub fn object<'a>(call: &'a Call, index: usize, class: &Class) -> Option<&'a Table> {
    let Value::Table(table) = call.value(index) else { return None };
    let name = table.metatable()?.raw_get::<mlua::LuaString>("__name").ok()?;
    (name.as_bytes() == class.name.as_bytes()).then_some(table)
}

/// A field as it is.
pub fn field(table: &Table, name: &str) -> Value {
    table.raw_get(name).unwrap_or(Value::Nil)
}

/// A field that is a number in a range; infinity only if the range has it.
pub fn number_field(
    call: &Call,
    table: &Table,
    (of, name): (&str, &str),
    fits: fn(f64) -> bool,
    wanted: &str,
) -> Result<f64, String> {
    let value = field(table, name);
    match value {
        Value::Number(n) if fits(n) => Ok(n),
        Value::Integer(n) if fits(n as f64) => Ok(n as f64),
        value => {
            let got = kind(call.lua, Some(&value));
            Err(call.error(format_args!("{of}{name} must be {wanted}, got {got}")))
        }
    }
}

/// A field that is a vector of finite numbers.
pub fn vector_field(call: &Call, table: &Table, (of, name): (&str, &str)) -> Result<DVec3, String> {
    vector(call.lua, &format!("{of}{name}"), &field(table, name), false)
        .map_err(|message| call.error(message))
}

/// Writes a field of an object.
pub fn set_field(call: &Call, table: &Table, name: &str, value: Value) -> Result<(), String> {
    table.raw_set(name, value).map_err(|error| call.error(error))
}

/// An object as text: its class and the fields that are documented.
fn text(lua: &Lua, class: &Class, table: &Table) -> String {
    let fields: Vec<String> = class
        .fields
        .iter()
        .filter_map(|(name, ..)| {
            let name = name.trim_end_matches('?');
            let shown = match field(table, name) {
                Value::Nil => return None,
                Value::Integer(n) => n.to_string(),
                Value::Number(n) => n.to_string(),
                Value::String(text) => {
                    format!("{:?}", crate::script::text::short(&text.to_string_lossy(), 40))
                }
                value => match vec::read(lua, &value) {
                    Some(v) => format!("Vec({:.3}, {:.3}, {:.3})", v.x, v.y, v.z),
                    None => format!("a {}", value.type_name()),
                },
            };
            Some(format!("{name} = {shown}"))
        })
        .collect();
    format!("{} {{ {} }}", class.name, fields.join(", "))
}
