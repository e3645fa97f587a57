//! How long values are kept, who shares them, and runs that repeat all the same.

use crate::common::Yard;
use crate::{Program, outcome, yard_with_store};
use moonyard::input::Key;
use std::process::Command;

#[test]
fn values_outlive_reloads_and_belong_to_all_scripts() {
    let mut yard = Yard::with("print(store.add('loads'))");
    yard.script(crate::common::NAME, "print(store.add('loads')) -- 2");
    yard.script("other.lua", "print(store.load('loads'))");
    assert_eq!(yard.prints(), ["1", "2", "2"]);
}

#[test]
fn values_outlive_the_process() {
    let program = Program::with(
        "print(store.add('starts'), store.load('best', 'none')) store.save('best', {time = 1.5})",
    );
    for expected in ["keep.lua: 1\tnone\n", "keep.lua: 2\ttable: "] {
        let (out, err, code) = outcome(&mut program.run(1));
        assert!(out.starts_with(expected), "{out}{err}");
        assert_eq!(code, Some(0));
    }
}

#[test]
fn a_file_is_made_by_the_first_save_and_not_before() {
    let temp = tempfile::tempdir().unwrap();
    let file = temp.path().join("new/folders/yard.store");
    let mut yard = yard_with_store(&file);
    yard.script("a.lua", "print(store.load('x', 'nothing'), #store.keys(), store.remove('x'))");
    assert_eq!(yard.said(), "nothing\t0\tfalse");
    assert!(!temp.path().join("new").exists());
    yard.script("a.lua", "print(store.save('x', 1))");
    assert_eq!(yard.said(), "true");
    assert!(file.is_file());
}

#[test]
fn a_game_without_a_file_keeps_nothing_beyond_its_end() {
    let count = "print(store.add('n'))";
    assert_eq!(Yard::with(count).said(), "1");
    assert_eq!(Yard::with(count).said(), "1");
}

#[test]
fn what_a_run_keeps_in_memory_is_part_of_its_digest() {
    let digest = |pressed: bool| {
        let mut yard = Yard::with(
            "input.define('save', 'Save', 'M')
            hook.Add('Think', 'a', function() if input.pressed('save') then store.save('x', 1) end end)",
        );
        if pressed {
            yard.press(Key::parse("M").unwrap())
        } else {
            yard.ticks(2)
        };
        yard.game.digest()
    };
    assert_eq!(digest(true), digest(true));
    assert_ne!(digest(true), digest(false));
}

/// The program without `--store`.
fn run(program: &Program, arguments: &[&str]) -> (String, String, Option<i32>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_moonyard"));
    command.args(arguments).arg(program.temp.path().join("scripts"));
    command
        .env("XDG_DATA_HOME", program.temp.path().join("data"))
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY");
    outcome(&mut command)
}

#[test]
fn a_run_starts_with_nothing_and_so_repeats_whatever_was_played_before() {
    let program = Program::with("print(store.add('n'))");
    let digest = run(&program, &["run", "--ticks", "5", "--digest"]);
    assert!(digest.0.starts_with("keep.lua: 1\n"), "{digest:?}");
    for expected in ["keep.lua: 1\n", "keep.lua: 2\n"] {
        assert_eq!(run(&program, &["play", "--headless", "--ticks", "1"]).0, expected);
    }
    assert_eq!(run(&program, &["run", "--ticks", "5", "--digest"]), digest);
}

#[test]
fn playing_keeps_values_in_the_data_folder_one_file_for_each_scripts_folder() {
    let program = Program::with("print(store.add('n'))");
    run(&program, &["play", "--headless", "--ticks", "1"]);
    let data = program.temp.path().join("data/moonyard");
    let files: Vec<String> = std::fs::read_dir(data)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert!(
        matches!(&files[..], [file] if file.starts_with("scripts-") && file.ends_with(".store")),
        "{files:?}"
    );
}

#[test]
fn each_script_test_has_a_store_of_its_own() {
    let program = Program::with("store.add('n') print(store.load('n'))");
    std::fs::write(
        program.temp.path().join("scripts/keep_test.lua"),
        "for i = 1, 2 do
           test('run ' .. i, function(t) t:load('keep.lua') expect(t:prints()[1]):equals('1') end)
         end",
    )
    .unwrap();
    let (out, err, code) = run(&program, &["test"]);
    assert_eq!(code, Some(0), "{out}{err}");
    assert!(out.ends_with("2 passed, 0 failed\n"), "{out}");
}
