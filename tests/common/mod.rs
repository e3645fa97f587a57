//! What several tests use: a yard that scripts are loaded into and that writes down what they say, and where the cookbook is.

#![allow(dead_code, reason = "each test program uses its own part of this")]

pub mod display;
pub mod picture;

use moonyard::app::bodies::{self, Body};
use moonyard::app::game::Game;
use moonyard::input::{DeviceEvent, Key};
use moonyard::script::{Counts, Limits, LineKind, Loaded};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The name of a script whose name does not matter.
pub const NAME: &str = "test.lua";

/// A game without a window that remembers what scripts printed and what went wrong.
pub struct Yard {
    pub game: Game,
    prints: Vec<String>,
    errors: Vec<String>,
    notices: Vec<String>,
}

impl Yard {
    pub fn new() -> Yard {
        let game = Game::new().unwrap();
        Yard { game, prints: Vec::new(), errors: Vec::new(), notices: Vec::new() }
    }

    /// The same, in which calls may take ten times as long: for what is not about time and takes a while on a slow machine.
    pub fn patient() -> Yard {
        let limits = Limits { deadline: 10 * Limits::default().deadline, ..Limits::default() };
        Yard { game: Game::with_limits(limits).unwrap(), ..Yard::new() }
    }

    /// A yard with one script, which must load.
    pub fn with(text: &str) -> Yard {
        let mut yard = Yard::new();
        yard.script(NAME, text);
        yard
    }

    /// Loads a script that must load.
    pub fn script(&mut self, name: &str, text: &str) {
        let loaded = self.load(name, text);
        assert!(matches!(loaded, Loaded::New | Loaded::Reloaded), "{name}: {loaded:?} {:?}", self.errors);
    }

    /// Loads a script that may fail.
    pub fn load(&mut self, name: &str, text: &str) -> Loaded {
        self.load_bytes(name, text.as_bytes())
    }

    pub fn load_bytes(&mut self, name: &str, bytes: &[u8]) -> Loaded {
        let loaded = self.game.load(name, bytes);
        self.collect();
        loaded
    }

    pub fn unload(&mut self, name: &str) -> bool {
        let was_there = self.game.unload(name);
        self.collect();
        was_there
    }

    pub fn ticks(&mut self, n: u64) -> &mut Yard {
        for _ in 0..n {
            self.tick(&[]);
        }
        self
    }

    pub fn tick(&mut self, events: &[DeviceEvent]) {
        self.game.tick(events);
        self.collect();
    }

    /// A frame of this many seconds.
    pub fn frame(&mut self, elapsed: f64) {
        self.game.frame(elapsed, &[]);
        self.collect();
    }

    /// Holds a key for one tick, and ticks once more.
    pub fn press(&mut self, key: Key) -> &mut Yard {
        self.tick(&[DeviceEvent::Key { key, down: true }]);
        self.tick(&[DeviceEvent::Key { key, down: false }]);
        self
    }

    pub fn collect(&mut self) {
        for line in self.game.take_lines() {
            match line.kind {
                LineKind::Print => self.prints.push(line.text),
                LineKind::Error => self.errors.push(line.text),
                LineKind::Notice => self.notices.push(line.text),
            }
        }
    }

    /// What was printed since the last time; nothing may have gone wrong.
    pub fn prints(&mut self) -> Vec<String> {
        self.no_errors();
        std::mem::take(&mut self.prints)
    }

    /// The same as one text, line after line.
    pub fn said(&mut self) -> String {
        self.prints().join("\n")
    }

    /// What went wrong since the last time.
    pub fn errors(&mut self) -> Vec<String> {
        std::mem::take(&mut self.errors)
    }

    /// The only error since the last time.
    pub fn error(&mut self) -> String {
        let errors = self.errors();
        assert_eq!(errors.len(), 1, "{errors:#?}");
        errors.into_iter().next().unwrap()
    }

    pub fn notices(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notices)
    }

    #[track_caller]
    pub fn no_errors(&self) {
        assert!(self.errors.is_empty(), "{}", self.errors.join("\n"));
    }

    pub fn counts(&self, name: &str) -> (usize, usize, usize) {
        let Counts { bodies, hooks, timers } = self.game.counts(name);
        (bodies, hooks, timers)
    }

    /// How many bodies all scripts have.
    pub fn count(&self) -> usize {
        self.game.sim().world.count()
    }

    /// A script's bodies in the order of ids.
    pub fn bodies_of(&self, name: &str) -> Vec<Body> {
        bodies::list(&self.game).into_iter().filter(|body| body.script.as_deref() == Some(name)).collect()
    }

    pub fn feet(&self) -> glam::DVec3 {
        self.game.sim().player.feet()
    }
}

/// Runs a script that must not fail, and returns what it printed.
#[track_caller]
pub fn said(text: &str) -> String {
    Yard::with(text).said()
}

/// Runs Lua in a protected call and returns the message that it fails with, without its place, which must be right.
#[track_caller]
pub fn refusal(lua: &str) -> String {
    refusal_in(&mut Yard::new(), lua)
}

/// The same in a yard that is there already.
#[track_caller]
pub fn refusal_in(yard: &mut Yard, lua: &str) -> String {
    yard.script(
        "refused.lua",
        &format!("local ok, why = pcall(function()\n  {lua}\nend)\nprint(ok, type(why), why)"),
    );
    let said = yard.said();
    let message = said.strip_prefix("false\tstring\trefused.lua:2: ");
    message.unwrap_or_else(|| panic!("`{lua}` gave: {said}")).to_owned()
}

/// Where the four cookbook scripts are; `None` where they are not, which in CI is a failure. Tests that are skipped say so.
pub fn cookbook() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/cookbook");
    if folder.is_dir() {
        return Some(folder);
    }
    let why = format!("{} is not there", folder.display());
    assert!(std::env::var_os("CI").is_none(), "the cookbook's scripts are missing: {why}");
    static TOLD: std::sync::Once = std::sync::Once::new();
    TOLD.call_once(|| {
        // Not `println`: what a passing test prints with that is never seen.
        let told = "skipped: the tests of the cookbook's own scripts";
        let _ = writeln!(
            std::io::stderr(),
            "{told}, since {why}. The same checks run on the scripts that come along."
        );
    });
    None
}

/// The scripts that come with the project, as (name, text); none while there are none.
pub fn own_scripts() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts");
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut scripts: Vec<(String, String)> = entries
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "lua"))
        .map(|path| {
            (path.file_name().unwrap().to_str().unwrap().to_owned(), std::fs::read_to_string(&path).unwrap())
        })
        .filter(|(name, _)| !name.ends_with("_test.lua"))
        .collect();
    scripts.sort();
    scripts
}
