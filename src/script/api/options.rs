//! Tables of options, as several functions take them: fields that may be missing, checked, and those that nothing reads.

use super::Call;
use super::call::{integer, kind, number, vector};
use glam::DVec3;
use mlua::{Table, Value};

/// A table of options, read field by field.
pub struct Options<'a> {
    call: &'a Call<'a>,
    table: &'a Table,
    /// Before the names of fields in messages.
    prefix: String,
}

impl<'a> Options<'a> {
    pub fn new(call: &'a Call<'a>, table: &'a Table) -> Options<'a> {
        Options { call, table, prefix: String::new() }
    }

    /// Options that are themselves part of something: `prefix` stands before their names in messages.
    pub fn within(call: &'a Call<'a>, table: &'a Table, prefix: String) -> Options<'a> {
        Options { call, table, prefix }
    }

    /// The field's value, unless it is missing. Metamethods of the table count, as scripts expect.
    pub fn get(&self, name: &str) -> Result<Option<Value>, String> {
        let value: Value =
            self.table.get(name).map_err(|error| self.call.error(self.call.host.describe(&error).0))?;
        Ok(Some(value).filter(|value| !value.is_nil()))
    }

    pub fn vector(&self, name: &str, field: &mut DVec3) -> Result<(), String> {
        if let Some(value) = self.get(name)? {
            *field = vector(self.call.lua, &self.label(name), &value, true)
                .map_err(|message| self.call.error(message))?;
        }
        Ok(())
    }

    pub fn number(&self, name: &str, field: &mut f64) -> Result<(), String> {
        if let Some(value) = self.get(name)? {
            *field = number(self.call.lua, &self.label(name), Some(&value))
                .map_err(|message| self.call.error(message))?;
        }
        Ok(())
    }

    pub fn whole(&self, name: &str, field: &mut i64) -> Result<(), String> {
        if let Some(value) = self.get(name)? {
            *field = integer(Some(&value)).ok_or_else(|| self.wrong(name, "a whole number", &value))?;
        }
        Ok(())
    }

    pub fn flag(&self, name: &str, field: &mut bool) -> Result<(), String> {
        if let Some(value) = self.get(name)? {
            let Value::Boolean(flag) = value else { return Err(self.wrong(name, "true or false", &value)) };
            *field = flag;
        }
        Ok(())
    }

    /// A vector that may be missing; it must be one, and not a single number.
    pub fn place(&self, name: &str) -> Result<Option<DVec3>, String> {
        let Some(value) = self.get(name)? else { return Ok(None) };
        let place = vector(self.call.lua, &self.label(name), &value, false);
        place.map(Some).map_err(|message| self.call.error(message))
    }

    fn label(&self, name: &str) -> String {
        format!("{}{name}", self.prefix)
    }

    fn wrong(&self, name: &str, wanted: &str, value: &Value) -> String {
        self.call.error(format_args!(
            "{} must be {wanted}, got {}",
            self.label(name),
            kind(self.call.lua, Some(value))
        ))
    }

    pub fn warn_of_unknown(&self, names: &[&str]) {
        self.warn_of_unknown_beside(0, names);
    }

    /// The same for a table that is a list of `n` things, too.
    pub fn warn_of_unknown_beside(&self, n: usize, names: &[&str]) {
        let known = |name: &str| names.contains(&name);
        let mut unknown: Vec<String> = self
            .table
            .pairs::<Value, Value>()
            .flatten()
            .filter_map(|(key, _)| match key {
                Value::String(name) => Some(name.to_string_lossy()).filter(|name| !known(name)),
                Value::Integer(place) if (1..=n as i64).contains(&place) => None,
                key => Some(kind(self.call.lua, Some(&key))),
            })
            .collect();
        unknown.sort();
        let names = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        for name in unknown {
            let warning = format!("it has no option \"{}\"; its options are {names}", self.label(&name));
            self.call.host.warn_once(self.call.place() + &self.call.error(warning));
        }
    }
}
