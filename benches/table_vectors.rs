//! What native vectors are good for: the arithmetic of a flock with them, in the yard's Lua, to the same with vectors that are tables
//! with metamethods, in stock Lua. Stock Lua is built beside ours, with the same compiler and settings.

mod side_by_side;
mod stock_lua;

use moonyard::script::vm::Vm;
use side_by_side::{Unit, in_turns, processor_time};
use std::time::Duration;
use stock_lua::Library;

const FLOCK: &str = include_str!("flocking/tables.lua");
const ROUNDS: usize = 40;
/// Eight times as fast at least.
const PROMISED: f64 = 1.0 / 8.0;

fn main() {
    let [pristine, _] = moonyard_vm::SOURCES;
    let stock = Library::new("stock_lua_for_tables", pristine, &stock_lua::LIKE_OURS, FLOCK);
    let vm = Vm::new(|_| ()).expect("a state of Lua");
    let environment = vm.environment(&vm.lua().create_table().expect("a table")).expect("an environment");
    let chunk = vm.compile("flock.lua", FLOCK, environment).expect("the flock");
    let programs: mlua::Table = chunk.call(()).expect("the flock");
    let program: mlua::Table = programs.get(1).expect("a program");
    let flock: mlua::Function = program.get(2).expect("a function");
    let fly = || flock.call::<f64>(()).expect("a number");
    assert_eq!(fly().to_bits(), stock.run(1).to_bits(), "the two flocks flew apart");

    println!("table_vectors: thirty birds for forty frames");
    let runs: &mut [&mut dyn FnMut() -> Duration] =
        &mut [&mut || processor_time(|| _ = stock.run(1)), &mut || processor_time(|| _ = fly())];
    let samples = in_turns(ROUNDS, runs);
    let [tables, native] = &samples[..] else { unreachable!("two were timed") };
    tables.report("tables in stock Lua", Unit::Seconds, None);
    native.report("vectors in the yard's Lua", Unit::Seconds, None);
    native.with(tables, |native, tables| native / tables).report("the ratio", Unit::Times, Some(PROMISED));
    tables.with(native, |tables, native| tables / native).report("so many times as fast", Unit::Times, None);
}
