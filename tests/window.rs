//! The window, driven from outside: a display that nobody sees, and real key, mouse and window events.
//!
//! These tests need Xvfb, xdotool and a graphics driver, and fail without them.

#[path = "common/display.rs"]
mod display;

use display::{Display, Process};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// Far more than anything here takes.
const PATIENCE: Duration = Duration::from_secs(60);

impl Display {
    /// Runs xdotool and returns what it printed.
    fn tool(&self, arguments: &[&str]) -> String {
        let output = Command::new("xdotool")
            .args(arguments)
            .env("DISPLAY", &self.name)
            .output()
            .expect("xdotool is needed for this test: apt-get install xdotool");
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }

    /// Waits for the game's window and gives it the keyboard, since there is no window manager to do so.
    fn window(&self) -> String {
        let window = until("the window", || {
            let found = self.tool(&["search", "--onlyvisible", "--name", "Moonyard"]);
            found.lines().next().map(str::to_owned)
        });
        self.tool(&["windowfocus", "--sync", &window]);
        window
    }
}

fn until<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(start.elapsed() < PATIENCE, "{what} did not come");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// The game in a window, and the lines that it prints.
struct Game {
    process: Process,
    lines: Receiver<String>,
    runtime: tempfile::TempDir,
}

impl Game {
    fn start(display: &Display, scripts: &Path) -> Game {
        Game::start_with(display, &["play", scripts.to_str().unwrap()])
    }

    fn start_with(display: &Display, arguments: &[&str]) -> Game {
        let mut command = Command::new(env!("CARGO_BIN_EXE_moonyard"));
        command.args(arguments);
        Game::start_command(display, command)
    }

    fn start_command(display: &Display, command: Command) -> Game {
        Game::start_sized(display, command, "320x180")
    }

    fn start_sized(display: &Display, mut command: Command, size: &str) -> Game {
        let runtime = tempfile::tempdir().unwrap();
        let mut child = command
            .args(["--size", size])
            .env("DISPLAY", &display.name)
            .env("XDG_CONFIG_HOME", runtime.path())
            .env_remove("WAYLAND_DISPLAY")
            .env("XDG_RUNTIME_DIR", runtime.path())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the game, or umockdev (apt-get install umockdev), did not start");
        let stdout = child.stdout.take().unwrap();
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                let _ = sender.send(line);
            }
        });
        Game { process: Process(child), lines, runtime }
    }

    /// Reads lines up to one that satisfies the test, and returns it.
    fn line(&self, what: &str, wanted: impl Fn(&str) -> bool) -> String {
        let (start, mut others) = (Instant::now(), Vec::new());
        while start.elapsed() < PATIENCE {
            match self.lines.recv_timeout(Duration::from_secs(1)) {
                Ok(line) if wanted(&line) => return line,
                Ok(line) => others.push(line),
                Err(std::sync::mpsc::RecvTimeoutError::Timeout) => {}
                Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => {
                    panic!("the game ended before {what}")
                }
            }
        }
        panic!("{what} was not printed, but {others:?}");
    }

    fn exit_code(&mut self) -> Option<i32> {
        let status = until("the end", || self.process.0.try_wait().unwrap());
        assert!(self.runtime.path().exists());
        status.code()
    }
}

const SCRIPT: &str = r#"
input.define("test.say", "Say something", "M")
hook.Add("Think", "test.say", function()
  if input.pressed("test.say") then print("pressed") end
end)
local walked
hook.Add("Tick", "test.walk", function()
  local p = player.position()
  if not walked and p.z < 5 then
    walked = true
    print("walked straight ahead", math.abs(p.x) < 0.01)
  end
end)
local turned
hook.Add("Tick", "test.turn", function()
  local f = player.facing()
  if not turned and f.x > 0.5 then
    turned = true
    print("turned right")
  end
end)
hook.Add("Shutdown", "test.end", function() print("closing") end)
print("ready")
"#;

