//! The game in a window: the program itself, or one that breaks on demand.

use super::desktop::{Desktop, PATIENCE, until};
use super::display::Process;
use moonyard::app::game::Game as Yard;
use moonyard::app::windowed::{self, Fault, Play, WindowOptions};
use moonyard::input::DeviceEvent;
use moonyard::render::{self, Scene};
use std::cell::RefCell;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// Tells the test that plays what it is for.
const SCRIPT: &str = "MOONYARD_TEST_PLAYS";

/// A game in a process of its own, and the lines that it prints on either output.
pub struct Game {
    process: Process,
    lines: Receiver<String>,
    seen: RefCell<Vec<String>>,
    _runtime: tempfile::TempDir,
}

impl Game {
    /// The program, in a folder.
    pub fn program(desktop: &Desktop, folder: &Path, arguments: &[&str]) -> Game {
        let mut command = Command::new(env!("CARGO_BIN_EXE_moonyard"));
        command.current_dir(folder).args(arguments).args(["--size", "320x180"]);
        Game::start(desktop, command)
    }

    /// A game with a script that breaks as it is told to.
    pub fn that_breaks(desktop: &Desktop, script: &str) -> Game {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["--ignored", "--exact", "the_game_that_breaks", "--nocapture"]).env(SCRIPT, script);
        Game::start(desktop, command)
    }

    fn start(desktop: &Desktop, mut command: Command) -> Game {
        let runtime = tempfile::tempdir().unwrap();
        let mut child = command
            .env("DISPLAY", &desktop.display.name)
            .env_remove("WAYLAND_DISPLAY")
            .env("XDG_RUNTIME_DIR", runtime.path())
            .env("XDG_CONFIG_HOME", runtime.path())
            .env("XDG_DATA_HOME", runtime.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (sender, lines) = channel();
        let out: Box<dyn Read + Send> = Box::new(child.stdout.take().unwrap());
        let err: Box<dyn Read + Send> = Box::new(child.stderr.take().unwrap());
        for output in [out, err] {
            let sender = sender.clone();
            std::thread::spawn(move || {
                for line in BufReader::new(output).lines().map_while(Result::ok) {
                    let _ = sender.send(line);
                }
            });
        }
        Game { process: Process(child), lines, seen: RefCell::default(), _runtime: runtime }
    }

    /// Tells a game that breaks what to let fail.
    pub fn order(&mut self, order: &str) {
        writeln!(self.process.0.stdin.as_mut().unwrap(), "{order}").unwrap();
    }

    /// Reads lines up to one that satisfies the test, and returns it.
    pub fn line(&self, what: &str, wanted: impl Fn(&str) -> bool) -> String {
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            match self.lines.recv_timeout(Duration::from_secs(1)) {
                Ok(line) => {
                    self.seen.borrow_mut().push(line.clone());
                    if wanted(&line) {
                        return line;
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    panic!("the game ended before {what}:\n{}", self.seen.borrow().join("\n"))
                }
            }
        }
        panic!("{what} was not printed:\n{}", self.seen.borrow().join("\n"));
    }

    pub fn lines_in_any_order(&self, wanted: &[&str]) {
        let mut left = wanted.to_vec();
        while !left.is_empty() {
            let line = self.line(&format!("{left:?}"), |line| left.contains(&line));
            left.retain(|it| *it != line);
        }
    }

    /// Waits for a line that is still to come.
    pub fn next(&self, what: &str, wanted: impl Fn(&str) -> bool) -> String {
        while let Ok(line) = self.lines.try_recv() {
            self.seen.borrow_mut().push(line);
        }
        self.line(what, wanted)
    }

    /// Repeats what somebody does until the game prints a line.
    pub fn answers(&self, what: &str, wanted: &str, mut act: impl FnMut()) {
        until(what, || {
            act();
            self.lines.try_iter().find(|line| line == wanted)
        });
    }

    /// Presses Ctrl-C.
    pub fn interrupt(&self) {
        let asked = Command::new("kill").args(["-INT", &self.process.0.id().to_string()]).status();
        assert!(asked.unwrap().success());
    }

    /// Whether the program still runs.
    pub fn runs(&mut self) -> bool {
        self.process.0.try_wait().unwrap().is_none()
    }

    /// Ends the game by its window and asserts that all was well.
    pub fn close(mut self, desktop: &Desktop, window: u32) {
        desktop.tool(&["windowclose", &window.to_string()]);
        let status = until("the end", || self.process.0.try_wait().unwrap());
        let rest: Vec<String> = self.lines.try_iter().collect();
        assert_eq!(status.code(), Some(0), "{}\n{}", self.seen.borrow().join("\n"), rest.join("\n"));
    }
}

/// Plays in the window, if this process was started to.
pub fn play_if_asked() {
    let Ok(script) = std::env::var(SCRIPT) else { return };
    let (sender, orders) = channel();
    std::thread::spawn(move || {
        for line in std::io::stdin().lock().lines().map_while(Result::ok) {
            let _ = sender.send(line);
        }
    });
    let mut game = Yard::new().unwrap();
    game.load("test.lua", script.as_bytes());
    let size = (320, 180);
    windowed::run(Box::new(Breaking { game, orders }), WindowOptions { size, ..WindowOptions::default() })
        .unwrap();
}

struct Breaking {
    game: Yard,
    orders: Receiver<String>,
}

impl Play for Breaking {
    fn frame(&mut self, elapsed_seconds: f64, events: &[DeviceEvent]) {
        self.game.frame(elapsed_seconds, events);
        for line in self.game.take_lines() {
            println!("{}", line.text);
        }
    }

    fn scene(&self) -> Scene {
        self.game.scene_between_ticks()
    }

    fn title(&self) -> String {
        "Moonyard".to_owned()
    }

    fn fault_for_test(&mut self) -> Option<Fault> {
        let order = self.orders.try_recv().ok()?;
        Some(match order.as_str() {
            "no area" => Fault::NoArea,
            "refuse the pointer" => Fault::PointerRefused,
            "device lost" => Fault::Graphics(render::Fault::DeviceLost),
            "surface lost" => Fault::Graphics(render::Fault::SurfaceLost),
            "surface outdated" => Fault::Graphics(render::Fault::SurfaceOutdated),
            "surface timeout" => Fault::Graphics(render::Fault::SurfaceTimeout),
            "surface occluded" => Fault::Graphics(render::Fault::SurfaceOccluded),
            "surface invalid" => Fault::Graphics(render::Fault::SurfaceInvalid),
            other => panic!("{other}?"),
        })
    }

    fn finish(&mut self) {
        self.game.shutdown();
    }
}
