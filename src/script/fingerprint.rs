//! A fingerprint of a Lua value: of what it holds, whatever order and place it holds it in.

use super::api::agents;
use super::vec;
use crate::sim::Digest;
use mlua::{Lua, Table, Value};
use std::ffi::c_void;

/// Tables in tables count up to this depth.
const DEEPEST: usize = 16;

/// Adds a table to a digest. Functions, coroutines and metatables do not count; a table that holds itself counts once.
pub fn add(digest: &mut Digest, lua: &Lua, table: &Table) {
    digest.u64(of_table(lua, table, &mut Vec::new()));
}

/// The sum of its entries' fingerprints: the same in whatever order they come.
fn of_table(lua: &Lua, table: &Table, above: &mut Vec<*const c_void>) -> u64 {
    if above.len() >= DEEPEST || above.contains(&table.to_pointer()) {
        return 1;
    }
    above.push(table.to_pointer());
    let mut sum = 0_u64;
    let _ = table.for_each::<Value, Value>(|key, value| {
        let mut digest = Digest::new();
        digest.u64(of_value(lua, &key, above));
        digest.u64(of_value(lua, &value, above));
        sum = sum.wrapping_add(digest.short());
        Ok(())
    });
    above.pop();
    sum
}

fn of_value(lua: &Lua, value: &Value, above: &mut Vec<*const c_void>) -> u64 {
    let mut digest = Digest::new();
    digest.str(value.type_name());
    match value {
        Value::Boolean(flag) => digest.bool(*flag),
        Value::Integer(n) => digest.i64(*n),
        Value::Number(n) => digest.f64(*n),
        Value::String(text) => digest.bytes(&text.as_bytes()),
        Value::Table(table) => digest.u64(of_table(lua, table, above)),
        value => {
            if let Some(v) = vec::read(lua, value) {
                digest.vec3(v);
            } else {
                agents::add_to_digest(&mut digest, value);
            }
        }
    }
    digest.short()
}
