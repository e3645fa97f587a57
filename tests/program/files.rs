//! Folders, files and disks that are not as they should be: a message each, and play goes on.
#![cfg(unix)]

use super::reload::Playing;
use super::{Folder, Ran, moonyard};
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::process::Command;

/// A script that shows over and over that it runs.
const BEAT: &str = "timer.Create('beat', 0.05, 0, function() print('beat') end)";

/// The folder `yard` with a script that runs.
fn yard() -> Folder {
    let folder = Folder::new();
    fs::create_dir(folder.path("yard")).unwrap();
    folder.write("yard/a.lua", BEAT);
    folder
}

/// Makes sure that the script runs on.
#[track_caller]
fn goes_on(playing: &mut Playing) {
    playing.forget_so_far();
    for _ in 0..3 {
        playing.line("a.lua: beat");
    }
}

/// The program as a user whom the system can refuse something; `None` where it cannot be started as one.
fn plain_user(folder: &Folder) -> Option<Command> {
    use std::os::unix::fs::MetadataExt;
    use std::os::unix::process::CommandExt;
    permit(folder, ".", 0o755);
    let mut command = moonyard();
    if fs::metadata(folder.root()).unwrap().uid() != 0 {
        return Some(command);
    }
    command.uid(65_534).gid(65_534);
    let works = moonyard().arg("--version").uid(65_534).output().is_ok_and(|output| output.status.success());
    if !works {
        eprintln!("skipped: the program lies where only root can start it");
    }
    works.then_some(command)
}

fn permit(folder: &Folder, name: &str, mode: u32) {
    fs::set_permissions(folder.path(name), fs::Permissions::from_mode(mode)).unwrap();
}

#[test]
fn a_folder_that_is_removed_is_told_of() {
    let folder = yard();
    let mut playing = Playing::start(&folder, "yard");
    goes_on(&mut playing);
    fs::remove_dir_all(folder.path("yard")).unwrap();
    playing.line("a.lua: unloaded");
    playing.line(
        "moonyard: yard: this folder is gone, and its scripts with it. They load again when it is back.",
    );
    fs::create_dir(folder.path("yard")).unwrap();
    folder.write("yard/a.lua", BEAT);
    goes_on(&mut playing);
}

#[test]
fn a_folder_that_becomes_unreadable_is_told_of_and_its_scripts_run_on() {
    let folder = yard();
    let Some(program) = plain_user(&folder) else { return };
    let mut playing = Playing::with(program, &folder, "yard");
    goes_on(&mut playing);
    permit(&folder, "yard", 0o000);
    playing.part("moonyard: yard: this folder cannot be read: Permission denied");
    goes_on(&mut playing);
    permit(&folder, "yard", 0o755);
    folder.write("yard/b.lua", "print('here again')");
    playing.line("b.lua: here again");
    playing.never(|line| line.contains("unloaded"));
}

#[test]
fn a_folder_that_is_unreadable_at_the_start_is_told_of_and_its_scripts_load_when_they_can() {
    let folder = yard();
    let Some(program) = plain_user(&folder) else { return };
    permit(&folder, "yard", 0o000);
    let mut playing = Playing::with(program, &folder, "yard");
    playing.part("moonyard: yard: this folder cannot be read: Permission denied");
    permit(&folder, "yard", 0o755);
    goes_on(&mut playing);
    playing.never(|line| line.contains("there are no scripts"));
}

#[test]
fn ten_thousand_scripts_load_and_run_and_go() {
    let folder = yard();
    let mut playing = Playing::start(&folder, "yard");
    goes_on(&mut playing);
    for n in 0..10_000 {
        folder.write(&format!("yard/many{n:05}.lua"), "count = 1");
    }
    playing.part("many09999.lua: loaded");
    goes_on(&mut playing);
    for n in 0..10_000 {
        fs::remove_file(folder.path(&format!("yard/many{n:05}.lua"))).unwrap();
    }
    playing.part("many09999.lua: unloaded");
    goes_on(&mut playing);
}

#[test]
fn a_file_of_a_hundred_megabytes_is_told_of_and_not_read() {
    let folder = yard();
    let mut playing = Playing::start(&folder, "yard");
    goes_on(&mut playing);
    fs::File::create(folder.path("yard/big.lua")).unwrap().set_len(100_000_000).unwrap();
    playing.line("moonyard: yard/big.lua: this file is larger than 16 MiB, which is too large for a script.");
    goes_on(&mut playing);
    let ran = folder.run("run yard --ticks 5");
    assert_eq!(ran.code, 0);
    assert!(ran.err.contains("yard/big.lua: this file is larger than 16 MiB"), "{}", ran.err);
}

#[test]
fn a_running_script_that_grows_too_large_runs_on_as_it_was() {
    let folder = yard();
    let mut playing = Playing::start(&folder, "yard");
    goes_on(&mut playing);
    fs::OpenOptions::new().write(true).open(folder.path("yard/a.lua")).unwrap().set_len(100_000_000).unwrap();
    playing.part("yard/a.lua: this file is larger than 16 MiB");
    goes_on(&mut playing);
}

#[test]
fn a_name_that_is_not_text_is_told_of() {
    let folder = yard();
    fs::write(folder.path("yard").join(OsStr::from_bytes(b"early\xff.lua")), "print('early')").unwrap();
    let mut playing = Playing::start(&folder, "yard");
    playing.part("moonyard: yard/early\u{fffd}.lua: this file's name is not UTF-8 text");
    goes_on(&mut playing);
    fs::write(folder.path("yard").join(OsStr::from_bytes(b"late\xff.lua")), "print('late')").unwrap();
    playing.part("moonyard: yard/late\u{fffd}.lua: this file's name is not UTF-8 text");
    goes_on(&mut playing);
    playing.never(|line| line.ends_with(": early") || line.ends_with(": late"));
}

