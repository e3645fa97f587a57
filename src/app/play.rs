//! Playing: the game in real time with scripts that reload as they are saved, in a window or, without a display, without one.

use super::Limits;
use super::bindings_file::BindingsFile;
use super::clock::Clock;
use super::desk::{Desk, History, Timings};
use super::film_of_play::{self, FilmOfPlay};
use super::game::Game;
use super::interrupt::Interrupt;
use super::kept;
use super::output::{say, tell};
use super::recording::Recorder;
use super::scripts_on_disk::ScriptsOnDisk;
use super::terminal::{Terminal, Typed};
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
    /// Where the player's bindings are, if not in the user's settings.
    pub bindings: Option<PathBuf>,
    /// Where everything that goes into the game is written.
    pub record: Option<PathBuf>,
    /// Whether lines on the terminal are lines of the console.
    pub console: bool,
    /// It is over after so many ticks, if nobody ends it before.
    pub ticks: Option<u64>,
    /// What of the play becomes a film, once it is over.
    pub film: Option<film_of_play::Order>,
    /// Whether a hash of the whole state is printed in the end.
    pub digest: bool,
}

/// A game and the scripts folder that it follows.
struct Session {
    game: Game,
    scripts: ScriptsOnDisk,
    bindings: Option<BindingsFile>,
    interrupt: Interrupt,
    clock: Clock,
    history: History,
    timings: Timings,
    terminal: Option<Terminal>,
    /// The tick that is the last, if one is.
    last_tick: Option<u64>,
    /// The person at the terminal wants to leave.
    leaving: bool,
    /// The console's lines came from no person and have ended.
    nobody_types: bool,
    /// How many errors scripts have raised, for whoever started the session.
    errors: Rc<Cell<u64>>,
    /// Where the part ends that is filmed, in seconds of the yard's clock, until that is told.
    film_ends: Option<f64>,
    digest: bool,
}

impl Session {
    fn start(options: &Options, film: Option<&FilmOfPlay>) -> anyhow::Result<Session> {
        let scripts = ScriptsOnDisk::open(&options.paths)?;
        let mut game = Game::with_limits(options.limits)?;
        match options.store.clone().or_else(|| kept::default_file(&options.paths)) {
            Some(file) => game.keep_in(&file),
            None => tell(
                "moonyard: what scripts keep is gone in the end, since this system names no folder for it. Name a file: \
                 --store FILE",
            ),
        }
        let bindings = options.bindings.clone().or_else(kept::bindings_file);
        let mut bindings = bindings.map(|file| BindingsFile::open(&file));
        if let Some(bindings) = &bindings {
            bindings.apply(&mut game);
        }
        if let Some(file) = film.map(FilmOfPlay::recording).or(options.record.as_deref()) {
            game.record(Recorder::create(file)?)?;
        }
        scripts.load_all(&mut game);
        if let Some(bindings) = &mut bindings {
            bindings.look_for_misspelt(&game);
        }
        let mut session = Session {
            game,
            scripts,
            bindings,
            interrupt: Interrupt::listen(),
            clock: Clock::default(),
            history: History::default(),
            timings: Timings::default(),
            terminal: None,
            last_tick: options.ticks,
            leaving: false,
            nobody_types: false,
            errors: Rc::default(),
            film_ends: options.film.as_ref().and_then(|order| order.wish.to),
            digest: options.digest,
        };
        session.tell();
        if options.console {
            tell("moonyard: this is the console. Lines are Lua; help() tells more. Ctrl-D ends the game.");
            session.terminal = Some(Terminal::open()?);
        }
        Ok(session)
    }

    /// One frame; `None` is a frame of exactly one tick.
    fn run_frame(&mut self, elapsed_seconds: Option<f64>, events: &[DeviceEvent]) {
        self.scripts.update(&mut self.game, &mut self.history);
        self.listen_to_terminal();
        self.answer_console();
        let began = Instant::now();
        // A frame of several ticks ends at the last one, too.
        let most = self.ticks_left().map_or(f64::INFINITY, |ticks| ticks as f64 * DT);
        match self.clock.passes(elapsed_seconds.unwrap_or(DT)).map(|seconds| seconds.min(most)) {
            None => self.game.halted_frame(events),
            Some(seconds) if elapsed_seconds.is_none() && seconds == DT => self.game.tick(events),
            Some(seconds) => self.game.frame(seconds, events),
        }
        self.timings.add(elapsed_seconds.unwrap_or(DT), began.elapsed());
        if let Some(bindings) = &mut self.bindings {
            bindings.update(&self.game);
        }
        self.tell();
    }