#[test]
fn keys_walk_and_act_the_mouse_turns_and_closing_the_window_ends_the_game() {
    let scripts = tempfile::tempdir().unwrap();
    std::fs::write(scripts.path().join("test.lua"), SCRIPT).unwrap();
    let display = Display::open();
    let mut game = Game::start(&display, scripts.path());
    game.line("ready", |line| line == "test.lua: ready");
    let window = display.window();

    display.tool(&["keydown", "m"]);
    game.line("a key press", |line| line == "test.lua: pressed");
    display.tool(&["keyup", "m"]);

    display.tool(&["keydown", "w"]);
    game.line("a walk", |line| line == "test.lua: walked straight ahead\ttrue");
    display.tool(&["keyup", "w"]);

    display.tool(&["mousemove", "--window", &window, "160", "90", "click", "1"]);
    let turned = until("a turn", || {
        display.tool(&["mousemove_relative", "20", "0"]);
        game.lines.try_recv().ok().filter(|line| line == "test.lua: turned right")
    });
    assert_eq!(turned, "test.lua: turned right");

    display.tool(&["key", "Escape"]);
    std::fs::write(scripts.path().join("test.lua"), "print('reloaded in the window')").unwrap();
    game.line("the reload", |line| line == "test.lua: reloaded in the window");
    std::fs::write(scripts.path().join("test.lua"), SCRIPT).unwrap();
    game.line("the second reload", |line| line == "test.lua: ready");

    display.tool(&["windowclose", &window]);
    game.line("the end", |line| line == "test.lua: closing");
    assert_eq!(game.exit_code(), Some(0));
}

#[test]
fn what_was_played_in_the_window_replays_to_the_bit_without_one_and_in_one() {
    let folder = tempfile::tempdir().unwrap();
    let (scripts, file) = (folder.path().join("scripts"), folder.path().join("a.recording"));
    std::fs::create_dir(&scripts).unwrap();
    let script = scripts.join("test.lua");
    std::fs::write(&script, SCRIPT).unwrap();
    let display = Display::open();
    let (scripts, file) = (scripts.to_str().unwrap(), file.to_str().unwrap());
    let mut game = Game::start_with(&display, &["play", scripts, "--record", file]);
    game.line("ready", |line| line == "test.lua: ready");
    let window = display.window();
    display.tool(&["key", "m"]);
    game.line("a key press", |line| line == "test.lua: pressed");
    display.tool(&["mousemove", "--window", &window, "160", "90", "click", "1"]);
    until("a turn", || {
        display.tool(&["mousemove_relative", "20", "3"]);
        game.lines.try_recv().ok().filter(|line| line == "test.lua: turned right")
    });
    std::fs::write(&script, format!("{SCRIPT} physics.sphere {{}}")).unwrap();
    game.line("the reload", |line| line == "test.lua: ready");
    display.tool(&["keydown", "w"]);
    std::thread::sleep(Duration::from_millis(300));
    display.tool(&["windowclose", &window]);
    game.line("the end", |line| line == "test.lua: closing");
    assert_eq!(game.exit_code(), Some(0));

    std::fs::write(&script, SCRIPT).unwrap();
    let text = std::fs::read_to_string(file).unwrap();
    assert!(text.contains("\ndown M\n") && text.contains("\nframe ") && text.contains("\ntext "), "{text}");
    let same = |line: &str| line.ends_with(" ticks: the same to the last bit");
    for headless in [&["--headless"][..], &[]] {
        let mut replay = Game::start_with(&display, &[&["replay", file, scripts][..], headless].concat());
        replay.line("the key press", |line| line == "test.lua: pressed");
        replay.line("the turn", |line| line == "test.lua: turned right");
        replay.line("the reload", |line| line == "test.lua: ready");
        replay.line("the same end", same);
        assert_eq!(replay.exit_code(), Some(0));
    }
}

