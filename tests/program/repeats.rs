//! The same scripts, presses and ticks give the same bits, in every process and on any number of threads.

use super::{Ran, moonyard};
use crate::common::{cookbook, own_scripts};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The folders of four scripts that are run: the cookbook's where they are, and ours.
fn folders() -> Vec<PathBuf> {
    let ours = (!own_scripts().is_empty()).then(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts"));
    cookbook().into_iter().chain(ours).collect()
}

/// The digest of a run of four scripts in a process of its own.
fn digest(folder: &Path, options: &str, threads: Option<&str>) -> String {
    let mut command = moonyard();
    command.arg("run").arg(folder).args(["--digest"]).args(options.split_whitespace());
    if let Some(threads) = threads {
        command.env("RAYON_NUM_THREADS", threads);
    }
    let ran = Ran::from(command.output().unwrap());
    assert_eq!(ran.code, 0, "{}", ran.err);
    let line = ran.out.lines().last().unwrap_or_default();
    let digest =
        line.strip_prefix("digest ").unwrap_or_else(|| panic!("no digest at the end of: {}", ran.out));
    assert!(digest.len() >= 16, "{digest}");
    digest.to_owned()
}

fn repeats_ten_times(options: &str) {
    for folder in folders() {
        let digests: BTreeSet<String> = (0..10).map(|_| digest(&folder, options, None)).collect();
        assert_eq!(digests.len(), 1, "{}: {digests:?}", folder.display());
    }
}

const PRESSES: &str =
    "--ticks 400 --press M@60 --press N@90 --press W@100+120 --press Space@150 --teleport 0.5,0.1,6.5@30";

#[test]
fn ten_runs_of_four_scripts_are_the_same_to_the_bit() {
    repeats_ten_times(PRESSES);
}

#[test]
fn ten_runs_with_reloads_are_the_same_to_the_bit() {
    repeats_ten_times(&format!(
        "{PRESSES} --reload maze.lua@80 --reload flocking.lua@120 --reload astar.lua@200 --reload terrain.lua@200 --reload astar.lua@300"
    ));
}

#[test]
fn the_number_of_threads_changes_nothing() {
    for folder in folders() {
        let digests: BTreeSet<String> =
            [Some("1"), Some("2"), Some("5"), None].map(|threads| digest(&folder, PRESSES, threads)).into();
        assert_eq!(digests.len(), 1, "{}: {digests:?}", folder.display());
    }
}

#[test]
fn anything_that_is_done_otherwise_gives_another_digest() {
    for folder in folders() {
        let all = [
            "--ticks 200",
            "--ticks 201",
            "--ticks 200 --press M@60",
            "--ticks 200 --press N@60",
            "--ticks 200 --press W@60",
            "--ticks 200 --press W@60+2",
            "--ticks 200 --press V@60",
            "--ticks 200 --teleport 3,0.1,3@60",
            "--ticks 200 --reload flocking.lua@60",
        ];
        let digests: BTreeSet<String> = all.iter().map(|options| digest(&folder, options, None)).collect();
        assert_eq!(digests.len(), all.len(), "{}", folder.display());
    }
}

#[test]
fn what_depends_on_the_order_of_a_tables_keys_repeats_in_every_process() {
    let folder = super::Folder::with(&[(
        "a.lua",
        "local t = {} for n = 1, 200 do t['key' .. n * 7919 % 1000] = n end
        for key in pairs(t) do print(key, math.random(1000)) end
        for name in pairs(physics) do print(name) end",
    )]);
    let prints: BTreeSet<String> = (0..5).map(|_| folder.run("run . --ticks 1 --digest").out).collect();
    assert_eq!(
        prints.len(),
        1,
        "Lua was built without the fixed seed of .cargo/config.toml: run `cargo clean -p mlua-sys` and build again"
    );
}

#[test]
fn a_pile_of_bodies_falls_the_same_on_any_number_of_threads() {
    let folder = super::Folder::with(&[(
        "pile.lua",
        "for n = 0, 799 do
            local make = n % 3 == 0 and physics.sphere or physics.box
            make { pos = Vec(n % 8 - 4, 1 + n // 64, n // 8 % 8 - 12), bounce = math.random(), friction = math.random(),
                radius = n % 3 == 0 and 0.3 or nil, size = n % 3 ~= 0 and Vec(0.4, 0.6, 0.5) or nil }
        end
        hook.Add('Contact', 'c', function(c) print(tick(), c.a, c.b, ('%a'):format(c.speed)) end)",
    )]);
    let said: BTreeSet<String> = [Some("1"), Some("2"), Some("2"), Some("4"), None]
        .map(|threads| {
            let mut command = moonyard();
            command.current_dir(folder.root()).args(["run", ".", "--ticks", "150", "--digest"]);
            if let Some(threads) = threads {
                command.env("RAYON_NUM_THREADS", threads);
            }
            let ran = Ran::from(command.output().unwrap());
            assert!(
                ran.code == 0 && ran.out.lines().count() > 500,
                "{} {}",
                ran.out.lines().count(),
                ran.err
            );
            ran.out
        })
        .into();
    assert_eq!(said.len(), 1);
}

#[test]
fn a_crowd_lives_the_same_on_any_number_of_threads_and_across_a_reload() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/crowds");
    for (script, options, reload) in [
        ("hunt.lua", "--ticks 240 --press W@10+90 --press D@60+60", "--reload hunt.lua@150"),
        ("shoal.lua", "--ticks 60 --press W@5+50 --press F@12", "--reload shoal.lua@20"),
    ] {
        for options in [options, &format!("{options} {reload}")] {
            let digests: BTreeSet<String> =
                ["1", "2", "4"].map(|threads| digest(&folder.join(script), options, Some(threads))).into();
            assert_eq!(digests.len(), 1, "{script} {options}: {digests:?}");
        }
        let otherwise = digest(&folder.join(script), &options.replace("W@", "S@"), None);
        assert_ne!(otherwise, digest(&folder.join(script), options, None), "who is near is part of it");
    }
}

#[test]
fn objects_as_keys_are_walked_in_the_same_order_in_every_process() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("keys.lua");
    let text = "local set, order = {}, {}
        for n = 1, 200 do
            set[{ n }], set[function() return n end] = n, -n
            set[coroutine.create(print)], set[Vec(n)] = n * 1000, n / 2
        end
        for _, value in pairs(set) do order[#order + 1] = value end
        print(table.concat(order, ' '))";
    std::fs::write(&script, text).unwrap();
    let run = || Ran::from(moonyard().arg("run").arg(&script).args(["--ticks", "1"]).output().unwrap()).out;
    let first = run();
    assert!(first.len() > 1_000, "{first}");
    for _ in 0..4 {
        assert_eq!(run(), first);
    }
}

#[test]
fn what_scripts_share_and_keep_is_part_of_the_digest() {
    let folder = tempfile::tempdir().unwrap();
    let text = "input.define('a.shared', 'a', 'K') input.define('a.state', 'a', 'L')
        hook.Add('Think', 'a', function()
            if input.pressed('a.shared') then shared.n = { deep = 1 } end
            if input.pressed('a.state') then state.n = 1 end
        end)";
    std::fs::write(folder.path().join("a.lua"), text).unwrap();
    let digests: BTreeSet<String> = ["", "--press K@1", "--press L@1"]
        .map(|press| digest(folder.path(), &format!("--ticks 5 {press}"), None))
        .into();
    assert_eq!(digests.len(), 3);
}
