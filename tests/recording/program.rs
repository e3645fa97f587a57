//! `--record` and `moonyard replay` on the command line.

use super::common::cookbook;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Exit code, standard output, standard error.
fn moonyard(folder: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = command(folder).args(arguments).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

/// In a folder, with a home of its own and no display.
fn command(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_moonyard"));
    command.current_dir(folder).env("HOME", folder).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    command.env_remove("XDG_DATA_HOME").env_remove("XDG_CONFIG_HOME");
    command
}

const SCRIPT: &str = "input.define('t.say', 'Say', 'M')
hook.Add('Think', 't', function() if input.pressed('t.say') then print('said') physics.sphere {} end end)\n";

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("scripts")).unwrap();
    std::fs::write(folder.path().join("scripts/a.lua"), SCRIPT).unwrap();
    folder
}

#[test]
fn a_run_is_recorded_and_replayed_with_its_prints() {
    let folder = folder();
    let (code, said, _) = moonyard(
        folder.path(),
        &["run", "--ticks", "90", "--press", "M@30", "--press", "W@10+20", "--record", "a.recording"],
    );
    assert_eq!((code, said.as_str()), (Some(0), "a.lua: said\n"));
    let (code, said, told) = moonyard(folder.path(), &["replay", "a.recording"]);
    assert_eq!(
        (code, said.as_str(), told.as_str()),
        (Some(0), "a.lua: said\nreplayed 90 ticks: the same to the last bit\n", "")
    );
}

/// A recording as the program wrote them when it left the texts out that are there in the beginning.
fn without_first_texts(file: &Path) {
    let text = std::fs::read_to_string(file).unwrap();
    let mut began = false;
    let lines = text.lines().filter(|line| {
        began |= line.starts_with("tick");
        began || !line.starts_with("text ")
    });
    let old: String = lines.flat_map(|line| [line, "\n"]).collect();
    assert!(old.len() < text.len());
    std::fs::write(file, old).unwrap();
}

#[test]
fn scripts_play_as_they_were_recorded_unless_those_of_now_are_asked_for() {
    let folder = folder();
    moonyard(folder.path(), &["run", "--ticks", "90", "--press", "M@30", "--record", "a.recording"]);
    let script = folder.path().join("scripts/a.lua");
    std::fs::write(&script, SCRIPT.replace("said", "told")).unwrap();
    std::fs::write(folder.path().join("scripts/b.lua"), "print('b')").unwrap();
    let same = "a.lua: said\nreplayed 90 ticks: the same to the last bit\n";
    let (code, said, told) = moonyard(folder.path(), &["replay", "a.recording", "--headless"]);
    assert_eq!((code, said.as_str()), (Some(0), same), "{told}");
    let (first, left_out) = told.split_once('\n').unwrap();
    assert_eq!(
        first,
        "moonyard: this plays the scripts as they were recorded; changed since: a.lua (--anyway plays what is there now)"
    );
    assert!(
        left_out.starts_with("b.lua: it was not there when it was recorded, so it is left out"),
        "{told}"
    );

    let (code, said, told) = moonyard(folder.path(), &["replay", "a.recording", "--anyway"]);
    assert_eq!(
        (code, said.as_str()),
        (Some(0), "a.lua: told\nreplayed 90 ticks: the same to the last bit\n")
    );
    let hash = |text: &str| moonyard::app::recording::hash(text.as_bytes());
    let line = format!(
        "a.lua: it was {} when it was recorded and is {} now\n",
        hash(SCRIPT),
        hash(&SCRIPT.replace("said", "told"))
    );
    assert!(told.starts_with(&line), "{told}");
    std::fs::write(&script, SCRIPT.replace("sphere", "box")).unwrap();
    let (code, said, _) = moonyard(folder.path(), &["replay", "a.recording", "--anyway"]);
    assert_eq!(code, Some(1));
    assert_eq!(said, "a.lua: said\ntick 30 differs; the ticks before are the same to the last bit\n");

    std::fs::remove_file(&script).unwrap();
    for options in [&["replay", "a.recording"][..], &["replay", "a.recording", "--anyway"]] {
        let (code, said, told) = moonyard(folder.path(), options);
        assert_eq!((code, said.as_str()), (Some(0), same), "{told}");
        assert!(told.contains("not there now"), "{told}");
    }
}