#[test]
fn what_was_played_in_the_window_becomes_a_film_when_it_is_closed() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("test.lua"), SCRIPT).unwrap();
    let film = folder.path().join("walk.png");
    let display = Display::open();
    let file = film.to_str().unwrap();
    let mut game = Game::start_with(
        &display,
        &["play", folder.path().to_str().unwrap(), "--film", file, "--film-size", "96x54", "--from", "0.1"],
    );
    game.line("ready", |line| line == "test.lua: ready");
    let window = display.window();
    display.tool(&["keydown", "w"]);
    game.line("a walk", |line| line == "test.lua: walked straight ahead\ttrue");
    display.tool(&["keyup", "w"]);
    assert!(!film.exists());
    display.tool(&["windowclose", &window]);
    game.line("the end", |line| line == "test.lua: closing");
    assert_eq!(game.exit_code(), Some(0));
    let mut reader =
        png::Decoder::new(BufReader::new(std::fs::File::open(film).unwrap())).read_info().unwrap();
    assert_eq!((reader.info().width, reader.info().height), (96, 54));
    let count = reader.info().animation_control.unwrap().num_frames;
    assert!(count >= 5, "{count}");
    let mut frames = std::collections::BTreeSet::new();
    for _ in 0..count {
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        frames.insert(pixels);
    }
    assert!(frames.len() >= 4, "who walks sees {} pictures in {count} frames", frames.len());
}

#[test]
fn a_window_closes_after_so_many_ticks() {
    let folder = tempfile::tempdir().unwrap();
    let script = "hook.Add('Tick', 't', function(dt, tick) state.n = tick end)
        hook.Add('Shutdown', 't', function() print(state.n) end)";
    std::fs::write(folder.path().join("test.lua"), script).unwrap();
    let display = Display::open();
    let mut game = Game::start_with(&display, &["play", folder.path().to_str().unwrap(), "--ticks", "23"]);
    game.line("the last tick", |line| line == "test.lua: 23");
    assert_eq!(game.exit_code(), Some(0));
}

#[test]
#[cfg(target_os = "linux")]
fn a_gamepad_of_the_system_sets_actions_off_once_the_window_has_the_focus() {
    use std::fmt::Write;
    let folder = tempfile::tempdir().unwrap();
    let script = "hook.Add('Think', 'j', function() if input.pressed('jump') then print('jumped') end end) print('ready')";
    std::fs::write(folder.path().join("test.lua"), script).unwrap();
    // Somebody presses A five times a second, for as long as it takes.
    let mut events = String::new();
    for press in 0..10 * PATIENCE.as_secs() {
        let (seconds, tenth) = (press / 10, press % 10);
        let down = (press + 1) % 2;
        let _ = writeln!(
            events,
            "E: {seconds}.{tenth}00000 0001 0130 {down}\nE: {seconds}.{tenth}00000 0000 0000 0"
        );
    }
    let file = folder.path().join("a.events");
    std::fs::write(&file, events).unwrap();
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/pad");
    let mut command = Command::new("umockdev-run");
    command
        .arg(format!("--device={data}/pad.umockdev"))
        .arg(format!("--ioctl=/dev/input/event9={data}/pad.ioctl"))
        .arg(format!("--evemu-events=/dev/input/event9={}", file.display()))
        .args(["--", env!("CARGO_BIN_EXE_moonyard"), "play", folder.path().to_str().unwrap()]);
    let display = Display::open();
    let mut game = Game::start_command(&display, command);
    game.line("ready", |line| line == "test.lua: ready");
    let window = display.window();
    game.line("a jump", |line| line == "test.lua: jumped");
    display.tool(&["windowclose", &window]);
    assert_eq!(game.exit_code(), Some(0));
}

