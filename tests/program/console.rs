//! The console on a terminal: `moonyard play --console`, with lines that come through a pipe.

use super::reload::Playing;
use super::{Folder, moonyard};
use std::io::Write;
use std::process::Stdio;

/// A yard that counts its ticks in a global.
const COUNTER: &str = "level = 7 count = 0 hook.Add('Tick', 'a', function() count = count + 1 end)";

fn playing(folder: &Folder) -> Playing {
    folder.write("yard/a.lua", COUNTER);
    let mut playing = Playing::at_console(folder, "yard");
    playing.part("this is the console");
    playing
}

fn yard() -> Folder {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("yard")).unwrap();
    folder
}

#[test]
fn lines_of_lua_run_while_the_yard_plays() {
    let folder = yard();
    let mut playing = playing(&folder);
    playing.types("1 + 1");
    playing.line("console: 2");
    playing.types("for i = 1, 3 do physics.sphere{ pos = Vec(i, 3, 0) } end print(physics.count())");
    playing.line("console: 3");
    playing.types("script('a').level");
    playing.line("console: 7");
    playing.types("nothing.x = 1");
    playing.line("console:1: attempt to index a nil value (global 'nothing')");
    playing.types("while true do end");
    if cfg!(feature = "yard-vm") {
        playing.part("console:1: this ran for more than 250 ms without an end; the line is stopped");
    }
    playing.types("'still ' .. 'here'");
    playing.line("console: still here");
}

#[test]
fn scripts_are_listed_stopped_and_reloaded() {
    let folder = yard();
    let mut playing = playing(&folder);
    playing.types("scripts()");
    playing.part("1 hooks     0 timers");
    playing.types("stop('a')");
    playing.line("a.lua: stopped; reload(\"a.lua\") or saving its file runs it again");
    playing.types("scripts()");
    playing.part("KiB  stopped");
    playing.types("reload('a')");
    playing.line("a.lua: loaded (0 bodies, 1 hook, 0 timers)");
    playing.types("reload('b')");
    playing.line("there is no script named b.lua; scripts() lists them");
    folder.write("yard/a.lua", "level = 8");
    playing.line("a.lua: reloaded (0 bodies, 0 hooks, 0 timers)");
    playing.types("script('a.lua').level");
    playing.line("console: 8");
}

#[test]
fn the_clock_is_halted_and_steps() {
    let folder = yard();
    let mut playing = playing(&folder);
    playing.types("pause()");
    playing.line("halted; pause(false) goes on, step() runs one tick");
    playing.types("before = tick() print(script('a').count - before)");
    playing.part("console: ");
    playing.types("step() step() step()");
    // Lines are answered in one frame, steps take one each.
    playing.types("while_halted = tick()");
    std::thread::sleep(std::time::Duration::from_millis(300));
    playing.types("'ticks: ' .. tick() - before");
    playing.line("console: ticks: 3");
    playing.types("pause(false)");
    playing.line("going on");
    playing.types("hook.Add('Tick', 'x', function() if tick() > before + 10 then print('runs') hook.Remove('Tick', 'x') end end)");
    playing.line("console: runs");
}

#[test]
fn so_many_ticks_are_played_also_when_the_yard_was_halted_meanwhile() {
    let folder = yard();
    folder.write(
        "yard/a.lua",
        "hook.Add('Shutdown', 'a', function() print('ends at', tick()) end) print('ready')",
    );
    let options = ["--console", "--ticks", "60", "yard"];
    let mut playing = Playing::with_options(moonyard(), &folder, &options);
    playing.line("a.lua: ready");
    playing.types("pause()");
    playing.part("halted");
    std::thread::sleep(std::time::Duration::from_millis(1_200));
    playing.types("pause(false)");
    playing.line("a.lua: ends at\t60");
}

#[test]
fn help_tells_of_everything_and_of_one_thing() {
    let folder = yard();
    let mut playing = playing(&folder);
    playing.types("help()");
    playing.part("What the yard has for scripts: hook, timer, physics,");
    playing.part("Beside these: Vec(x, y, z), time(), tick(), print(...)");
    playing.types("help('Vec')");
    playing.part(":lerp(b, t)");
    playing.types("help('Tick')");
    playing.line("  After each physics step; `dt` is 1/60.");
    playing.types("help('math')");
    playing.part("Lua 5.4 with `string`");
    playing.types("help('physics.raycast')");
    playing.part("physics.raycast(from, dir [, max])");
    playing.types("help('physics.box')");
    playing.part("bounce: number");
    playing.types("help('raycast')");
    playing.line("there is nothing named raycast. Did you mean physics.raycast?");
    playing.types("help('gibberish')");
    playing.line("there is nothing named gibberish; help() tells what there is");
}

#[test]
fn what_was_typed_is_in_a_recording() {
    let folder = yard();
    folder.write("yard/a.lua", COUNTER);
    let mut child = moonyard()
        .current_dir(folder.root())
        .args(["play", "--headless", "--console", "--ticks", "40", "--record", "a.recording", "yard"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let mut typed = child.stdin.take().unwrap();
    for line in ["physics.sphere{ pos = Vec(3, 5, 3) }", "pause()", "step()", "pause(false)", "stop('a')"] {
        writeln!(typed, "{line}").unwrap();
        std::thread::sleep(std::time::Duration::from_millis(60));
    }
    assert!(child.wait().unwrap().success());
    let recording = std::fs::read_to_string(folder.path("a.recording")).unwrap();
    for line in ["typed \"physics.sphere", "halted", "stop \"a.lua\""] {
        assert!(recording.contains(line), "{line}: {recording}");
    }
    let replay = moonyard()
        .current_dir(folder.root())
        .args(["replay", "--headless", "a.recording", "yard"])
        .output()
        .unwrap();
    assert!(replay.status.success(), "{}", String::from_utf8_lossy(&replay.stderr));
}

#[test]
fn a_halted_yard_ends_when_no_line_can_come_that_lets_it_go_on() {
    use std::io::Write;
    let folder = Folder::with(&[("a.lua", "")]);
    let mut child = super::moonyard()
        .current_dir(folder.root())
        .args(["play", "--headless", "--console", "--ticks", "100000", "a.lua"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"step(1e18)\nstep()\n").unwrap();
    let ran = super::Ran::from(child.wait_with_output().unwrap());
    let said = format!("{}{}", ran.out, ran.err);
    assert!(said.contains("step: it takes nothing and runs one tick"), "{said}");
    assert!(said.contains("the yard is halted and there are no more lines"), "{said}");
}
