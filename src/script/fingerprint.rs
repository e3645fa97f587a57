//! A fingerprint of Lua tables: of what they hold, whatever order and place they hold it in.
//!
//! What is guaranteed: the work grows with the memory that all the tables take together, however often they hold the same
//! table, text or array. Nothing here depends on addresses or on the order of `pairs`.
//!
//! A table counts for what it holds: one that is held in two places counts as two that hold the same would. Tables that hold
//! no loop are hashed from the innermost out, each once. Those in loops, or above one, get their hashes by colour refinement
//! (Weisfeiler and Leman 1968): in each round, a table's hash is that of what it holds with the hashes of the round before.
//! After 16 rounds all of their hashes are added to the digest, so that a change counts however far from the first table it is.

use super::api::agents;
use super::vec;
use crate::sim::Digest;
use mlua::{Lua, Table, Value};
use std::collections::HashMap;

/// In so many rounds a table in a loop comes to know what is around it.
const ROUNDS: usize = 16;
/// Before hashes of tables, so that an empty one is not 0.
const TABLE: u64 = 1;
/// A text up to this length is not worth remembering, in bytes.
const SHORT: usize = 40;

/// What one digest has met, by where it lies: texts, arrays and the like are hashed once each, and later stand for their hash.
/// All of it must live until the digest is done.
#[derive(Default)]
pub struct Met(HashMap<usize, u64>);

impl Met {
    /// Adds the hash of what lies at an address; `feed` hands it to a digest the first time.
    pub fn once<T: ?Sized>(
        &mut self,
        digest: &mut Digest,
        at: *const T,
        feed: impl FnOnce(&mut Digest, &mut Met),
    ) {
        let at = at.cast::<()>() as usize;
        if let Some(&hash) = self.0.get(&at) {
            return digest.u64(hash);
        }
        let mut own = Digest::new();
        feed(&mut own, self);
        let hash = own.short();
        self.0.insert(at, hash);
        digest.u64(hash);
    }

    /// Adds a text that lies at an address.
    pub fn text<T: ?Sized>(&mut self, digest: &mut Digest, at: *const T, bytes: &[u8]) {
        if bytes.len() <= SHORT {
            digest.bytes(bytes);
        } else {
            self.once(digest, at, |digest, _| digest.bytes(bytes));
        }
    }
}

/// Adds tables to a digest, all in one go. Functions, coroutines and metatables do not count.
pub fn add(digest: &mut Digest, lua: &Lua, tables: &[Table], met: &mut Met) {
    // What only weak tables hold must not go, and its address to something else, while addresses are remembered.
    let collects = lua.gc_is_running();
    lua.gc_stop();
    if let Ok(mut graph) = Graph::of(lua, tables, met) {
        graph.hash_from_the_innermost();
        let loops = graph.hash_loops();
        (0..tables.len()).for_each(|at| digest.u64(graph.hashes.get(at).copied().unwrap_or_default()));
        digest.u64(loops);
    }
    if collects {
        lua.gc_restart();
    }
}

/// A key or a value.
#[derive(Clone, Copy)]
enum Part {
    Hash(u64),
    /// A table, by its number.
    Table(u32),
}

/// A table in a table.
struct Edge {
    above: u32,
    parts: [Part; 2],
    /// How many of the parts have no hash yet.
    open: u8,
}

struct Graph {
    /// Of each table, the sum of its entries' hashes as far as they are known: the same in whatever order they come.
    hashes: Vec<u64>,
    /// Of each table, how many of its edges are open.
    waits: Vec<u32>,
    edges: Vec<Edge>,
    /// The edges that each table is in, by tables.
    held: Vec<(u32, u32)>,
}

impl Graph {
    fn of(lua: &Lua, tables: &[Table], met: &mut Met) -> mlua::Result<Graph> {
        let mut graph = Graph { hashes: Vec::new(), waits: Vec::new(), edges: Vec::new(), held: Vec::new() };
        // In a table, since Lua lends out fewer references than there can be tables.
        let queue = lua.create_table()?;
        let mut numbers = HashMap::new();
        // The roots have the first numbers, one each even if two are the same.
        for table in tables {
            numbers.entry(table.to_pointer() as usize).or_insert(graph.hashes.len() as u32);
            graph.push(&queue, table)?;
        }
        let mut at = 0;
        while at < graph.hashes.len() {
            let table: Table = queue.raw_get(at + 1)?;
            table.for_each::<Value, Value>(|key, value| {
                let mut part = |value: &Value| match value {
                    Value::Table(table) => {
                        let place = table.to_pointer() as usize;
                        let number = match numbers.get(&place) {
                            Some(&number) => number,
                            None => {
                                let number = graph.push(&queue, table)?;
                                numbers.insert(place, number);
                                number
                            }
                        };
                        Ok(Part::Table(number))
                    }
                    value => Ok::<_, mlua::Error>(Part::Hash(of_plain(lua, value, met))),
                };
                let parts = [part(&key)?, part(&value)?];
                graph.add_entry(at, parts);
                Ok(())
            })?;
            at += 1;
        }
        graph.held.sort_unstable();
        Ok(graph)
    }

    fn push(&mut self, queue: &Table, table: &Table) -> mlua::Result<u32> {
        let number = self.hashes.len();
        queue.raw_set(number + 1, table)?;
        self.hashes.push(0);
        self.waits.push(0);
        Ok(number as u32)
    }

