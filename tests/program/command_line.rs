//! Options, messages and exit codes: 0 if all is well, 1 if a script raised, 2 if it could not be done.

use super::{Folder, Ran, moonyard};

#[track_caller]
fn fine(ran: &Ran) {
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.out);
}

/// It could not be done, was said in these words, and nothing was printed.
#[track_caller]
fn cannot(ran: &Ran, parts: &[&str]) {
    assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{}", ran.err);
    for part in parts {
        assert!(ran.err.contains(part), "`{part}` is not in: {}", ran.err);
    }
    assert!(!ran.err.contains("panicked") && !ran.err.contains("Os {"), "{}", ran.err);
}

/// A script raised, was said in these words, and the run went on to its end.
#[track_caller]
fn raised(ran: &Ran, parts: &[&str]) {
    assert_eq!(ran.code, 1, "{}", ran.err);
    for part in parts {
        assert!(ran.err.contains(part), "`{part}` is not in: {}", ran.err);
    }
}

const TELLS: &str = "print('loaded') timer.Simple(1, function() print('one second') end)";

#[test]
fn a_folder_a_file_and_several_of_them_are_run() {
    let folder = Folder::with(&[("a.lua", "print('a')"), ("b.lua", "print('b')"), ("note.txt", "no script")]);
    let ran = folder.run("run . --ticks 1");
    fine(&ran);
    assert_eq!(ran.out, "a.lua: a\nb.lua: b\n");
    let ran = folder.run("run b.lua --ticks 1");
    assert_eq!((ran.code, ran.out.as_str()), (0, "b.lua: b\n"));
    let ran = folder.run("run b.lua a.lua --ticks 0");
    assert_eq!((ran.code, ran.out.as_str()), (0, "a.lua: a\nb.lua: b\n"));
}

#[test]
fn files_load_in_byte_order_of_their_names() {
    let names =
        ["B.lua", "a.lua", "a1.lua", "a10.lua", "a2.lua", "cl_x.lua", "sh_x.lua", "sv_x.lua", "é.lua"];
    let files: Vec<(&str, &str)> = names.iter().rev().map(|name| (*name, "print('x')")).collect();
    let ran = Folder::with(&files).run("run . --ticks 0");
    assert_eq!(ran.out, names.map(|name| format!("{name}: x\n")).concat());
}

#[test]
fn the_folder_scripts_is_what_runs_when_none_is_named() {
    let folder = Folder::new();
    cannot(&folder.run("run --ticks 1"), &["there is no folder `scripts` here", "name a script or a folder"]);
    std::fs::create_dir(folder.path("scripts")).unwrap();
    folder.write("scripts/a.lua", TELLS);
    let ran = folder.run("run --ticks 60");
    fine(&ran);
    assert_eq!(ran.out, "a.lua: loaded\na.lua: one second\n");
}

#[test]
fn a_missing_file_or_folder_is_named() {
    let folder = Folder::new();
    for command in ["run maze.lua --ticks 1", "play maze.lua --headless --ticks 1", "test maze.lua"] {
        cannot(&folder.run(command), &["maze.lua", "no such file or folder"]);
    }
    cannot(&folder.run("run no/such/folder --ticks 1"), &["no/such/folder", "no such file or folder"]);
    folder.write("a.lua", "");
    cannot(&folder.run("run a.lua b.lua --ticks 1"), &["b.lua"]);
    assert!(!folder.run("test maze.lua").err.contains("os error"), "the system's words say no more");
}

#[test]
fn a_word_that_is_neither_a_command_nor_a_file_gets_the_list_of_commands() {
    let folder = Folder::with(&[("a.lua", "print('a')")]);
    for word in ["tset", "help", "version"] {
        let ran = folder.run(word);
        cannot(&ran, &[word, "no such command: those are play, run, replay and test", "moonyard --help"]);
        assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
    }
    std::fs::create_dir(folder.path("help")).unwrap();
    folder.write("help/b.lua", "print('b')");
    let ran = folder.run("help --headless --ticks 1");
    assert_eq!((ran.code, ran.out.as_str()), (0, "b.lua: b\n"));
}

#[test]
fn a_test_that_is_run_as_a_script_names_the_command_that_runs_tests() {
    let folder = Folder::with(&[("a_test.lua", "test('it', function() end)")]);
    let ran = folder.run("run a_test.lua --ticks 1");
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("a_test.lua:1: attempt to call a nil value (global 'test')"), "{}", ran.err);
    assert!(ran.err.contains("tests are run by `moonyard test`"), "{}", ran.err);
    fine(&folder.run("test a_test.lua"));
    // A folder with nothing but tests has no scripts, and the message says which files are meant.
    assert!(folder.run("run . --ticks 1").err.contains("end in _test.lua are tests"));
}

