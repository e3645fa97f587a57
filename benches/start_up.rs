//! How soon the yard is there: from the start of the process to the end of the first headless tick with four scripts
//! loaded, and its end along with it, to a process that only says its version.
//!
//! The scripts are the cookbook's where there is one, and else those that load by default.

mod side_by_side;

use side_by_side::{Unit, in_turns, time};
use std::path::Path;
use std::process::{Command, Stdio};

const ROUNDS: usize = 40;
const FOLDERS: [&str; 2] = [
    concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/cookbook"),
    concat!(env!("CARGO_MANIFEST_DIR"), "/scripts"),
];

fn run(arguments: &[&str]) {
    let status = Command::new(env!("CARGO_BIN_EXE_moonyard"))
        .args(arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .expect("moonyard can be started");
    assert!(status.success(), "moonyard {arguments:?}: {status}");
}

/// How many scripts a folder has; none if it cannot be read.
fn scripts_in(folder: &str) -> usize {
    let is_script = |path: &Path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.ends_with(".lua") && !name.ends_with("_test.lua")
    };
    let entries = Path::new(folder).read_dir().into_iter().flatten();
    entries.flatten().filter(|entry| is_script(&entry.path())).count()
}

fn main() {
    let Some((folder, count)) =
        FOLDERS.iter().map(|folder| (folder, scripts_in(folder))).find(|(_, count)| *count > 0)
    else {
        println!("start_up: skipped, since there are no scripts to start with in {FOLDERS:?}");
        return;
    };
    let samples = in_turns(
        ROUNDS,
        &mut [&mut || time(|| run(&["--version"])), &mut || time(|| run(&["run", folder, "--ticks", "1"]))],
    );
    let [floor, first_tick] = &samples[..] else { unreachable!("two were timed") };
    println!("start_up: {count} scripts");
    floor.report("a process that says its version", Unit::Seconds, None);
    first_tick.report("a process that runs the first tick", Unit::Seconds, Some(0.1));
    first_tick.with(floor, |run, floor| run - floor).report("the difference", Unit::Seconds, None);
    first_tick.with(floor, |run, floor| run / floor).report("the ratio", Unit::Times, None);
}