    fn ticks_left(&self) -> Option<u64> {
        self.last_tick.map(|last| last.saturating_sub(self.game.sim().tick()))
    }

    fn listen_to_terminal(&mut self) {
        let Some(terminal) = &self.terminal else { return };
        for typed in terminal.typed() {
            match typed {
                Typed::Line(line) => self.game.run_line(&line),
                Typed::Complete(before, answer) => _ = answer.try_send(self.game.complete(&before)),
                Typed::End => self.leaving = true,
                Typed::Closed => self.nobody_types = true,
            }
        }
    }

    fn answer_console(&mut self) {
        for request in self.game.take_requests() {
            // What the line itself printed comes first.
            self.tell();
            if let Some(mut desk) = self.desk() {
                desk.ask(request);
            }
        }
    }

    fn tell(&mut self) {
        self.history.show(&self.game.take_lines());
        for line in self.bindings.iter_mut().flat_map(BindingsFile::take_messages) {
            self.history.tell(&line);
        }
        if let Some(failure) = self.game.take_recording_failure() {
            self.history.tell(&format!("moonyard: {failure}"));
        }
        self.errors.set(self.game.errors());
        let now = self.game.sim().tick() as f64 * DT;
        if let Some(end) = self.film_ends.take_if(|end| now >= *end) {
            self.history.tell(&format!(
                "moonyard: {end} s are played, which is where the film ends; it is drawn when the play is over"
            ));
        }
    }
}

impl Play for Session {
    fn frame(&mut self, elapsed_seconds: f64, events: &[DeviceEvent]) {
        self.run_frame(Some(elapsed_seconds), events);
    }

    fn desk(&mut self) -> Option<Desk<'_>> {
        let Session { game, scripts, clock, history, timings, bindings, .. } = self;
        let unkept = bindings.as_ref().and_then(BindingsFile::trouble);
        Some(Desk { game, scripts, clock, history, timings, unkept })
    }

    fn rumble(&self) -> f64 {
        self.game.sim().camera.shake_strength()
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
        self.leaving || self.interrupt.came() || self.ticks_left() == Some(0)
    }

    fn finish(&mut self) {
        if self.digest {
            say(&format!("digest {}", self.game.digest()));
        }
        self.game.shutdown();
        self.tell();
    }
}

/// Plays in a window until it is closed or its ticks are done; on a machine without a display, without one. Returns how many errors
/// scripts raised.
///
/// # Errors
/// A path that cannot be read, a window that cannot be opened or shown, or a film that cannot be made.
pub fn in_window(options: &Options, window: WindowOptions) -> anyhow::Result<u64> {
    if !windowed::has_display() {
        tell(
            "moonyard: there is no display here, so this plays without a window; scripts reload as you save them. \
             Press Ctrl-C to end, or use `moonyard run` for a number of ticks and a picture.",
        );
        return without_window(options);
    }
    let film = prepare_film(options)?;
    let session = Session::start(options, film.as_ref())?;
    let (errors, interrupt) = (session.errors.clone(), session.interrupt.clone());
    let played = windowed::run(Box::new(session), window);
    if let Some(film) = film {
        match &played {
            Ok(()) => film.draw(&interrupt)?,
            // Where there are no graphics for a window there are none for a film.
            Err(_) => tell(&film.keep()),
        }
    }
    played?;
    Ok(errors.get())
}

/// Plays without a window, in real time, until the process is ended or its ticks are done. Returns how many errors scripts
/// raised.
///
/// # Errors
/// A path that cannot be read, or a film that cannot be made.
pub fn without_window(options: &Options) -> anyhow::Result<u64> {
    let film = prepare_film(options)?;
    let mut session = Session::start(options, film.as_ref())?;
    let tick_length = Duration::from_secs_f64(DT);
    let mut next = Instant::now();
    while !session.is_over() {
        session.run_frame(None, &[]);
        if session.nobody_types && session.clock.is_at_rest() {
            tell(
                "moonyard: the yard is halted and there are no more lines that could let it go on, so it ends here",
            );
            break;
        }
        next += tick_length;
        let now = Instant::now();
        match next.checked_duration_since(now) {
            Some(wait) => std::thread::sleep(wait),
            // Too slow: go on from here instead of catching up.
            None => next = now,
        }
    }
    session.finish();
    if let Some(film) = film {
        film.draw(&session.interrupt)?;
    }
    Ok(session.errors.get())
}

fn prepare_film(options: &Options) -> anyhow::Result<Option<FilmOfPlay>> {
    let prepare = |order| FilmOfPlay::prepare(order, options.record.as_deref());
    options.film.as_ref().map(prepare).transpose()
}