#[test]
#[cfg(unix)]
fn what_cannot_be_read_is_told_of_and_only_what_was_named_itself_ends_the_run() {
    let folder = Folder::with(&[("ok.lua", "print('ok')"), ("big.lua", &" ".repeat(17_000_000))]);
    std::os::unix::fs::symlink("loop.lua", folder.path("loop.lua")).unwrap();
    let ran = folder.run("run . --ticks 1");
    assert_eq!((ran.code, ran.out.as_str()), (0, "ok.lua: ok\n"));
    assert!(ran.err.contains("big.lua: this file is larger than 16 MiB"), "{}", ran.err);
    assert!(ran.err.contains("loop.lua: this file cannot be read"), "{}", ran.err);
    cannot(&folder.run("run big.lua ok.lua --ticks 1"), &["big.lua: this file is larger than 16 MiB"]);
    cannot(&folder.run("run loop.lua --ticks 1"), &["loop.lua"]);
    cannot(&folder.run("run /dev/null --ticks 1"), &["/dev/null: expected a script or a folder of scripts"]);
}

#[test]
fn two_scripts_of_one_name_are_refused() {
    let folder = Folder::with(&[("a.lua", "")]);
    std::fs::create_dir(folder.path("other")).unwrap();
    folder.write("other/a.lua", "");
    cannot(&folder.run("run a.lua other --ticks 1"), &["two scripts are called a.lua", "rename one"]);
    fine(&Folder::with(&[("a.lua", "print()")]).run("run . --ticks 0"));
}

#[test]
fn a_folder_without_scripts_is_told_of_and_is_no_error() {
    let folder = Folder::with(&[("readme.txt", "x"), ("a_test.lua", "error('a test is no script')")]);
    let ran = folder.run("run . --ticks 1");
    assert_eq!((ran.code, ran.out.as_str()), (0, ""));
    assert!(ran.err.contains("there are no scripts in .") && ran.err.contains(".lua"), "{}", ran.err);
    assert_eq!(ran.err.lines().count(), 1);
}

#[test]
fn a_folder_without_scripts_beside_one_with_some_is_told_of_too() {
    let folder = Folder::with(&[("a.lua", "print('a')")]);
    std::fs::create_dir(folder.path("empty")).unwrap();
    let ran = folder.run("run empty ./ --ticks 0");
    assert_eq!((ran.code, ran.out.as_str()), (0, "a.lua: a\n"));
    assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
    assert!(ran.err.contains("no scripts in empty"));
}

#[test]
fn an_empty_script_is_told_of_and_is_no_error() {
    let folder = Folder::with(&[("a.lua", ""), ("b.lua", " \n"), ("c.lua", "print('c')")]);
    let ran = folder.run("run . --ticks 1");
    assert_eq!((ran.code, ran.out.as_str()), (0, "c.lua: c\n"));
    assert!(ran.err.contains("a.lua: it is empty") && ran.err.contains("b.lua: it is empty"), "{}", ran.err);
}

#[test]
fn a_script_that_is_not_utf8_is_told_of_with_its_line_and_the_others_run() {
    let folder = Folder::with(&[("b.lua", TELLS)]);
    std::fs::write(folder.path("a.lua"), b"-- fine\n-- caf\xe9\n").unwrap();
    let ran = folder.run("run . --ticks 60");
    raised(&ran, &["a.lua:2: this is not UTF-8 text; save the file as UTF-8"]);
    assert_eq!(ran.out, "b.lua: loaded\nb.lua: one second\n");
}

#[test]
fn an_error_in_the_first_line_does_not_stop_the_others() {
    for (text, message) in [
        ("nothing.x = 1", "a.lua:1: attempt to index a nil value (global 'nothing')"),
        ("local x = = 3", "a.lua:1: unexpected symbol near '='"),
        ("error('oh')", "a.lua:1: oh"),
        ("physics.box { size = -1 }", "a.lua:1: physics.box: size.x must be at least 0.02, got -1"),
        ("print('unfinished", "a.lua:1: unfinished string"),
        ("if true then", "a.lua:1: 'end' expected near <eof>"),
    ] {
        let ran = Folder::with(&[("a.lua", text), ("b.lua", TELLS)]).run("run . --ticks 60 --digest");
        raised(&ran, &[message, "in loading"]);
        assert!(ran.out.starts_with("b.lua: loaded\nb.lua: one second\ndigest "), "{}", ran.out);
        assert!(ran.err.starts_with(message), "the name is told twice: {}", ran.err);
    }
}

