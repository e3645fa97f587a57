//! Playing: the game in real time with scripts that reload as they are saved, in a window or, without a display, without one.

use super::Limits;
use super::game::Game;
use super::interrupt::Interrupt;
use super::kept;
use super::output::{show, tell};
use super::scripts_on_disk::ScriptsOnDisk;
use super::windowed::{self, Play, WindowOptions};
use crate::input::DeviceEvent;
use crate::render::Scene;
use crate::sim::DT;
use std::cell::Cell;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// What is played.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Scripts and folders of scripts; the default folder if there are none.
    pub paths: Vec<PathBuf>,
    pub limits: Limits,
    /// Where scripts keep values, if not in the place of this yard.
    pub store: Option<PathBuf>,
}

/// A game and the scripts folder that it follows.
struct Session {
    game: Game,
    scripts: ScriptsOnDisk,
    interrupt: Interrupt,
    /// How many errors scripts have raised, for whoever started the session.
    errors: Rc<Cell<u64>>,
}

impl Session {
    fn start(options: &Options) -> anyhow::Result<Session> {
        let scripts = ScriptsOnDisk::open(&options.paths)?;
        let mut game = Game::with_limits(options.limits)?;
        match options.store.clone().or_else(|| kept::default_file(&options.paths)) {
            Some(file) => game.keep_in(&file),
            None => tell(
                "moonyard: what scripts keep is gone in the end, since this system names no folder for it. Name a file: \
                 --store FILE",
            ),
        }
        scripts.load_all(&mut game);
        let mut session = Session { game, scripts, interrupt: Interrupt::listen(), errors: Rc::default() };
        session.tell();
        Ok(session)
    }

    fn tell(&mut self) {
        show(&self.game.take_lines());
        self.errors.set(self.game.errors());
    }
}

impl Play for Session {
    fn frame(&mut self, elapsed_seconds: f64, events: &[DeviceEvent]) {
        self.scripts.update(&mut self.game);
        self.game.frame(elapsed_seconds, events);
        self.tell();
    }

    fn scene(&self) -> Scene {
        self.game.scene_between_ticks()
    }

    fn title(&self) -> String {
        match self.errors.get() {
            0 => "Moonyard".into(),
            1 => "Moonyard: a script raised an error, see the terminal".into(),
            count => format!("Moonyard: scripts raised {count} errors, see the terminal"),
        }
    }

    fn is_over(&self) -> bool {
        self.interrupt.came()
    }

    fn finish(&mut self) {
        self.game.shutdown();
        self.tell();
    }
}

/// Plays in a window until it is closed; on a machine without a display, without one. Returns how many errors scripts raised.
///
/// # Errors
/// A path that cannot be read, or a window that cannot be opened or shown.
pub fn in_window(options: &Options, window: WindowOptions) -> anyhow::Result<u64> {
    if !windowed::has_display() {
        tell(
            "moonyard: there is no display here, so this plays without a window; scripts reload as you save them. \
             Press Ctrl-C to end, or use `moonyard run` for a number of ticks and a picture.",
        );
        return without_window(options, None);
    }
    let session = Session::start(options)?;
    let errors = session.errors.clone();
    match windowed::run(Box::new(session), window) {
        Ok(()) => Ok(errors.get()),
        Err(error) => Err(error.into()),
    }
}

/// Plays without a window, in real time, until the process is ended or `ticks` are done. Returns how many errors scripts raised.
///
/// # Errors
/// A path that cannot be read.
pub fn without_window(options: &Options, ticks: Option<u64>) -> anyhow::Result<u64> {
    let mut session = Session::start(options)?;
    let tick_length = Duration::from_secs_f64(DT);
    let mut next = Instant::now();
    let mut done = 0;
    while ticks.is_none_or(|ticks| done < ticks) && !session.is_over() {
        session.scripts.update(&mut session.game);
        session.game.tick(&[]);
        session.tell();
        done += 1;
        next += tick_length;
        let now = Instant::now();
        match next.checked_duration_since(now) {
            Some(wait) => std::thread::sleep(wait),
            // Too slow: go on from here instead of catching up.
            None => next = now,
        }
    }
    session.finish();
    Ok(session.errors.get())
}
