//! What a build of the program cannot do is said when it starts.

use std::path::Path;
use std::process::Command;

/// What the program says on standard error, whose only script is empty.
fn said_at_the_start() -> String {
    let script = Path::new(env!("CARGO_TARGET_TMPDIR")).join("nothing.lua");
    std::fs::write(&script, "local nothing").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_moonyard"));
    let ran = command.args(["run", "--ticks", "1"]).arg(script).output().unwrap();
    assert!(ran.status.success());
    String::from_utf8(ran.stderr).unwrap()
}

#[cfg(feature = "yard-vm")]
#[test]
fn a_build_with_our_own_lua_lacks_nothing_and_says_nothing() {
    assert_eq!(said_at_the_start(), "");
}

#[cfg(not(feature = "yard-vm"))]
#[test]
fn a_build_with_stock_lua_says_in_one_line_what_it_lacks() {
    let said = said_at_the_start();
    assert_eq!(said.lines().count(), 1, "{said}");
    for lack in [
        "moonyard: built with stock Lua: scripts run at half the speed, vectors at a fifth.",
        "A single call of Lua's library that takes for ever",
        "cannot be stopped, in script tests (moonyard test) neither",
        "A script that runs out of memory is told without the line",
        "a stop may be told at the line of a call that passed it on",
    ] {
        assert!(said.contains(lack), "{lack}: {said}");
    }
}

#[cfg(not(feature = "yard-vm"))]
#[test]
fn stock_lua_tells_of_a_lack_of_memory_without_a_line_but_with_its_hook() {
    let mut yard =
        crate::common::Yard::with("hook.Add('Think', 'a', function() local text = ('x'):rep(100000000) end)");
    yard.ticks(1);
    let error = yard.error();
    let lines: Vec<&str> = error.lines().map(str::trim).collect();
    assert_eq!(lines[..2], ["test.lua: not enough memory", "in hook Think \"a\""], "{error}");
}