#[test]
fn an_error_in_think_and_in_a_timer_does_not_stop_the_others() {
    let think = "hook.Add('Think', 'mine', function()\n  local t = nil\n  t.x = 1\nend)";
    let ran = Folder::with(&[("a.lua", think), ("b.lua", TELLS)]).run("run . --ticks 60");
    raised(&ran, &["a.lua:3: attempt to index a nil value (local 't')", "hook Think \"mine\"", "10 times"]);
    assert_eq!(ran.out, "b.lua: loaded\nb.lua: one second\n");
    let timer = "timer.Create('mine', 0.1, 0, function()\n  error('oh')\nend)";
    let ran = Folder::with(&[("a.lua", timer), ("b.lua", TELLS)]).run("run . --ticks 60");
    raised(&ran, &["a.lua:2: oh", "timer \"mine\""]);
    assert_eq!(ran.out, "b.lua: loaded\nb.lua: one second\n");
    let shutdown = "hook.Add('Shutdown', 'mine', function() error('late') end)";
    raised(&Folder::with(&[("a.lua", shutdown)]).run("run . --ticks 1"), &["a.lua:1: late", "hook Shutdown"]);
}

#[test]
fn a_script_that_catches_its_errors_is_fine() {
    fine(&Folder::with(&[("a.lua", "pcall(error, 'x') pcall(physics.remove, 3)")]).run("run . --ticks 1"));
}

#[test]
fn prints_go_to_standard_output_and_the_rest_to_standard_error() {
    let folder = Folder::with(&[("a.lua", "print('one', 2) error('three')")]);
    let ran = folder.run("run . --ticks 1");
    assert_eq!(ran.out, "a.lua: one\t2\n");
    assert!(ran.err.starts_with("a.lua:1: three\n"), "{}", ran.err);
    assert!(
        !ran.err.contains('\r') && !ran.err.contains('\u{1b}'),
        "progress or colours in a pipe: {:?}",
        ran.err
    );
}

#[test]
fn every_print_has_its_scripts_name_even_one_that_begins_with_it() {
    let folder = Folder::with(&[("a.lua", "print('a.lua: x') print('') print('b.lua:1: y')")]);
    assert_eq!(folder.run("run . --ticks 0").out, "a.lua: a.lua: x\na.lua: \na.lua: b.lua:1: y\n");
}

#[test]
fn an_option_that_nothing_reads_is_told_of_with_its_line() {
    let folder = Folder::with(&[("a.lua", "\nphysics.box { postion = Vec(1, 2, 3) }")]);
    let ran = folder.run("run . --ticks 0");
    assert_eq!((ran.code, ran.out.as_str()), (0, ""));
    assert!(ran.err.starts_with("a.lua:2: physics.box: it has no option \"postion\""), "{}", ran.err);
}

#[test]
fn a_script_named_twice_runs_once() {
    let folder = Folder::with(&[("a.lua", "print('a')")]);
    assert_eq!(folder.run("run . a.lua ./a.lua . --ticks 0").out, "a.lua: a\n");
}

