//! What scripts keep: which values come back, and what a store's file goes through.

#[path = "../common/mod.rs"]
mod common;

mod damage;
mod disk;
mod kills;
mod life;
mod values;

use common::Yard;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The program without a window, with one script in a folder of its own and a store beside that.
struct Program {
    temp: tempfile::TempDir,
}

impl Program {
    fn with(script: &str) -> Program {
        let temp = tempfile::tempdir().unwrap();
        std::fs::create_dir(temp.path().join("scripts")).unwrap();
        std::fs::write(temp.path().join("scripts/keep.lua"), script).unwrap();
        Program { temp }
    }

    fn store(&self) -> PathBuf {
        self.temp.path().join("yard.store")
    }

    /// `moonyard run`, as fast as it goes.
    fn run(&self, ticks: u64) -> Command {
        self.command("run", ticks, &self.store())
    }

    /// `moonyard play --headless`, 60 ticks a second.
    fn play(&self, ticks: u64, store: &Path) -> Command {
        let mut command = self.command("play", ticks, store);
        command.arg("--headless");
        command
    }

    fn command(&self, name: &str, ticks: u64, store: &Path) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_moonyard"));
        command.arg(name).arg(self.temp.path().join("scripts")).arg("--ticks").arg(ticks.to_string());
        command.arg("--store").arg(store).env("XDG_DATA_HOME", self.temp.path().join("data"));
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }
}

/// What a program said and how it ended.
fn outcome(command: &mut Command) -> (String, String, Option<i32>) {
    let output = command.output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr), output.status.code())
}

/// A yard that keeps its values in a file.
fn yard_with_store(file: &Path) -> Yard {
    let mut yard = Yard::new();
    yard.game.keep_in(file);
    yard
}