#[test]
fn a_recording_plays_by_itself_where_there_are_no_scripts() {
    let folder = folder();
    let options = ["run", "scripts/a.lua", "--ticks", "40", "--press", "M@30", "--record", "a.recording"];
    moonyard(folder.path(), &options);
    let elsewhere = tempfile::tempdir().unwrap();
    let file = elsewhere.path().join("a.recording");
    std::fs::copy(folder.path().join("a.recording"), &file).unwrap();
    let (code, said, told) = moonyard(elsewhere.path(), &["replay", "a.recording"]);
    assert_eq!(
        (code, said.as_str(), told.as_str()),
        (
            Some(0),
            "a.lua: said\nreplayed 40 ticks: the same to the last bit\n",
            "moonyard: this plays the scripts as they were recorded; not there now: a.lua\n"
        )
    );
    // One of before, which does not hold that text.
    without_first_texts(&file);
    let (code, _, told) = moonyard(elsewhere.path(), &["replay", "a.recording"]);
    assert_eq!(code, Some(2));
    assert!(
        told.contains(
            "moonyard: a.recording was recorded with a.lua: name its file, or the folder, after the recording"
        ),
        "{told}"
    );
    let script = folder.path().join("scripts/a.lua");
    let (code, said, told) = moonyard(elsewhere.path(), &["replay", "a.recording", script.to_str().unwrap()]);
    assert!(code == Some(0) && told.is_empty(), "{said}{told}");
}

#[test]
fn a_recording_without_its_first_texts_plays_scripts_that_are_the_same() {
    let folder = folder();
    moonyard(folder.path(), &["run", "--ticks", "90", "--press", "M@30", "--record", "a.recording"]);
    without_first_texts(&folder.path().join("a.recording"));
    let (code, said, told) = moonyard(folder.path(), &["replay", "a.recording"]);
    assert_eq!((code, told.as_str()), (Some(0), ""), "{said}");
    std::fs::write(folder.path().join("scripts/a.lua"), SCRIPT.replace("said", "told")).unwrap();
    let (code, said, told) = moonyard(folder.path(), &["replay", "a.recording"]);
    assert_eq!((code, said.as_str()), (Some(2), ""));
    assert!(told.starts_with("a.lua: it was "), "{told}");
    assert!(told.ends_with("was recorded with other scripts; --anyway plays it all the same\n"), "{told}");
    let (code, said, _) = moonyard(folder.path(), &["replay", "a.recording", "--anyway"]);
    assert_eq!(
        (code, said.as_str()),
        (Some(0), "a.lua: told\nreplayed 90 ticks: the same to the last bit\n")
    );
}

