//! The same ticks give the same bits whatever shows them: with a picture or without, as fast as it goes or in real time, in a
//! window or not, with one thread or two, and in another build.
//!
//! `MOONYARD_OTHERS` names programs of other builds, with `:` in between, that must give the same bits too. `./check` makes
//! a release build and one with stock Lua, and gives both.

use crate::common::display::Display;
use crate::common::{cookbook, own_scripts};
use std::path::{Path, PathBuf};
use std::process::Command;

fn moonyard() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_moonyard"));
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").env_remove("WAYLAND_SOCKET");
    command
}

fn folders() -> Vec<PathBuf> {
    let ours = (!own_scripts().is_empty()).then(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts"));
    cookbook().into_iter().chain(ours).collect()
}

/// What a command printed on its standard output.
fn said(command: &mut Command) -> Vec<String> {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

const OPTIONS: &str = "--ticks 400 --press M@60 --press N@90 --press W@100+120 --press Space@150 --teleport 0.5,0.1,6.5@30 \
    --reload maze.lua@80 --reload flocking.lua@120 --reload astar.lua@200 --digest";

fn run(folder: &Path) -> Vec<String> {
    said(moonyard().arg("run").arg(folder).args(OPTIONS.split_whitespace()).args(PATIENT))
}

#[test]
fn drawing_a_picture_changes_nothing() {
    let temp = tempfile::tempdir().unwrap();
    for folder in folders() {
        let mut drawing = moonyard();
        drawing.env("XDG_RUNTIME_DIR", temp.path());
        let picture = temp.path().join("a.png");
        drawing
            .arg("run")
            .arg(&folder)
            .args(OPTIONS.split_whitespace())
            .args(PATIENT)
            .args(["--size", "320x180", "--shot"])
            .arg(&picture);
        assert_eq!(said(&mut drawing), run(&folder));
        assert!(picture.is_file());
    }
}

/// How often everything is run in all.
const RUNS: usize = 10;
/// More than it is by itself: a script that is stopped on a slow machine would not repeat.
const PATIENT: [&str; 2] = ["--script-deadline", "60000"];

/// What is run: some scripts, and options.
fn cases() -> Vec<(PathBuf, &'static str)> {
    let mut cases: Vec<_> = folders().into_iter().map(|folder| (folder, OPTIONS)).collect();
    for folder in ["scripts/crowds", "scripts/steering"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        let mut files: Vec<PathBuf> =
            std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.retain(|file| {
            let name = file.file_name().unwrap().to_string_lossy();
            name.ends_with(".lua") && !name.ends_with("_test.lua")
        });
        files.sort();
        assert!(!files.is_empty());
        cases.extend(
            files.into_iter().map(|file| (file, "--ticks 300 --press G@60 --press W@100+90 --digest")),
        );
    }
    cases
}

#[test]
fn ten_runs_by_every_build_with_one_thread_or_two_give_the_same_digest() {
    let others = std::env::var_os("MOONYARD_OTHERS").unwrap_or_default();
    let this = PathBuf::from(env!("CARGO_BIN_EXE_moonyard"));
    let builds: Vec<PathBuf> = std::iter::once(this)
        .chain(std::env::split_paths(&others).filter(|path| path != Path::new("")))
        .collect();
    for build in &builds {
        assert!(build.is_file(), "MOONYARD_OTHERS: there is no {}", build.display());
    }
    let of_builds = builds.iter().flat_map(|build| [(build, "1"), (build, "2")]);
    let runs: Vec<(&PathBuf, &str)> = of_builds.cycle().take(RUNS.max(2 * builds.len())).collect();
    for (scripts, options) in cases() {
        let mut first: Option<Vec<String>> = None;
        for (build, threads) in &runs {
            let mut command = Command::new(build);
            command.arg("run").arg(&scripts).args(options.split_whitespace()).args(PATIENT);
            let said = said(command.env("RAYON_NUM_THREADS", threads));
            assert!(said.last().is_some_and(|line| line.starts_with("digest ")), "{said:?}");
            let expected = first.get_or_insert_with(|| said.clone());
            let what = (scripts.display(), build.display(), threads);
            assert_eq!(&said, expected, "{what:?}: not what {} said first", builds[0].display());
        }
    }
    println!("{} runs of each of {} sets of scripts, by {builds:?}", runs.len(), cases().len());
}

/// Says with all digits where bodies are that bounce off each other, three times.
const SCRIPT: &str = r#"
local ids = {}
for i = 1, 24 do
  local make = i % 2 == 0 and physics.box or physics.sphere
  ids[i] = make { pos = Vec(-14 + i % 5, 1 + i * 0.7, 10), velocity = Vec(i % 3 - 1, 0, i % 4), bounce = 0.5 }
end

hook.Add("Tick", "say", function(_, tick)
  if tick == 30 then physics.impulse(ids[3], Vec(5, 20, 0), physics.position(ids[3]) + Vec(0.1, 0, 0)) end
  if tick % 60 ~= 0 or tick > 180 then return end
  local list = {}
  for i, id in ipairs(ids) do
    local at, speed = physics.position(id), physics.velocity(id)
    list[i] = ("%a %a %a %a %a %a"):format(at.x, at.y, at.z, speed.x, speed.y, speed.z)
  end
  print(tick, table.concat(list, " "))
end)
"#;

#[test]
fn in_real_time_and_in_a_window_the_same_ticks_give_the_same_bits() {
    let temp = tempfile::tempdir().unwrap();
    let scripts = temp.path().join("scripts");
    std::fs::create_dir(&scripts).unwrap();
    std::fs::write(scripts.join("a.lua"), SCRIPT).unwrap();
    let ticks = ["--ticks", "180", "--digest"];
    let fast = said(moonyard().arg("run").arg(&scripts).args(ticks));
    assert_eq!(fast.len(), 4, "{fast:?}");
    assert!(fast[3].starts_with("digest "), "{fast:?}");
    let play = || {
        let mut play = moonyard();
        play.arg("play").arg(&scripts).args(ticks).arg("--store").arg(temp.path().join("store"));
        play.arg("--bindings").arg(temp.path().join("bindings.toml"));
        play
    };
    assert_eq!(said(play().arg("--headless")), fast);
    assert_eq!(in_a_window(play(), temp.path()), fast);
}

/// What is said in a window on a display that nobody sees.
fn in_a_window(mut play: Command, runtime: &Path) -> Vec<String> {
    let display = Display::open();
    play.args(["--size", "320x180"]);
    said(play.env("DISPLAY", &display.name).env("XDG_RUNTIME_DIR", runtime))
}