#[test]
fn links_that_loop_are_told_of() {
    let folder = yard();
    symlink("loop.lua", folder.path("yard/loop.lua")).unwrap();
    symlink(".", folder.path("yard/self.lua")).unwrap();
    symlink("../yard", folder.path("yard/yard")).unwrap();
    let mut playing = Playing::start(&folder, "yard");
    playing.part("moonyard: yard/loop.lua: this file cannot be read: Too many levels of symbolic links");
    playing.part("moonyard: yard/self.lua: this link leads to ., where there is no file.");
    goes_on(&mut playing);
    symlink("ping.lua", folder.path("yard/pong.lua")).unwrap();
    symlink("pong.lua", folder.path("yard/ping.lua")).unwrap();
    playing.part("moonyard: yard/ping.lua: this file cannot be read: Too many levels of symbolic links");
    goes_on(&mut playing);
}

#[test]
fn pipes_and_devices_are_not_opened() {
    let folder = yard();
    let mut playing = Playing::start(&folder, "yard");
    symlink("/dev/zero", folder.path("yard/endless.lua")).unwrap();
    let made = Command::new("mkfifo").arg(folder.path("yard/pipe.lua")).status().unwrap();
    assert!(made.success());
    playing.part("moonyard: yard/endless.lua: this link leads to /dev/zero, where there is no file.");
    goes_on(&mut playing);
}

/// The program on a machine whose disk takes nothing more.
fn on_a_full_disk(folder: &Folder, arguments: &str) -> Ran {
    let program = moonyard();
    let mut limited = Command::new("bash");
    // The signal that comes with the limit would end the program; a full disk sends none.
    limited.arg("-c").arg("trap '' XFSZ; ulimit -f 0; exec \"$0\" \"$@\"").arg(program.get_program());
    limited.args(arguments.split_whitespace()).current_dir(folder.root()).output().unwrap().into()
}

#[test]
fn a_full_disk_costs_the_file_and_not_the_rest_of_a_run() {
    let folder = yard();
    let ran = on_a_full_disk(&folder, "run yard --ticks 60 --bodies bodies.json --digest");
    assert!(ran.out.contains("a.lua: beat\n") && ran.out.contains("\ndigest "), "{}", ran.out);
    assert!(ran.err.starts_with("moonyard: bodies.json: the bodies could not be written: "), "{}", ran.err);
    assert_eq!((ran.err.lines().count(), ran.code), (1, 2), "{}", ran.err);
    let names: Vec<_> =
        fs::read_dir(folder.root()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["yard"], "half a file is left");
}

#[test]
fn a_full_disk_leaves_the_file_that_was_there() {
    let folder = yard();
    folder.write("bodies.json", "[]");
    assert_eq!(on_a_full_disk(&folder, "run yard --ticks 1 --bodies bodies.json").code, 2);
    assert_eq!(fs::read_to_string(folder.path("bodies.json")).unwrap(), "[]");
}

#[test]
fn a_full_disk_costs_the_results_file_and_not_the_results_of_tests() {
    let folder = Folder::with(&[(
        "a_test.lua",
        "test('one', function() end) test('two', function() error('no') end)",
    )]);
    let ran = on_a_full_disk(&folder, "test . --junit results.xml");
    assert!(ran.out.ends_with("1 passed, 1 failed\n"), "{}", ran.out);
    assert!(ran.err.starts_with("moonyard: results.xml: the results could not be written: "), "{}", ran.err);
    assert_eq!(ran.code, 2);
}

#[test]
fn results_can_be_written_into_what_is_no_file() {
    let folder = yard();
    let ran = folder.run("run yard --ticks 1 --bodies /dev/stdout");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.starts_with("[\n{\"id\":"), "{}", ran.out);
}

#[test]
fn a_name_that_commands_the_terminal_or_looks_like_lines_is_shown_as_one_plain_word() {
    let evil = "\u{1b}]0;title\u{7}\u{1b}[2Jx\nmoonyard: all is well\n.lua";
    let plain = "\\27]0;title\\7\\27[2Jx\\10moonyard: all is well\\10.lua";
    let folder = Folder::new();
    fs::create_dir(folder.path("yard")).unwrap();
    let script = "print('hello')\nhook.Add('Tick', 'a', function() error('oh') end)";
    folder.write(&format!("yard/{evil}"), script);
    folder.write(&format!("yard/{evil}empty.lua"), " ");
    let output =
        moonyard().current_dir(folder.root()).args(["run", "yard", "--ticks", "2"]).output().unwrap();
    let ran = Ran::from(output);
    let all = format!("{}{}", ran.out, ran.err);
    assert!(all.lines().any(|line| line == format!("{plain}: hello")), "{all}");
    assert!(all.contains(&format!("{plain}:2: oh")), "{all}");
    assert!(!all.contains('\u{1b}') && !all.contains('\u{7}'), "{all:?}");
    assert!(!all.lines().any(|line| line.starts_with("moonyard: all is well")), "{all}");

    let mut playing = Playing::at_console(&folder, "yard");
    playing.line(&format!("{plain}: hello"));
    playing.types("scripts()");
    playing.part(&format!("{plain}  "));
    folder.write(&format!("yard/{evil}"), "print('again')");
    playing.line(&format!("{plain}: again"));
    playing.part(&format!("{plain}: reloaded"));
    fs::remove_file(folder.path(&format!("yard/{evil}"))).unwrap();
    playing.line(&format!("{plain}: unloaded"));
    playing.never(|line| line.contains('\u{1b}') || line.starts_with("moonyard: all is well"));
}
