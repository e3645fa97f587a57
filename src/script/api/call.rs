//! One call of a host function: its arguments, checked, with messages that name function and argument.

use crate::script::host::{Callback, Host};
use crate::script::owner::OwnerId;
use crate::script::text::{short, shown, with_short_numbers};
use crate::script::vec;
use glam::DVec3;
use mlua::{Lua, MultiValue, Table, Value};
use std::rc::Rc;

/// A call and what it works on.
pub struct Call<'a> {
    pub host: &'a Host,
    arguments: Arguments<'a>,
}

/// The arguments of a call; places count from 0.
pub struct Arguments<'a> {
    pub lua: &'a Lua,
    name: &'a str,
    values: MultiValue,
}

/// What a value is called in a message.
pub fn kind(lua: &Lua, value: Option<&Value>) -> String {
    match value {
        None => "nothing".into(),
        Some(Value::Number(n)) => format!("{n}"),
        Some(Value::Integer(n)) => format!("{n}"),
        Some(value) if vec::read(lua, value).is_some() => "a Vec".into(),
        Some(Value::Nil) => "nil".into(),
        Some(value) => format!("a {}", value.type_name()),
    }
}

/// A vector from a `Vec`, `{x =, y =, z =}` or `{1, 2, 3}`; with `spread`, a number stands for all three components.
/// Components must be finite numbers.
pub fn vector(lua: &Lua, label: &str, value: &Value, spread: bool) -> Result<DVec3, String> {
    let v = if let Some(v) = vec::read(lua, value) {
        v
    } else if let Value::Table(table) = value {
        let component = |name: &str, place: i64| {
            let named: Value = table.raw_get(name).unwrap_or(Value::Nil);
            let value = if named.is_nil() { table.raw_get(place).unwrap_or(Value::Nil) } else { named };
            number(lua, &format!("{label}.{name}"), Some(&value))
        };
        DVec3::new(component("x", 1)?, component("y", 2)?, component("z", 3)?)
    } else if spread && matches!(value, Value::Number(_) | Value::Integer(_)) {
        DVec3::splat(number(lua, label, Some(value))?)
    } else {
        let got = kind(lua, Some(value));
        return Err(format!("{label} must be a vector such as Vec(1, 2, 3), got {got}"));
    };
    if v.is_finite() {
        Ok(v)
    } else {
        Err(format!("{label} must be finite numbers, got ({}, {}, {})", v.x, v.y, v.z))
    }
}

/// A finite number.
pub fn number(lua: &Lua, label: &str, value: Option<&Value>) -> Result<f64, String> {
    let n = match value {
        Some(Value::Number(n)) => *n,
        Some(Value::Integer(n)) => *n as f64,
        other => return Err(format!("{label} must be a number, got {}", kind(lua, other))),
    };
    if n.is_finite() { Ok(n) } else { Err(format!("{label} must be a finite number, got {n}")) }
}

/// What the yard keeps as a name has so many bytes at most.
const LONGEST_NAME: usize = 200;

impl<'a> Call<'a> {
    pub fn new(host: &'a Host, arguments: Arguments<'a>) -> Call<'a> {
        Call { host, arguments }
    }

    /// `file:line: ` of the script's code that called; empty text if there is none.
    pub fn place(&self) -> String {
        // Level 0 is the running function and level 1 what guards it.
        let place = |level| {
            self.lua.inspect_stack(level, |frame| {
                let source = frame.source();
                Some(format!("{}:{}: ", source.short_src?, frame.current_line()?))
            })
        };
        (2..8).map_while(place).flatten().next().unwrap_or_default()
    }

    /// The script that called: things that it makes are its own.
    pub fn owner(&self) -> Result<OwnerId, String> {
        self.host.running.now().ok_or_else(|| self.error("only a script can call this"))
    }
}

impl<'a> std::ops::Deref for Call<'a> {
    type Target = Arguments<'a>;

    fn deref(&self) -> &Arguments<'a> {
        &self.arguments
    }
}