#[test]
fn the_program_without_a_command_or_a_display_plays_the_folder_scripts() {
    use std::io::{BufRead, BufReader};
    use std::process::Stdio;
    let folder = Folder::new();
    std::fs::create_dir(folder.path("scripts")).unwrap();
    folder.write("scripts/a.lua", TELLS);
    let mut child =
        moonyard().current_dir(folder.root()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let said: Vec<String> =
        BufReader::new(child.stdout.take().unwrap()).lines().take(2).map(|line| line.unwrap()).collect();
    let told = BufReader::new(child.stderr.take().unwrap()).lines().next().unwrap().unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(said, ["a.lua: loaded", "a.lua: one second"]);
    assert!(told.contains("there is no display"), "{told}");
}

/// Without a driver for Vulkan and without one for OpenGL.
#[test]
#[cfg(target_os = "linux")]
fn a_picture_without_any_graphics_says_what_to_install() {
    let folder = Folder::with(&[("a.lua", "print('a')")]);
    let no_drivers = ["VK_DRIVER_FILES", "VK_ICD_FILENAMES", "__EGL_VENDOR_LIBRARY_FILENAMES"];
    let ran: Ran = moonyard()
        .current_dir(folder.root())
        .args(["run", ".", "--ticks", "1", "--shot", "x.png"])
        .envs(no_drivers.map(|name| (name, "/nowhere.json")))
        .output()
        .unwrap()
        .into();
    assert_eq!(ran.code, 2, "{}", ran.err);
    assert!(ran.err.contains("mesa-vulkan-drivers") && !folder.path("x.png").exists(), "{}", ran.err);
    let ran: Ran = moonyard()
        .current_dir(folder.root())
        .args(["run", ".", "--ticks", "1"])
        .envs(no_drivers.map(|name| (name, "/nowhere.json")))
        .output()
        .unwrap()
        .into();
    fine(&ran);
}

#[test]
fn a_run_takes_ten_seconds_unless_another_number_of_ticks_is_named() {
    let count = "hook.Add('Tick', 'c', function(dt, tick) state.n = tick end)
        hook.Add('Shutdown', 'c', function() print(state.n) end)";
    let folder = Folder::with(&[("a.lua", count)]);
    for (options, ticks) in [("", 600), ("--ticks 7", 7)] {
        let ran = folder.run(&format!("run a.lua {options}"));
        fine(&ran);
        assert_eq!((ran.out, ran.err), (format!("a.lua: {ticks}\n"), String::new()));
    }
    assert!(folder.run("run --help").out.contains("[default: 600]"));
    // Long enough for all that these have to tell.
    for script in ["arrive", "graze", "hand", "seek", "wander"] {
        let script = format!("{}/scripts/steering/{script}.lua", env!("CARGO_MANIFEST_DIR"));
        let (ran, longer) =
            (folder.run(&format!("run {script}")), folder.run(&format!("run {script} --ticks 900")));
        assert!(ran.code == 0 && ran.out.lines().count() > 8, "{script}: {} {}", ran.out, ran.err);
        assert_eq!(ran.out, longer.out, "{script}");
    }
}

#[test]
fn unknown_keys_ticks_sizes_and_places_are_refused_with_what_is_right() {
    let folder = Folder::with(&[("a.lua", "print('ran')")]);
    for (options, parts) in [
        ("--ticks -5", &["ticks are a whole number of 0 or more, got -5"][..]),
        ("--ticks many", &["ticks are a whole number", "many"]),
        ("--ticks 1.5", &["ticks are a whole number", "1.5"]),
        ("--ticks 99999999999999999999", &["ticks are a whole number"]),
        ("--ticks", &["--ticks"]),
        ("--ticks 1 --press Hyper@3", &["no key named `Hyper`", "A–Z"]),
        ("--ticks 1 --press M", &["KEY@TICK", "M@60"]),
        ("--ticks 1 --press M@-3", &["-3"]),
        ("--ticks 1 --press M@1+0", &["at least one tick"]),
        ("--ticks 1 --press @1", &["no key named"]),
        ("--ticks 1 --teleport 1,2@3", &["X,Y,Z@TICK", "`1,2` is not three numbers"]),
        ("--ticks 1 --teleport 1,2,x@3", &["not three numbers"]),
        ("--ticks 1 --teleport 1,2,nan@3", &["not three numbers"]),
        ("--ticks 1 --teleport 1,2,3", &["has no @"]),
        ("--ticks 1 --reload a.lua", &["NAME@TICK"]),
        ("--ticks 1 --reload b.lua@1", &["no script named b.lua"]),
        ("--ticks 1 --size 12", &["WIDTHxHEIGHT", "1280x720"]),
        ("--ticks 1 --size 0x10", &["WIDTHxHEIGHT"]),
        ("--ticks 1 --sise 10x10", &["--sise"]),
    ] {
        cannot(&folder.run(&format!("run . {options}")), parts);
    }
    cannot(&folder.run("jump"), &["jump"]);
}

#[test]
fn a_teleport_out_of_the_world_is_refused() {
    let ran = Folder::with(&[("a.lua", "")]).run("run . --ticks 5 --teleport 1e9,0,0@2");
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("--teleport: ") && ran.err.contains("10000"), "{}", ran.err);
}

