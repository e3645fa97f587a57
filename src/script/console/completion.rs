//! What a name at the end of a line could become.
//!
//! Nothing of a script runs for it: tables are read raw, and what the host offers is known from its documentation.

use crate::script::api::doc;
use crate::script::console::COMMANDS;
use mlua::{Lua, Table, Value};
use std::collections::BTreeSet;

/// No more than this are offered.
const MOST: usize = 200;

const KEYWORDS: [&str; 21] = [
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in", "local",
    "nil", "not", "or", "repeat", "return", "then", "true", "until",
];

/// Where the path of names (`a.b:c`) begins that a line ends with, in bytes.
pub fn start(line: &str) -> usize {
    let in_path = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | ':');
    line.char_indices().rev().take_while(|(_, c)| in_path(*c)).last().map_or(line.len(), |(at, _)| at)
}

/// What a path may become, sorted.
pub fn names(lua: &Lua, environment: Option<&Table>, docs: &[doc::Table], path: &str) -> Vec<String> {
    let split = path.rfind(['.', ':']);
    let (before, typed) = path.split_at(split.map_or(0, |at| at + 1));
    let mut found = BTreeSet::new();
    let mut offer = |name: &str| {
        if name.starts_with(typed) && name != typed {
            found.insert(format!("{before}{name}"));
        }
    };
    match split.and_then(|at| before.get(..at)) {
        None => {
            KEYWORDS.iter().for_each(|name| offer(name));
            COMMANDS.iter().for_each(|(name, ..)| offer(name));
            for table in docs {
                match table.name {
                    "" => table.functions.iter().for_each(|function| offer(function.name)),
                    name => offer(name),
                }
            }
            keys(environment, &mut offer);
            keys(Some(&lua.globals()), |name| {
                if !matches!(name, "collectgarbage" | "dofile" | "loadfile") {
                    offer(name);
                }
            });
        }
        Some(owner) => {
            if let Some(table) = docs.iter().find(|table| table.name == owner) {
                table.functions.iter().for_each(|function| offer(function.name));
            }
            let mut names = owner.split(['.', ':']);
            let first = names.next().unwrap_or_default();
            let own = environment.and_then(|environment| environment.raw_get::<Value>(first).ok());
            let mut value = match own {
                Some(value) if !value.is_nil() => value,
                // Lua's own libraries are the only tables among its globals.
                _ => lua.globals().raw_get(first).unwrap_or(Value::Nil),
            };
            for name in names {
                value = match value {
                    Value::Table(table) => table.raw_get(name).unwrap_or(Value::Nil),
                    _ => Value::Nil,
                };
            }
            match value {
                Value::Table(table) => keys(Some(&table), &mut offer),
                Value::String(_) => {
                    keys(lua.globals().raw_get::<Table>("string").ok().as_ref(), &mut offer);
                }
                value if crate::script::vec::read(lua, &value).is_some() => {
                    doc_of_vectors().for_each(&mut offer);
                }
                _ => {}
            }
        }
    }
    found.into_iter().take(MOST).collect()
}

fn doc_of_vectors() -> impl Iterator<Item = &'static str> {
    let class = &crate::script::api::vec::CLASS;
    class.methods.iter().map(|method| method.name).chain(class.fields.iter().map(|(name, ..)| *name))
}

/// The names that a table holds itself.
fn keys(table: Option<&Table>, mut offer: impl FnMut(&str)) {
    let Some(table) = table else { return };
    let _ = table.for_each::<Value, Value>(|key, _| {
        if let Value::String(key) = key
            && let Ok(key) = key.to_str()
            && is_name(&key)
        {
            offer(&key);
        }
        Ok(())
    });
}

fn is_name(text: &str) -> bool {
    !text.starts_with(|c: char| c.is_ascii_digit())
        && !text.is_empty()
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}