    fn add_entry(&mut self, above: usize, parts: [Part; 2]) {
        let edge = self.edges.len() as u32;
        let mut open = 0;
        for part in parts {
            if let Part::Table(number) = part {
                self.held.push((number, edge));
                open += 1;
            }
        }
        if open > 0 {
            self.waits[above] += 1;
            self.edges.push(Edge { above: above as u32, parts, open });
        } else {
            self.hashes[above] = self.hashes[above].wrapping_add(self.of_entry(parts));
        }
    }

    fn of_entry(&self, parts: [Part; 2]) -> u64 {
        let [key, value] = parts.map(|part| match part {
            Part::Hash(hash) => hash,
            Part::Table(number) => of_pair(TABLE, self.hashes[number as usize]),
        });
        of_pair(key, value)
    }

    /// Sorts topologically (Kahn 1962): what no longer waits for a table has its hash.
    fn hash_from_the_innermost(&mut self) {
        let mut ready: Vec<u32> =
            (0..self.waits.len() as u32).filter(|&table| self.waits[table as usize] == 0).collect();
        while let Some(table) = ready.pop() {
            let first = self.held.partition_point(|&(held, _)| held < table);
            for at in first..self.held.len() {
                let (held, edge) = self.held[at];
                if held != table {
                    break;
                }
                let Edge { above, parts, open } = &mut self.edges[edge as usize];
                *open -= 1;
                if *open > 0 {
                    continue;
                }
                let (above, parts) = (*above as usize, *parts);
                self.hashes[above] = self.hashes[above].wrapping_add(self.of_entry(parts));
                self.waits[above] -= 1;
                if self.waits[above] == 0 {
                    ready.push(above as u32);
                }
            }
        }
    }

    /// Gives the rest their hashes, and answers the sum of those.
    fn hash_loops(&mut self) -> u64 {
        self.edges.retain(|edge| edge.open > 0);
        if self.edges.is_empty() {
            return 0;
        }
        let known = self.hashes.clone();
        for _ in 0..ROUNDS {
            let mut next = known.clone();
            for edge in &self.edges {
                let above = &mut next[edge.above as usize];
                *above = above.wrapping_add(self.of_entry(edge.parts));
            }
            self.hashes = next;
        }
        let rest = self.hashes.iter().zip(&self.waits).filter(|(_, waits)| **waits > 0);
        rest.fold(0, |sum, (&hash, _)| sum.wrapping_add(of_pair(TABLE, hash)))
    }
}

fn of_pair(a: u64, b: u64) -> u64 {
    let mut digest = Digest::quick();
    digest.u64(a);
    digest.u64(b);
    digest.short()
}

/// The hash of what is no table.
fn of_plain(lua: &Lua, value: &Value, met: &mut Met) -> u64 {
    let mut digest = Digest::new();
    digest.str(value.type_name());
    match value {
        Value::Boolean(flag) => digest.bool(*flag),
        Value::Integer(n) => digest.i64(*n),
        Value::Number(n) => digest.f64(*n),
        Value::String(text) => met.text(&mut digest, text.to_pointer(), &text.as_bytes()),
        value => {
            if let Some(v) = vec::read(lua, value) {
                digest.vec3(v);
            } else {
                met.once(&mut digest, value.to_pointer(), |digest, met| {
                    agents::add_to_digest(digest, value, met);
                });
            }
        }
    }
    digest.short()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The digest of the table that a text makes.
    fn of(text: &str) -> String {
        let lua = Lua::new();
        let table: Table = lua.load(text).eval().unwrap();
        let mut digest = Digest::new();
        add(&mut digest, &lua, &[table], &mut Met::default());
        assert!(lua.gc_is_running());
        digest.finish()
    }

    #[test]
    fn the_order_of_entries_and_who_shares_what_do_not_count_but_every_value_does() {
        assert_eq!(of("return {a = 1, b = {2}}"), of("local t = {b = {2}} t.a = 1 return t"));
        assert_eq!(of("local s = {1} return {s, s}"), of("return {{1}, {1}}"));
        let long = "('x'):rep(100)";
        assert_eq!(
            of(&format!("local s = {long} return {{s, s}}")),
            of(&format!("return {{{long}, {long}}}"))
        );
        let all = ["{}", "{{}}", "{1}", "{1.0}", "{'1'}", "{{1}}", "{[{1}] = 1}", "{1, {1}}", "{[{}] = {}}"];
        let digests: std::collections::BTreeSet<String> =
            all.iter().map(|t| of(&format!("return {t}"))).collect();
        assert_eq!(digests.len(), all.len());
    }

    #[test]
    fn keys_that_are_tables_lie_anywhere_and_count_the_same() {
        let made = "local t = {} for i = 1, 100 do t[{i, {i}}] = {i} end return t";
        assert_eq!(of(made), of(&format!("local hold = {{}} for i = 1, 99 do hold[i] = {{}} end {made}")));
    }

    #[test]
    fn a_change_counts_however_deep_it_lies_and_in_whatever_loop() {
        let deep = |n: i32| of(&format!("local t = {{{n}}} for _ = 1, 1000 do t = {{t}} end return t"));
        assert_ne!(deep(1), deep(2));
        let ring = |n: i32| {
            of(&format!(
                "local t = {{}} for i = 1, 100 do t[i] = {{}} end
                for i = 1, 100 do t[i].next = t[i % 100 + 1] end
                t[50].value = {n} return t[1]"
            ))
        };
        assert_eq!(ring(1), ring(1));
        assert_ne!(ring(1), ring(2));
    }
}