#[test]
fn a_file_that_could_not_be_written_is_told_of_before_the_run() {
    let folder = Folder::with(&[("a.lua", "print('ran')")]);
    for option in ["--shot", "--bodies"] {
        let ran = folder.run(&format!("run . --ticks 1 {option} no/such/x.png"));
        cannot(&ran, &["no/such/x.png", "the folder no/such does not exist"]);
        cannot(&folder.run(&format!("run . --ticks 1 {option} .")), &["this is a folder"]);
    }
    let ran = folder.run("run . --ticks 1 --shot x.png --size 99999x99999");
    assert!(ran.code == 2 && ran.err.contains("99999") && !folder.path("x.png").exists(), "{}", ran.err);
    cannot(&folder.run("run . --ticks 1 --bodies a.lua/x.json"), &["a.lua"]);
}

#[test]
#[cfg(unix)]
fn a_file_that_may_not_be_written_is_told_of() {
    let folder = Folder::with(&[("a.lua", "")]);
    for option in ["--bodies", "--shot"] {
        let ran = folder.run(&format!("run . --ticks 1 {option} /proc/moonyard.png"));
        assert_eq!(ran.code, 2, "{}", ran.err);
        assert!(ran.err.contains("/proc/moonyard.png"), "{}", ran.err);
    }
}

#[test]
fn keys_are_pressed_and_the_player_is_moved_at_their_ticks() {
    let folder = Folder::with(&[(
        "a.lua",
        "input.define('m', 'M', 'M') hook.Add('Think', 'x', function()
            if input.pressed('m') then print('pressed', tick()) end
            if input.released('m') then print('released', tick()) end
            if tick() == 8 then print(player.position()) end
        end)",
    )]);
    let ran = folder.run("run . --ticks 12 --press m@3 --press M@6+4 --teleport -3,5,2.5@8");
    fine(&ran);
    assert_eq!(
        ran.out,
        "a.lua: pressed\t3\na.lua: released\t4\na.lua: pressed\t6\na.lua: Vec(-3.000, 5.000, 2.500)\na.lua: released\t10\n"
    );
    let ran = folder.run_with(&["run", ".", "--ticks", "2", "--press", "Left Shift@1", "--press", "M@0"]);
    assert_eq!(ran.out, "a.lua: pressed\t1\na.lua: released\t2\n");
}

#[test]
fn a_script_is_loaded_again_at_its_tick() {
    let folder = Folder::with(&[("a.lua", "state.n = (state.n or 0) + 1 print(state.n, tick())")]);
    let ran = folder.run("run . --ticks 20 --reload a.lua@5 --reload a.lua@15");
    fine(&ran);
    assert_eq!(ran.out, "a.lua: 1\t0\na.lua: 2\t4\na.lua: 3\t14\n");
}

#[test]
fn the_bodies_are_written_as_json() {
    let folder = Folder::with(&[(
        "a.lua",
        "physics.box { pos = Vec(1, 2, 3), size = Vec(4, 5, 6), static = true, color = Vec(0.25, 0.5, 1), visible = false }
        physics.sphere { pos = Vec(0, 9, 0), radius = 0.5, velocity = Vec(1, 0, 0) }",
    )]);
    let ran = folder.run("run . --ticks 0 --bodies out.json");
    assert_eq!((ran.code, ran.out.as_str()), (0, ""));
    let text = std::fs::read_to_string(folder.path("out.json")).unwrap();
    let bodies: Vec<serde_json::Value> = serde_json::from_str(&text).unwrap();
    assert_eq!(bodies.len(), 24);
    let of = |script: &serde_json::Value| {
        bodies.iter().filter(|body| &body["script"] == script).cloned().collect::<Vec<_>>()
    };
    assert_eq!(of(&serde_json::Value::Null).len(), 22);
    let id = bodies[22]["id"].as_i64().unwrap();
    let expected = serde_json::json!([
        { "id": id, "script": "a.lua", "shape": "box", "size": [4.0, 5.0, 6.0], "pos": [1.0, 2.0, 3.0],
          "velocity": [0.0, 0.0, 0.0], "color": [0.25, 0.5, 1.0], "static": true, "visible": false },
        { "id": id + 1, "script": "a.lua", "shape": "sphere", "radius": 0.5, "pos": [0.0, 9.0, 0.0],
          "velocity": [1.0, 0.0, 0.0], "color": [0.8, 0.8, 0.8], "static": false, "visible": true },
    ]);
    assert_eq!(serde_json::Value::from(of(&"a.lua".into())), expected);
}

