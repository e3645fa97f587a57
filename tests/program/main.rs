//! The program as it is started from a terminal: its options, messages and exit codes, runs that repeat, and reloads while it
//! plays.

#[path = "../common/mod.rs"]
mod common;

mod command_line;
mod console;
mod files;
mod film;
mod hud;
mod picture;
mod reload;
mod repeats;
mod script_tests;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The program, which finds no display and no variable that would change what it does.
fn moonyard() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_moonyard"));
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").env_remove("WAYLAND_SOCKET");
    command
}

/// How a run ended and what it said.
struct Ran {
    code: i32,
    out: String,
    err: String,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Ran {
        Ran {
            code: output.status.code().expect("it was ended by a signal"),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

/// A folder for one test.
struct Folder {
    temp: tempfile::TempDir,
}

impl Folder {
    fn new() -> Folder {
        Folder { temp: tempfile::tempdir().unwrap() }
    }

    fn with(files: &[(&str, &str)]) -> Folder {
        let folder = Folder::new();
        for (name, text) in files {
            folder.write(name, text);
        }
        folder
    }

    fn root(&self) -> &Path {
        self.temp.path()
    }

    fn path(&self, name: &str) -> PathBuf {
        self.temp.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path(name), text).unwrap();
    }

    /// Runs the program in this folder, with its arguments as one text.
    fn run(&self, arguments: &str) -> Ran {
        self.run_with(&arguments.split_whitespace().collect::<Vec<_>>())
    }

    fn run_with(&self, arguments: &[&str]) -> Ran {
        moonyard().current_dir(self.root()).args(arguments).output().unwrap().into()
    }
}