#[test]
#[cfg(feature = "panel")]
fn the_panel_runs_lines_of_lua_and_takes_what_is_typed_there_from_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let script = "hook.Add('Think', 'p', function() if input.pressed('panels') then print('F1') end
        if input.pressed('jump') then print('jumped') end end) print('ready')";
    std::fs::write(folder.path().join("test.lua"), script).unwrap();
    let display = Display::open();
    let mut command = Command::new(env!("CARGO_BIN_EXE_moonyard"));
    command.args(["play", "--quality", "low", folder.path().to_str().unwrap()]);
    let mut game = Game::start_sized(&display, command, "800x600");
    game.line("ready", |line| line == "test.lua: ready");
    let window = display.window();
    display.tool(&["key", "F1"]);
    game.line("the panel", |line| line == "test.lua: F1");
    let typing = |text: &str| {
        display.tool(&["type", "--delay", "25", text]);
        display.tool(&["key", "Return"]);
    };
    // The panel takes 470 points on the right; its second part is the console.
    until("the console", || {
        display.tool(&["mousemove", "--window", &window, "415", "12", "click", "1"]);
        display.tool(&["mousemove", "--window", &window, "600", "578", "click", "1"]);
        typing("20 + 1");
        game.lines.recv_timeout(Duration::from_secs(1)).ok().filter(|line| line == "console: 21")
    });
    // None of these letters walks or jumps, and a key that completes goes to the line as well.
    typing("wwwww = ' www '");
    typing("player.position().z");
    game.line("the place", |line| line.starts_with("console: 6.0"));
    // What completes comes a frame later, which may be long on a busy machine.
    until("the count", || {
        display.tool(&["type", "--delay", "25", "physics.coun"]);
        std::thread::sleep(Duration::from_millis(500));
        display.tool(&["key", "Tab"]);
        typing("()");
        game.lines.recv_timeout(Duration::from_secs(1)).ok().filter(|line| line == "console: 0")
    });
    // Where there is nothing to complete, the line keeps the keyboard.
    display.tool(&["key", "Tab"]);
    typing("20 + 2");
    game.line("the sum", |line| line == "console: 22");
    typing("stop('test')");
    game.line("the stop", |line| line.starts_with("test.lua: stopped;"));
    typing("reload('test')");
    game.line("the reload", |line| line == "test.lua: ready");
    // A click into the yard gives the keys back to the game.
    display.tool(&["mousemove", "--window", &window, "100", "300", "click", "1"]);
    display.tool(&["key", "space"]);
    game.line("a jump", |line| line == "test.lua: jumped");
    display.tool(&["windowclose", &window]);
    assert_eq!(game.exit_code(), Some(0));
}

#[test]
fn a_click_on_a_key_in_the_panel_takes_a_mouse_button_and_waits_no_longer_when_the_keys_are_left() {
    let folder = tempfile::tempdir().unwrap();
    let script = "hook.Add('Think', 'p', function() if input.pressed('panels') then print('F1') end
        if input.pressed('interact') then print('used') end end) print('ready')";
    std::fs::write(folder.path().join("test.lua"), script).unwrap();
    let bindings = folder.path().join("bindings.toml");
    let display = Display::open();
    let mut command = Command::new(env!("CARGO_BIN_EXE_moonyard"));
    command.args(["play", "--quality", "low", "--bindings", bindings.to_str().unwrap()]);
    command.arg(folder.path());
    let mut game = Game::start_sized(&display, command, "800x600");
    game.line("ready", |line| line == "test.lua: ready");
    let window = display.window();
    display.tool(&["key", "F1"]);
    game.line("the panel", |line| line == "test.lua: F1");
    let click = |x: &str, y: &str, button: &str| {
        display.tool(&["mousemove", "--window", &window, x, y]);
        std::thread::sleep(Duration::from_millis(200));
        display.tool(&["click", button]);
        std::thread::sleep(Duration::from_millis(200));
    };
    until("a changed key", || {
        // The third part of the panel are the keys, and the third key there is that for jumping.
        click("493", "12", "1");
        click("477", "108", "1");
        click("100", "300", "3");
        std::thread::sleep(Duration::from_millis(300));
        std::fs::read_to_string(&bindings).ok().filter(|text| text.contains("jump = [\"mouse right\", "))
    });
    // What waits for a key waits no longer when something else is shown.
    click("477", "108", "1");
    click("548", "12", "1");
    display.tool(&["key", "j"]);
    std::thread::sleep(Duration::from_millis(500));
    assert!(!std::fs::read_to_string(&bindings).unwrap().contains('J'));
    // Tab is a key of the game, and gives the keyboard to no button.
    display.tool(&["key", "--delay", "100", "Tab", "e"]);
    game.line("a use", |line| line == "test.lua: used");
    display.tool(&["windowclose", &window]);
    assert_eq!(game.exit_code(), Some(0));
}
