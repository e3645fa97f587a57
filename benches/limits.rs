//! What it costs that scripts are watched: the frames of a yard with four scripts, and programs that allocate much, with the limits
//! on time and memory to the same without any.
//!
//! "Without any" has no watchdog's calls, and Lua's memory comes straight from the system's allocator.

mod side_by_side;

use moonyard::input::Input;
use moonyard::script::vm::Vm;
use moonyard::script::{Limits, Loaded, ScriptHost};
use moonyard::sim::{DT, Sim};
use side_by_side::{Unit, in_turns, processor_time};
use std::path::Path;
use std::rc::Rc;
use std::time::Duration;

const PROGRAMS: &str = include_str!("plain_lua/programs.lua");
const FOLDERS: [&str; 2] = [
    concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/cookbook"),
    concat!(env!("CARGO_MANIFEST_DIR"), "/scripts"),
];
const ROUNDS: usize = 60;
const FRAMES: u32 = 60;
/// The most that limits may take.
const PROMISED: f64 = 1.02;

/// The scripts of the cookbook, or those that load by default: name and text.
fn scripts() -> Vec<(String, Vec<u8>)> {
    let is_script = |path: &Path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.ends_with(".lua") && !name.ends_with("_test.lua")
    };
    for folder in FOLDERS {
        let entries = Path::new(folder).read_dir().into_iter().flatten().flatten();
        let mut paths: Vec<_> = entries.map(|entry| entry.path()).filter(|path| is_script(path)).collect();
        paths.sort();
        if !paths.is_empty() {
            let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            return paths.iter().map(|path| (name(path), std::fs::read(path).expect("a script"))).collect();
        }
    }
    panic!("there are no scripts in {FOLDERS:?}")
}

fn yard(limits: Limits, scripts: &[(String, Vec<u8>)]) -> ScriptHost {
    let mut host = ScriptHost::new(Sim::new(), Input::new(), limits).expect("a state of Lua");
    for (name, text) in scripts {
        assert_eq!(host.load(name, text), Loaded::New, "{:?}", host.take_lines());
    }
    host
}

/// Some frames; the time that scripts took.
fn frames(host: &mut ScriptHost) -> Duration {
    let mut spent = Duration::ZERO;
    for _ in 0..FRAMES {
        host.begin_frame();
        host.host().sim.borrow_mut().step();
        spent += processor_time(|| {
            host.tick();
            host.frame(DT);
        });
    }
    spent / FRAMES
}

fn main() {
    println!("limits: on, to off");
    let scripts = scripts();
    let (mut on, mut off) = (yard(Limits::default(), &scripts), yard(Limits::OFF, &scripts));
    let samples = in_turns(ROUNDS, &mut [&mut || frames(&mut off), &mut || frames(&mut on)]);
    let [off, on] = &samples[..] else { unreachable!("two were timed") };
    let what = format!("{} scripts", scripts.len());
    off.report(&format!("{what}: a frame without limits"), Unit::Seconds, None);
    on.report(&format!("{what}: a frame with limits"), Unit::Seconds, None);
    on.with(off, |on, off| on / off).report(&format!("{what}: the ratio"), Unit::Times, Some(PROMISED));

    let programs = |limits: Limits| {
        let vm = Vm::with_limits(|_| (), Rc::default(), limits.memory).expect("a state of Lua");
        let programs: Vec<mlua::Table> = vm.lua().load(PROGRAMS).call(()).expect("the programs");
        let part = |program: mlua::Table| {
            let function: mlua::Function = program.get(2).expect("a function");
            (program.get::<String>(1).expect("a name"), function)
        };
        (programs.into_iter().map(part).collect::<Vec<_>>(), vm)
    };
    let ((on, _with), (off, _without)) = (programs(Limits::default()), programs(Limits::OFF));
    for ((name, on), (_, off)) in on.iter().zip(&off) {
        let run = |program: &mlua::Function| processor_time(|| program.call(()).expect("a result"));
        let samples = in_turns(ROUNDS, &mut [&mut || run(off), &mut || run(on)]);
        let [off, on] = &samples[..] else { unreachable!("two were timed") };
        on.with(off, |on, off| on / off).report(
            &format!("{name}: memory counted, to not"),
            Unit::Times,
            Some(PROMISED),
        );
    }
}