impl<'a> Arguments<'a> {
    /// `name` is the function's, for messages.
    pub fn new(lua: &'a Lua, name: &'a str, values: MultiValue) -> Arguments<'a> {
        Arguments { lua, name, values }
    }

    /// Puts the function's name before a message.
    pub fn error(&self, message: impl std::fmt::Display) -> String {
        let message = message.to_string();
        // Lua's own errors say what kind they are, which says nothing to who reads it.
        let text = ["memory error: ", "runtime error: "].iter().find_map(|kind| message.strip_prefix(kind));
        with_short_numbers(&format!("{}: {}", self.name, text.unwrap_or(&message)))
    }

    /// The argument as it is; nil if it is missing.
    pub fn value(&self, index: usize) -> &Value {
        self.values.get(index).unwrap_or(&Value::Nil)
    }

    fn wrong(&self, index: usize, name: &str, wanted: &str) -> String {
        let got = kind(self.lua, self.values.get(index));
        self.error(format_args!("{name} must be {wanted}, got {got}"))
    }

    /// The argument, unless it is missing or nil.
    pub fn given(&self, index: usize) -> Option<&Value> {
        self.values.get(index).filter(|value| !value.is_nil())
    }

    /// Text in UTF-8; a number counts as its text, as everywhere in Lua. Bytes that are no such text are refused: made fit, two
    /// different names could become the same.
    pub fn string(&self, index: usize, name: &str) -> Result<String, String> {
        match self.values.get(index) {
            Some(Value::String(text)) => match text.to_str() {
                Ok(text) => Ok(text.to_owned()),
                Err(_) => {
                    let shown = short(&shown(&text.as_bytes()), 40);
                    Err(self
                        .error(format_args!("{name} must be text in UTF-8, got other bytes (\"{shown}\")")))
                }
            },
            Some(Value::Integer(n)) => Ok(n.to_string()),
            Some(Value::Number(n)) => Ok(n.to_string()),
            _ => Err(self.wrong(index, name, "a string")),
        }
    }

    /// A string as its bytes; a number counts as its text.
    pub fn bytes(&self, index: usize, name: &str) -> Result<Vec<u8>, String> {
        match self.values.get(index) {
            Some(Value::String(text)) => Ok(text.as_bytes().to_vec()),
            _ => self.string(index, name).map(String::into_bytes),
        }
    }

    /// Text that the yard keeps as a name: of 200 bytes at most.
    pub fn name(&self, index: usize, name: &str) -> Result<String, String> {
        let text = self.string(index, name)?;
        self.check_name(name, &text)?;
        Ok(text)
    }

    /// The same for text that was read already; `what` it is, for the message.
    pub fn check_name(&self, what: &str, text: &str) -> Result<(), String> {
        let length = text.len();
        if length <= LONGEST_NAME {
            return Ok(());
        }
        Err(self.error(format_args!("{what} must have at most {LONGEST_NAME} bytes, got {length}")))
    }

    pub fn optional_string(&self, index: usize, name: &str) -> Result<Option<String>, String> {
        self.given(index).map(|_| self.string(index, name)).transpose()
    }

    /// A finite number.
    pub fn number(&self, index: usize, name: &str) -> Result<f64, String> {
        number(self.lua, name, self.values.get(index)).map_err(|message| self.error(message))
    }

    pub fn optional_number(&self, index: usize, name: &str) -> Result<Option<f64>, String> {
        self.given(index).map(|_| self.number(index, name)).transpose()
    }

    /// A whole number; a float without a fraction is one.
    pub fn integer(&self, index: usize, name: &str) -> Result<i64, String> {
        integer(self.values.get(index)).ok_or_else(|| self.wrong(index, name, "a whole number"))
    }

    pub fn vector(&self, index: usize, name: &str) -> Result<DVec3, String> {
        let value = self.values.get(index).unwrap_or(&Value::Nil);
        vector(self.lua, name, value, false).map_err(|message| self.error(message))
    }

    pub fn optional_vector(&self, index: usize, name: &str) -> Result<Option<DVec3>, String> {
        self.given(index).map(|_| self.vector(index, name)).transpose()
    }

    pub fn table(&self, index: usize, name: &str, wanted: &str) -> Result<&Table, String> {
        match self.values.get(index) {
            Some(Value::Table(table)) => Ok(table),
            _ => Err(self.wrong(index, name, wanted)),
        }
    }

    pub fn function(&self, index: usize, name: &str) -> Result<Callback, String> {
        match self.values.get(index) {
            Some(Value::Function(function)) => Ok(Rc::new(function.clone())),
            _ => Err(self.wrong(index, name, "a function")),
        }
    }

    pub fn optional_function(&self, index: usize, name: &str) -> Result<Option<Callback>, String> {
        self.given(index).map(|_| self.function(index, name)).transpose()
    }

    /// A vector as the result.
    pub fn answer(&self, v: DVec3) -> Result<Value, String> {
        vec::create(self.lua, v).map_err(|error| self.error(error))
    }

    /// The arguments from an index on.
    pub fn rest(&self, from: usize) -> MultiValue {
        self.values.iter().skip(from).cloned().collect()
    }
}

/// A whole number: an integer, or a float without a fraction that fits one.
pub fn integer(value: Option<&Value>) -> Option<i64> {
    match value {
        Some(Value::Integer(n)) => Some(*n),
        Some(Value::Number(n)) if n.fract() == 0.0 && n.abs() < 9.0e15 => Some(*n as i64),
        _ => None,
    }
}