#[test]
fn no_ticks_at_all_still_load_and_shut_down() {
    let folder = Folder::with(&[(
        "a.lua",
        "for _, e in ipairs { 'Init', 'Think', 'Shutdown' } do hook.Add(e, 'x', function() print(e) end) end",
    )]);
    assert_eq!(folder.run("run . --ticks 0").out, "a.lua: Shutdown\n");
    assert_eq!(folder.run("run . --ticks 1").out, "a.lua: Init\na.lua: Think\na.lua: Shutdown\n");
}

#[test]
fn help_and_version_are_no_errors() {
    let folder = Folder::new();
    for (arguments, part) in [
        ("--help", "play"),
        ("run --help", "--press"),
        ("test --help", "--filter"),
        ("--version", "moonyard"),
    ] {
        let ran = folder.run(arguments);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""));
        assert!(ran.out.contains(part), "{}", ran.out);
    }
}

#[test]
fn a_reader_that_goes_away_is_no_panic() {
    use std::process::Stdio;
    let folder = Folder::with(&[("a.lua", "hook.Add('Think', 'x', function() print(('x'):rep(1000)) end)")]);
    let mut child = moonyard()
        .current_dir(folder.root())
        .args(["run", ".", "--ticks", "500"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert!(!err.contains("panicked"), "{err}");
}

#[test]
fn playing_without_a_display_says_so_and_plays() {
    let folder = Folder::with(&[("a.lua", TELLS)]);
    let ran = folder.run("play . --headless --ticks 70");
    fine(&ran);
    assert_eq!(ran.out, "a.lua: loaded\na.lua: one second\n");
    // The same where nobody asked for it: `--ticks` is no matter of a window.
    let ran = folder.run("play . --ticks 70");
    assert_eq!((ran.code, ran.out.as_str()), (0, "a.lua: loaded\na.lua: one second\n"), "{}", ran.err);
    assert!(
        ran.err.starts_with("moonyard: there is no display here, so this plays without a window"),
        "{}",
        ran.err
    );
    raised(&Folder::with(&[("a.lua", "error('oh')")]).run("play . --headless --ticks 2"), &["a.lua:1: oh"]);
}

#[test]
#[cfg(target_os = "linux")]
fn results_that_cannot_be_written_are_told_and_a_reader_that_went_away_is_fine() {
    let folder = Folder::with(&[(
        "a.lua",
        "hook.Add('Tick', 'a', function(_, tick) print(tick, ('x'):rep(1000)) end)",
    )]);
    let run = |arguments: &[&str]| -> Ran {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        moonyard().current_dir(folder.root()).args(arguments).stdout(full).output().unwrap().into()
    };
    for arguments in [&["run", "a.lua", "--ticks", "3"][..], &["run", ".", "--ticks", "0", "--digest"]] {
        let ran = run(arguments);
        assert_eq!(ran.code, 2, "{}", ran.err);
        assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
        assert!(
            ran.err.starts_with("moonyard: standard output cannot be written (No space left on device"),
            "{}",
            ran.err
        );
    }
    // Nothing to print is nothing lost.
    assert_eq!(run(&["run", "a.lua", "--ticks", "0"]).code, 0);
    let mut child = moonyard()
        .current_dir(folder.root())
        .args(["run", "a.lua", "--ticks", "300"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let ran = Ran::from(child.wait_with_output().unwrap());
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
}

#[test]
fn a_first_line_for_the_shell_is_no_lua_and_the_lines_after_it_keep_their_numbers() {
    let folder = Folder::with(&[
        (
            "a.lua",
            "#!/usr/bin/env -S moonyard run\nprint('a')\nhook.Add('Tick', 'a', function() error('oh') end)",
        ),
        ("b_test.lua", "#!moonyard\ntest('b', function() expect(1):is(2) end)"),
    ]);
    let ran = folder.run("run . --ticks 1");
    raised(&ran, &["a.lua:3: oh"]);
    assert_eq!(ran.out, "a.lua: a\n");
    let ran = folder.run("test .");
    assert!(ran.code == 1 && ran.out.contains("b_test.lua:2:"), "{}{}", ran.out, ran.err);
}

#[test]
fn the_lines_of_a_long_print_are_indented_so_that_none_looks_like_another_scripts() {
    let folder = Folder::with(&[("a.lua", "print('one\\nb.lua: two\\n\\nthree\\n') print('four')")]);
    let ran = folder.run("run . --ticks 1");
    assert_eq!(ran.out, "a.lua: one\n    b.lua: two\n\n    three\n\na.lua: four\n");
}
