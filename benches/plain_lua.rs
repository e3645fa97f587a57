//! What our Lua costs where a script has no use for what it adds: whole programs, to the same in stock Lua.
//!
//! Ours is the one in this program, as in the yard. Stock Lua is built from its untouched sources into a library with the same
//! compiler and settings, and loaded beside it; so is ours once more, which shows how much lies in the way of linking.

mod side_by_side;
mod stock_lua;

use moonyard::script::vm::Vm;
use side_by_side::{Unit, in_turns, processor_time};
use std::time::Duration;
use stock_lua::Library;

const PROGRAMS: &str = include_str!("plain_lua/programs.lua");
const ROUNDS: usize = 40;
/// The most that a program may take, to stock Lua.
const PROMISED: f64 = 1.05;

/// The programs that a chunk returns, by name.
fn list(chunk: mlua::Function) -> Vec<(String, mlua::Function)> {
    let programs: Vec<mlua::Table> = chunk.call(()).expect("the programs");
    let part = |program: &mlua::Table| (program.get(1).expect("a name"), program.get(2).expect("a function"));
    programs.iter().map(part).collect()
}

fn main() {
    let [pristine, edited] = moonyard_vm::SOURCES;
    let stock = Library::new("stock_lua", pristine, &stock_lua::LIKE_OURS, PROGRAMS);
    let library = Library::new("our_lua", edited, &["-Dmoonyard_pow=pow"], PROGRAMS);

    // Lua alone, as the host links it; and a script of the yard, whose globals go through read-only tables and whose memory is counted.
    let lua = mlua::Lua::new();
    let alone = list(lua.load(PROGRAMS).into_function().expect("the programs"));
    let vm = Vm::new(|_| ()).expect("a state of Lua");
    let environment = vm.environment(&vm.lua().create_table().expect("a table")).expect("an environment");
    let scripts = list(vm.compile("programs.lua", PROGRAMS, environment).expect("the programs"));

    println!("plain_lua: whole programs, our Lua to stock Lua");
    for (index, ((name, alone), (_, script))) in alone.iter().zip(&scripts).enumerate() {
        let call = |function: &mlua::Function| function.call::<f64>(()).expect("a result");
        let result = stock.run(index + 1).to_bits();
        for ours in [call(alone), call(script), library.run(index + 1)] {
            assert_eq!(ours.to_bits(), result, "{name}: the results differ");
        }
        let mut of_stock = || processor_time(|| _ = stock.run(index + 1));
        let mut of_ours = || processor_time(|| _ = call(alone));
        let mut of_script = || processor_time(|| _ = call(script));
        let mut of_library = || processor_time(|| _ = library.run(index + 1));
        let runs: &mut [&mut dyn FnMut() -> Duration] =
            &mut [&mut of_stock, &mut of_ours, &mut of_script, &mut of_library];
        let samples = in_turns(ROUNDS, runs);
        let [stock, ours, script, linked] = &samples[..] else { unreachable!("four were timed") };
        stock.report(&format!("{name}: stock"), Unit::Seconds, None);
        ours.with(stock, |ours, stock| ours / stock).report(
            &format!("{name}: ours"),
            Unit::Times,
            Some(PROMISED),
        );
        script.with(stock, |script, stock| script / stock).report(
            &format!("{name}: ours, as a script of the yard"),
            Unit::Times,
            None,
        );
        linked.with(stock, |ours, stock| ours / stock).report(
            &format!("{name}: ours, as a library"),
            Unit::Times,
            None,
        );
    }
}
