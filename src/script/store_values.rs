//! Values of Lua that can be kept, and back.
//!
//! A table is kept as what it holds: its metatable is not, and a table that is in two places becomes two. What cannot be kept
//! is refused with the place where it lies.

use super::vec;
use crate::store::{DEEPEST, LARGEST, Value as Kept};
use glam::DVec3;
use mlua::{Lua, Table, Value};
use std::cmp::Ordering;
use std::ffi::c_void;

/// A value as it is kept.
///
/// # Errors
/// What is wrong and where, such as `value.items[3] is a function`.
pub fn keep(lua: &Lua, value: &Value) -> Result<Kept, String> {
    let mut keeper = Keeper { lua, place: "value".into(), around: Vec::new(), size: 0 };
    keeper.keep(value)
}

/// A kept value for Lua; tables are new ones.
///
/// # Errors
/// When memory is short.
pub fn give(lua: &Lua, kept: &Kept) -> mlua::Result<Value> {
    Ok(match kept {
        Kept::Boolean(truth) => Value::Boolean(*truth),
        Kept::Integer(n) => Value::Integer(*n),
        Kept::Float(n) => Value::Number(*n),
        Kept::Text(text) => Value::String(lua.create_string(text)?),
        Kept::Vector(components) => vec::create(lua, DVec3::from_array(*components))?,
        Kept::Table(pairs) => {
            let integers = pairs.iter().filter(|(key, _)| matches!(key, Kept::Integer(_))).count();
            let table = lua.create_table_with_capacity(integers, pairs.len() - integers)?;
            for (key, value) in pairs {
                table.raw_set(give(lua, key)?, give(lua, value)?)?;
            }
            Value::Table(table)
        }
    })
}

struct Keeper<'a> {
    lua: &'a Lua,
    /// Where the value is that is looked at, as a script would write it.
    place: String,
    /// The tables that it lies in.
    around: Vec<*const c_void>,
    /// What has been taken in so far, in bytes.
    size: usize,
}

impl Keeper<'_> {
    fn keep(&mut self, value: &Value) -> Result<Kept, String> {
        let kept = match value {
            Value::Boolean(truth) => Kept::Boolean(*truth),
            Value::Integer(n) => Kept::Integer(*n),
            Value::Number(n) if n.is_nan() => {
                return Err(format!("{} is not a number (nan), as after 0/0", self.place));
            }
            Value::Number(n) => Kept::Float(*n),
            Value::String(text) => {
                // A long text is measured before it is copied.
                let bytes = text.as_bytes();
                self.grow(bytes.len())?;
                self.size -= bytes.len();
                Kept::Text(bytes.to_vec())
            }
            Value::Table(table) => return self.keep_table(table),
            Value::Nil => return Err(format!("{} is nil; store.remove forgets a name", self.place)),
            other => match vec::read(self.lua, other) {
                Some(v) if v.is_nan() => {
                    return Err(format!("{} is a Vec with a component that is not a number", self.place));
                }
                Some(v) => Kept::Vector(v.to_array()),
                None => {
                    return Err(format!(
                        "{} is a {}; only booleans, numbers, strings, Vecs and tables of those can be saved",
                        self.place,
                        other.type_name()
                    ));
                }
            },
        };
        self.grow(kept.own_size())?;
        Ok(kept)
    }

    fn keep_table(&mut self, table: &Table) -> Result<Kept, String> {
        let address = table.to_pointer();
        if self.around.contains(&address) {
            return Err(format!(
                "{} is a table that it lies in itself; such a circle has no end",
                self.place
            ));
        }
        if self.around.len() == DEEPEST {
            return Err(format!("{} lies too deep: {DEEPEST} tables in each other are the most", self.place));
        }
        self.around.push(address);
        self.grow(Kept::Table(Vec::new()).own_size())?;
        let mut pairs = Vec::new();
        for pair in table.pairs::<Value, Value>() {
            let (key, value) = pair.map_err(|error| format!("{}: {error}", self.place))?;
            let outside = self.place.len();
            let key = self.keep_key(&key)?;
            let value = self.keep(&value)?;
            self.place.truncate(outside);
            pairs.push((key, value));
        }
        self.around.pop();
        // Not in the order of `pairs`, which tells of how the table was filled.
        pairs.sort_by(|(a, _), (b, _)| order(a, b));
        Ok(Kept::Table(pairs))
    }

    /// Takes in a key and steps into its place.
    fn keep_key(&mut self, key: &Value) -> Result<Kept, String> {
        let (kept, step) = match key {
            Value::Boolean(truth) => (Kept::Boolean(*truth), format!("[{truth}]")),
            Value::Integer(n) => (Kept::Integer(*n), format!("[{n}]")),
            Value::Number(n) => (Kept::Float(*n), format!("[{n}]")),
            Value::String(text) => {
                let bytes = text.as_bytes();
                self.grow(bytes.len())?;
                self.size -= bytes.len();
                (Kept::Text(bytes.to_vec()), step(&bytes))
            }
            other => {
                return Err(format!(
                    "{} has a key that is a {}; only strings, numbers and booleans can be",
                    self.place,
                    if vec::read(self.lua, other).is_some() { "Vec" } else { other.type_name() }
                ));
            }
        };
        self.place.push_str(&step);
        self.grow(kept.own_size())?;
        Ok(kept)
    }

    fn grow(&mut self, bytes: usize) -> Result<(), String> {
        self.size += bytes;
        // What says that a value is a text or a table does not count for the outermost one.
        if self.size > LARGEST + Kept::Text(Vec::new()).own_size() {
            return Err(format!("value is too large: {} MB are the most, all in all", LARGEST >> 20));
        }
        Ok(())
    }
}

/// A text key as a script would write it.
fn step(key: &[u8]) -> String {
    let text = String::from_utf8_lossy(key);
    let is_name = text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && text.starts_with(|c: char| !c.is_ascii_digit());
    if is_name && text.len() <= 40 {
        format!(".{text}")
    } else {
        let short: String = text.chars().take(40).collect();
        format!("[\"{short}{}\"]", if short.len() < text.len() { "…" } else { "" })
    }
}

fn order(a: &Kept, b: &Kept) -> Ordering {
    let rank = |key: &Kept| match key {
        Kept::Integer(_) => 0,
        Kept::Float(_) => 1,
        Kept::Boolean(_) => 2,
        _ => 3,
    };
    match (a, b) {
        (Kept::Integer(a), Kept::Integer(b)) => a.cmp(b),
        (Kept::Float(a), Kept::Float(b)) => a.total_cmp(b),
        (Kept::Boolean(a), Kept::Boolean(b)) => a.cmp(b),
        (Kept::Text(a), Kept::Text(b)) => a.cmp(b),
        _ => rank(a).cmp(&rank(b)),
    }
}
