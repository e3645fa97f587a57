//! What our Lua costs where a script has no use for what it adds: whole programs, to the same in stock Lua.
//!
//! Ours is the one in this program, as in the yard. Stock Lua is built from its untouched sources into a library with the same
//! compiler and settings, and loaded beside it; so is ours once more, which shows how much lies in the way of linking.
//! Needs a C compiler that understands `-shared`, as on Linux.

#![allow(unsafe_code)]

mod side_by_side;

use moonyard::script::vm::Vm;
use side_by_side::{Unit, in_turns, processor_time};
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const PROGRAMS: &str = include_str!("plain_lua/programs.lua");
const ROUNDS: usize = 40;
/// The most that a program may take, to stock Lua.
const PROMISED: f64 = 1.05;

unsafe extern "C" {
    fn dlopen(path: *const c_char, flags: c_int) -> *mut c_void;
    fn dlsym(library: *mut c_void, name: *const c_char) -> *mut c_void;
}

/// Resolve all names at once, and show them to nobody else.
const RTLD_NOW: c_int = 2;

/// A library with a Lua of its own, and a state in it.
struct Library {
    state: *mut c_void,
    run: unsafe extern "C" fn(*mut c_void, c_int) -> f64,
}

impl Library {
    /// Builds a library from a folder of Lua's sources, and loads it.
    fn new(name: &str, sources: &str, flags: &[&str]) -> Library {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("lib{name}.so"));
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let c = std::fs::read_dir(sources).expect("Lua's sources").map(|entry| entry.expect("a file").path());
        let built = Command::new(std::env::var_os("CC").unwrap_or_else(|| "cc".into()))
            .args([
                "-shared",
                "-fPIC",
                "-O3",
                "-fno-common",
                "-Wl,-Bsymbolic",
                "-DLUA_COMPAT_5_3",
                "-DLUA_USE_LINUX",
            ])
            .args(flags)
            .args(["-I", sources])
            .args(c.filter(|path| path.extension().is_some_and(|extension| extension == "c")))
            .arg(here.join("benches/plain_lua/driver.c"))
            .arg("-o")
            .arg(&path)
            .args(["-lm", "-ldl"])
            .status()
            .expect("a C compiler");
        assert!(built.success(), "Lua does not build as a library");
        let path = CString::new(path.to_str().expect("a path in UTF-8")).expect("a path");
        let text = CString::new(PROGRAMS).expect("text without zeros");
        // SAFETY: the library was just built, from driver.c, with these two functions.
        unsafe {
            let library = dlopen(path.as_ptr(), RTLD_NOW);
            assert!(!library.is_null(), "the library does not load");
            let symbol = |name: &CStr| {
                let found = dlsym(library, name.as_ptr());
                assert!(!found.is_null(), "{name:?} is not in the library");
                found
            };
            let open: unsafe extern "C" fn(*const c_char) -> *mut c_void =
                std::mem::transmute(symbol(c"driver_open"));
            let run = std::mem::transmute::<*mut c_void, unsafe extern "C" fn(*mut c_void, c_int) -> f64>(
                symbol(c"driver_run"),
            );
            let state = open(text.as_ptr());
            assert!(!state.is_null(), "the programs do not load");
            Library { state, run }
        }
    }

    fn run(&self, program: usize) -> f64 {
        // SAFETY: the state is the library's own and open.
        unsafe { (self.run)(self.state, program as c_int) }
    }
}

/// The programs that a chunk returns, by name.
fn list(chunk: mlua::Function) -> Vec<(String, mlua::Function)> {
    let programs: Vec<mlua::Table> = chunk.call(()).expect("the programs");
    let part = |program: &mlua::Table| (program.get(1).expect("a name"), program.get(2).expect("a function"));
    programs.iter().map(part).collect()
}

fn main() {
    let [pristine, edited] = moonyard_vm::SOURCES;
    let seeds = ["-Dluai_makeseed(L)=0x6d6f6f6eu", "-Dl_randomizePivot()=(~0u)"];
    let stock = Library::new("stock_lua", pristine, &seeds);
    let library = Library::new("our_lua", edited, &["-Dmoonyard_pow=pow"]);

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
