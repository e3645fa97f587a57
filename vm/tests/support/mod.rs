//! Builds a small program that runs Lua, from the untouched sources or from ours, for tests that compare the two.

#![allow(dead_code, reason = "each test program uses its own part of this")]

use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::{env, fs};

/// A way to build Lua.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Built {
    /// The untouched sources. Only where `table.sort` takes its pivot, and the seed of hashes, are fixed, as for any build of ours.
    Stock,
    /// Ours.
    Yard,
    /// Ours with Lua's own assertions, and with the compiler's checks of addresses and of undefined behaviour.
    Checked,
    /// The same with a full collection wherever there might be one.
    CheckedCollecting,
}

const PRISTINE: &str = env!("MOONYARD_VM_PRISTINE");
const EDITED: &str = env!("MOONYARD_VM_EDITED");
const RUNNER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/runner.c");

impl Built {
    fn sources(self) -> &'static Path {
        Path::new(if self == Built::Stock { PRISTINE } else { EDITED })
    }

    fn flags(self) -> Vec<&'static str> {
        let mut flags = vec!["-std=gnu99", "-DLUA_COMPAT_5_3", "-DLUA_USE_POSIX", "-fno-common"];
        match self {
            Built::Stock => {
                flags.extend(["-O2", "-Dluai_makeseed(L)=0x6d6f6f6eu", "-Dl_randomizePivot()=(~0u)"])
            }
            Built::Yard => flags.extend(["-O2", "-DYARD"]),
            Built::Checked | Built::CheckedCollecting => {
                flags.extend(["-O1", "-g1", "-DYARD", "-include", "assert.h", "-Dlua_assert=assert"]);
                flags.extend([
                    "-DLUA_USE_APICHECK",
                    "-fsanitize=address,undefined",
                    "-fno-sanitize-recover=all",
                ]);
            }
        }
        if self == Built::CheckedCollecting {
            flags.push("-DHARDMEMTESTS");
        }
        flags
    }

    /// The program, built if it was not before.
    pub fn program(self) -> PathBuf {
        static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
        let _one = ONE_AT_A_TIME.lock().unwrap();
        let mut files: Vec<PathBuf> =
            fs::read_dir(self.sources()).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.push(RUNNER.into());
        files.sort();
        let mut hash = Sha256::new();
        for flag in self.flags() {
            hash.update(flag);
        }
        for file in &files {
            hash.update(fs::read(file).unwrap());
        }
        let key: String = hash.finalize()[..8].iter().map(|byte| format!("{byte:02x}")).collect();
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let program = folder.join(format!("lua-{self:?}-{key}{}", env::consts::EXE_SUFFIX));
        if program.exists() {
            return program;
        }
        // Beside it first: another test program may be doing the same.
        let unfinished = program.with_extension(std::process::id().to_string());
        let output = compiler()
            .args(self.flags())
            .arg("-I")
            .arg(self.sources())
            .args(files.iter().filter(|file| file.extension().is_some_and(|extension| extension == "c")))
            .arg("-o")
            .arg(&unfinished)
            .arg("-lm")
            .output()
            .expect("a C compiler");
        assert!(
            output.status.success(),
            "{self:?} does not build:\n{}",
            String::from_utf8_lossy(&output.stderr)
        );
        fs::rename(&unfinished, &program).unwrap();
        program
    }

    /// What the programs say, each in a state of its own. None may crash.
    pub fn run(self, name: &str, programs: &[String]) -> Vec<String> {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let file = folder.join(format!("{name}-{self:?}-{}.lua", std::process::id()));
        fs::write(&file, programs.join(SEPARATOR)).unwrap();
        let output = Command::new(self.program())
            .arg(&file)
            // Lua leaves nothing behind, and the checker of leaks cannot work where processes are traced.
            .env("ASAN_OPTIONS", "detect_leaks=0")
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        let mut said: Vec<String> = said.split(SEPARATOR).map(str::to_owned).collect();
        let rest = said.pop().unwrap_or_default();
        assert!(
            output.status.success() && said.len() == programs.len() && rest.is_empty(),
            "{self:?} {} at program {} of {}: {rest}\n{errors}\n{}",
            output.status,
            said.len(),
            file.display(),
            programs.get(said.len()).map_or("", String::as_str),
        );
        fs::remove_file(&file).unwrap();
        said
    }
}

const SEPARATOR: &str = "--@@\n";

fn compiler() -> Command {
    let mut build = cc::Build::new();
    build
        .target(env!("MOONYARD_VM_TARGET"))
        .host(env!("MOONYARD_VM_TARGET"))
        .opt_level(0)
        .cargo_metadata(false);
    let compiler = build.get_compiler();
    // Without the flags for Rust's own way of building.
    Command::new(compiler.path())
}
