//! `moonyard replay`: plays a recording, in a window or without one, and finds the first tick that differs.

use super::film::{Film, Of, Plan, Wish};
use super::game::Game;
use super::interrupt::Interrupt;
use super::output::{Progress, say, show, tell};
use super::recording::{Difference, Recording, Replayer};
use super::replayed_scripts;
use super::windowed::{self, Play, WindowOptions};
use crate::input::DeviceEvent;
use crate::render::{QualityChoice, Scene};
use anyhow::{Context, bail};
use std::cell::RefCell;
use std::path::PathBuf;
use std::rc::Rc;

/// What is replayed.
#[derive(Clone, Debug, Default)]
pub struct Options {
    pub recording: PathBuf,
    /// Where its scripts are now; the default folder if nothing is named. What differs is played as it was recorded.
    pub paths: Vec<PathBuf>,
    /// Without a window, as fast as it goes.
    pub headless: bool,
    /// With what the scripts are now, also if that is not what was recorded.
    pub anyway: bool,
    /// Of the window or the film.
    pub size: (u32, u32),
    /// Filmed, it needs no window.
    pub film: Option<Wish>,
}

/// Replays and returns 0, or 1 if something differed.
///
/// # Errors
/// A recording or script that cannot be read, scripts whose recorded texts are nowhere, no window.
pub fn run(options: &Options) -> anyhow::Result<u64> {
    let file = options.recording.display();
    let bytes =
        std::fs::read(&options.recording).with_context(|| format!("{file}: the recording cannot be read"))?;
    let recording = Recording::read(&bytes).with_context(|| format!("{file}"))?;
    let scripts = replayed_scripts::choose(options, &recording)?;
    let mut game = Game::with_limits(recording.limits())?;
    let replayer = Replayer::new(recording, scripts);
    let film =
        options.film.as_ref().map(|wish| Plan::new(wish, Of::Recording(replayer.ticks()), options.size));
    let film = film.transpose()?.map(|plan| Film::begin(plan, QualityChoice::Auto)).transpose()?;
    replayer.begin(&mut game)?;
    let playing = RefCell::new(Show { game, replayer, ended: None, debt: 0.0 });
    let playing = Rc::new(playing);
    let mut filmed = Ok(());
    if let Some(film) = film {
        filmed = on_film(&mut playing.borrow_mut(), film);
    } else if options.headless || !windowed::has_display() {
        without_window(&mut playing.borrow_mut(), "replaying", |_| Ok(()))?;
    } else {
        windowed::run(
            Box::new(Shown(playing.clone())),
            WindowOptions { size: options.size, ..WindowOptions::default() },
        )?;
    }
    let mut playing = playing.borrow_mut();
    playing.finish();
    let differences = playing.conclude();
    filmed?;
    if let Some(film) = &options.film {
        tell(&format!("moonyard: wrote {}", film.file.display()));
    }
    Ok(differences)
}

/// A replay under way.
struct Show {
    game: Game,
    replayer: Replayer,
    /// How it ended, as soon as it did.
    ended: Option<Result<(), Difference>>,
    /// Time that passed in the window and was not replayed yet, in seconds.
    debt: f64,
}

impl Show {
    fn frame(&mut self) {
        match self.replayer.frame(&mut self.game) {
            Ok(true) => {}
            Ok(false) => self.ended = Some(Ok(())),
            Err(difference) => self.ended = Some(Err(difference)),
        }
        show(&self.game.take_lines());
        for notice in self.replayer.take_notices() {
            tell(&format!("moonyard: {notice}"));
        }
    }

    fn finish(&mut self) {
        self.game.shutdown();
        show(&self.game.take_lines());
    }

    /// Says how it went. 1 if something differed.
    fn conclude(&self) -> u64 {
        let tick = self.game.sim().tick();
        match &self.ended {
            Some(Ok(())) => {
                say(&format!("replayed {tick} ticks: the same to the last bit"));
                if self.replayer.is_cut_off() {
                    tell("moonyard: the recording was cut off there; its game did not come to its end");
                }
                0
            }
            Some(Err(difference)) => {
                let before = match difference.ticks.0 {
                    0 | 1 => "",
                    _ => "; the ticks before are the same to the last bit",
                };
                say(&format!("{difference}{before}"));
                1
            }
            None => {
                tell(&format!("moonyard: stopped at tick {tick}; up to there it was the same"));
                0
            }
        }
    }
}

fn on_film(playing: &mut Show, mut film: Film) -> anyhow::Result<()> {
    let interrupt = Interrupt::listen();
    without_window(playing, "filming", |game| match interrupt.came() {
        true => bail!("interrupted at tick {}", game.sim().tick()),
        false => {
            let tick = game.sim().tick();
            film.after_tick(game, tick)
        }
    })?;
    film.finish()
}

/// Calls `after` after each frame; what it cannot do ends the replay.
fn without_window(
    playing: &mut Show,
    what: &'static str,
    mut after: impl FnMut(&mut Game) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut progress = Progress::new(what);
    let of = playing.replayer.frames();
    let mut done = 0;
    while playing.ended.is_none() {
        playing.frame();
        done += 1;
        progress.at(done, of);
        if let Err(error) = after(&mut playing.game) {
            progress.clear();
            return Err(error);
        }
    }
    progress.clear();
    Ok(())
}

/// The same in a window: the devices of whoever watches do nothing in it.
struct Shown(Rc<RefCell<Show>>);

/// A replay that falls behind goes slower and leaves nothing out.
const MOST_DEBT: f64 = 0.1;

impl Play for Shown {
    fn frame(&mut self, elapsed_seconds: f64, _: &[DeviceEvent]) {
        let mut playing = self.0.borrow_mut();
        playing.debt = (playing.debt + elapsed_seconds).min(MOST_DEBT);
        while playing.ended.is_none() {
            let next = playing.replayer.next_length().unwrap_or(0.0);
            if next > playing.debt && next <= MOST_DEBT {
                break;
            }
            playing.debt = (playing.debt - next).max(0.0);
            playing.frame();
        }
    }

    fn scene(&self) -> Scene {
        self.0.borrow().game.scene_between_ticks()
    }

    fn title(&self) -> String {
        format!("Moonyard: replay, {} s", self.0.borrow().game.sim().tick() / 60)
    }

    fn is_over(&self) -> bool {
        self.0.borrow().ended.is_some()
    }

    fn finish(&mut self) {}
}
