//! Another Lua in the same process: built from sources into a library and loaded beside the one that is linked.
//!
//! Needs a C compiler that understands `-shared`, as on Linux.

#![allow(unsafe_code)]

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Settings under which stock Lua computes as ours does.
pub const LIKE_OURS: [&str; 2] = ["-Dluai_makeseed(L)=0x6d6f6f6eu", "-Dl_randomizePivot()=(~0u)"];

unsafe extern "C" {
    fn dlopen(path: *const c_char, flags: c_int) -> *mut c_void;
    fn dlsym(library: *mut c_void, name: *const c_char) -> *mut c_void;
}

/// Resolve all names at once, and show them to nobody else.
const RTLD_NOW: c_int = 2;

/// A library with a Lua of its own, and a state in it.
pub struct Library {
    state: *mut c_void,
    run: unsafe extern "C" fn(*mut c_void, c_int) -> f64,
}

impl Library {
    /// Builds a library from a folder of Lua's sources, and loads it.
    ///
    /// `text` is Lua that returns a list of `{ name, function }`, which [`Library::run`] calls by their place in it, from 1.
    pub fn new(name: &str, sources: &str, flags: &[&str], text: &str) -> Library {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("lib{name}.so"));
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let files =
            std::fs::read_dir(sources).expect("Lua's sources").map(|entry| entry.expect("a file").path());
        let mut c: Vec<_> =
            files.filter(|path| path.extension().is_some_and(|extension| extension == "c")).collect();
        // Lua linked in another order may take a tenth longer; so it is the same everywhere.
        c.sort();
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
            .args(c)
            .arg(here.join("benches/stock_lua/driver.c"))
            .arg("-o")
            .arg(&path)
            .args(["-lm", "-ldl"])
            .status()
            .expect("a C compiler");
        assert!(built.success(), "Lua does not build as a library");
        let path = CString::new(path.to_str().expect("a path in UTF-8")).expect("a path");
        let text = CString::new(text).expect("text without zeros");
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

    /// The number that a program returns.
    pub fn run(&self, program: usize) -> f64 {
        // SAFETY: the state is the library's own and open.
        unsafe { (self.run)(self.state, program as c_int) }
    }
}