#[test]
fn what_cannot_be_written_or_read_is_told_in_a_sentence() {
    let folder = folder();
    let path = folder.path();
    for (arguments, part) in [
        (
            &["run", "--ticks", "9", "--record", "no/a.recording"][..],
            "--record: no/a.recording cannot be written",
        ),
        (&["run", "--ticks", "9", "--record", "scripts"], "--record: scripts cannot be written"),
        (&["run", "--ticks", "9", "--record", "scripts/a.lua"], "is no recording, so it is not overwritten"),
        (&["replay", "none"], "none: the recording cannot be read"),
        (&["replay", "scripts/a.lua"], "scripts/a.lua: line 1: this is no recording"),
    ] {
        let (code, _, told) = moonyard(path, arguments);
        assert_eq!(code, Some(2), "{told}");
        assert!(told.starts_with("moonyard: ") && told.contains(part), "{told}");
    }
    assert_eq!(std::fs::read_to_string(path.join("scripts/a.lua")).unwrap(), SCRIPT);
    // A recording may be made again.
    for _ in 0..2 {
        assert_eq!(moonyard(path, &["run", "--ticks", "9", "--record", "a.recording"]).0, Some(0));
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_disk_that_is_full_ends_the_recording_and_not_the_run() {
    let folder = folder();
    let arguments = ["run", "--ticks", "190", "--press", "M@80", "--record", "/dev/full"];
    let (code, said, told) = moonyard(folder.path(), &arguments);
    assert_eq!((code, said.as_str()), (Some(2), "a.lua: said\n"));
    let notice = "the recording /dev/full ends here and the game goes on";
    assert!(told.contains(notice), "{told}");

    // Played, it is said at once, and once.
    let arguments = ["play", "--headless", "--ticks", "150", "--record", "/dev/full"];
    let (_, _, told) = moonyard(folder.path(), &arguments);
    assert_eq!(told.matches(notice).count(), 1, "{told}");
}

#[test]
fn a_game_that_was_killed_leaves_a_recording_up_to_there() {
    let folder = folder();
    let mut child = command(folder.path())
        .args(["play", "--headless", "--record", "a.recording"])
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let file = folder.path().join("a.recording");
    let start = Instant::now();
    while !std::fs::read_to_string(&file).is_ok_and(|text| text.contains("\ndigest 60 ")) {
        assert!(start.elapsed() < Duration::from_secs(60), "nothing was recorded");
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let (code, said, told) = moonyard(folder.path(), &["replay", "a.recording"]);
    assert_eq!(code, Some(0), "{said}{told}");
    assert!(
        said.starts_with("replayed ") && told.contains("the recording was cut off there"),
        "{said}{told}"
    );
}

#[test]
fn bindings_are_used_where_they_are_named_and_never_else() {
    let folder = folder();
    let path = folder.path();
    std::fs::create_dir_all(path.join(".config/moonyard")).unwrap();
    let own = "\"t.say\" = [\"N\"]\njump = [\"Hyper\"]\n";
    std::fs::write(path.join(".config/moonyard/bindings.toml"), own).unwrap();
    std::fs::write(path.join("b.toml"), own).unwrap();
    let run = ["run", "--ticks", "9", "--press", "N@3"];
    assert_eq!(moonyard(path, &run), (Some(0), String::new(), String::new()));
    let (code, said, told) = moonyard(path, &[&run[..], &["--bindings", "b.toml"]].concat());
    assert_eq!((code, said.as_str()), (Some(0), "a.lua: said\n"));
    assert!(
        told.starts_with("moonyard: b.toml: line 2: \"jump\": there is no key named \"Hyper\""),
        "{told}"
    );
    assert!(told.contains("the file is left as it is"), "{told}");
    let (code, _, told) = moonyard(path, &[&run[..], &["--bindings", "c.toml"]].concat());
    assert!(code == Some(2) && told.contains("--bindings: c.toml: there is no such file"), "{told}");
    // Playing uses the player's own, and writes nothing there unless something is changed.
    let (code, _, told) = moonyard(path, &["play", "--headless", "--ticks", "3"]);
    assert_eq!(code, Some(0));
    assert!(told.contains(".config/moonyard/bindings.toml: line 2: "), "{told}");
    assert_eq!(std::fs::read_to_string(path.join(".config/moonyard/bindings.toml")).unwrap(), own);
    std::fs::remove_file(path.join(".config/moonyard/bindings.toml")).unwrap();
    moonyard(path, &["play", "--headless", "--ticks", "3"]);
    assert!(!path.join(".config/moonyard/bindings.toml").exists());
}

#[test]
fn script_tests_press_pads_and_tilt_sticks() {
    let folder = folder();
    let test = r#"
test("pads", function(t)
  t:source("p.lua", [[
    input.define("p.go", "Go", nil, "square")
    hook.Add("Think", "p", function()
      print(input.pressed("p.go"), input.held("p.go"), input.value("fire"))
    end)
  ]])
  t:pad("x", 2)
  t:trigger("rt", 0.25)
  t:ticks(3)
  expect(t:prints()[1]):equals("true\ttrue\t0.25")
  expect(t:prints()[2]):equals("false\ttrue\t0.25")
  expect(t:prints()[3]):equals("false\tfalse\t0.25")
  t:stick("left", 0, 1)
  t:ticks(60)
  expect(t:player().velocity.z):near(-3.6, 0.05)
  t:stick("left", 0, 0)
  t:stick("right", 1, 0)
  t:ticks(27)
  expect(t:player().facing):near(Vec(1, 0, 0), 1e-6)
  t:hold("pad square")
  t:press("mouse left", 1)
  t:ticks(1)
  expect(t:prints()[#t:prints()]):equals("true\ttrue\t1.0")
  t:unplug()
  t:ticks(1)
  expect(t:prints()[#t:prints()]):equals("false\tfalse\t0.0")
  expect(function() t:pad("z") end):errors("no gamepad button named \"z\"; buttons are a|south|cross")
  expect(function() t:stick("middle", 0, 0) end):errors("no stick named \"middle\"")
  expect(function() t:press("pad left stick") end):errors("cannot be pressed")
  expect(function() t:trigger("rt") end):errors("value must be a number")
end)
"#;
    std::fs::write(folder.path().join("p_test.lua"), test).unwrap();
    let (code, said, told) = moonyard(folder.path(), &["test", "p_test.lua"]);
    assert_eq!(code, Some(0), "{said}{told}");
    std::fs::write(folder.path().join("b.toml"), "\"p.go\" = [\"Z\"]").unwrap();
    let (code, said, _) = moonyard(folder.path(), &["test", "p_test.lua", "--bindings", "b.toml"]);
    assert!(code == Some(1) && said.contains("expected \"true"), "{said}");
}

#[test]
fn the_stored_recording_replays_from_the_command_line() {
    let Some(cookbook) = cookbook() else { return };
    if std::env::var_os("UPDATE_RECORDING").is_some() {
        // It is being written this very moment.
        return;
    }
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/two_minutes.recording");
    let copy = tempfile::tempdir().unwrap();
    // Two seconds of it are enough here.
    let text = std::fs::read_to_string(file).unwrap();
    let end = text.find("\ndigest 120 ").unwrap();
    std::fs::write(copy.path().join("a.recording"), format!("{}\n", &text[..end])).unwrap();
    let (code, said, told) = moonyard(copy.path(), &["replay", "a.recording", cookbook.to_str().unwrap()]);
    assert_eq!(code, Some(0), "{said}{told}");
    assert!(said.ends_with("replayed 120 ticks: the same to the last bit\n"), "{said}");
}
