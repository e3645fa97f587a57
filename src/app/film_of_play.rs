//! The film of what somebody plays: while they play it is recorded, which costs the window nothing, and when the play is over that is
//! played again without a window and drawn.
//!
//! What can be wrong with the film is found before the play begins. Whatever goes wrong after it, what was played is not lost: the
//! recording stays, and its place is told. Used by the shell that plays.

use super::film::{Film, Of, Plan, Wish, rounded};
use super::game::Game;
use super::interrupt::Interrupt;
use super::output::{Progress, tell};
use super::picture;
use super::recording::{Difference, Recording, Replayer};
use super::whole_file::{self, WholeFile};
use crate::render::QualityChoice;
use crate::sim::DT;
use anyhow::{Context, bail};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// So many names for a file are tried.
const MOST_NAMES: u32 = 100;

/// What is to be filmed of a play.
#[derive(Clone, Debug)]
pub struct Order {
    pub wish: Wish,
    /// Of the window, in pixels.
    pub size: (u32, u32),
    pub quality: QualityChoice,
}

/// A play that will be a film.
pub struct FilmOfPlay {
    order: Order,
    recording: PathBuf,
    /// Nobody asked for the recording, and it goes with this.
    passing: Cell<bool>,
}

impl FilmOfPlay {
    /// Checks what was asked for. The play is to be recorded into [`FilmOfPlay::recording`], which is `record` if there is one.
    ///
    /// # Errors
    /// A film that cannot be made, for whatever reason that can be known now.
    pub fn prepare(order: &Order, record: Option<&Path>) -> anyhow::Result<FilmOfPlay> {
        let Order { wish, size, quality, .. } = order;
        Plan::check_before_play(wish, *size)?;
        whole_file::check_place(&wish.file)?;
        if record == Some(&wish.file) {
            bail!("--film and --record name the same file, {}", wish.file.display());
        }
        // Dropped at once it leaves nothing.
        WholeFile::begin(&wish.file)
            .with_context(|| format!("--film: {} cannot be written", wish.file.display()))?;
        let (width, height) = wish.size.unwrap_or(*size);
        picture::open(*quality)?.check_size(width, height)?;
        let recording = record.map_or_else(passing_file, |file| Ok(file.to_owned()))?;
        Ok(FilmOfPlay { order: order.clone(), recording, passing: Cell::new(record.is_none()) })
    }

    /// Where the play is to be recorded.
    pub fn recording(&self) -> &Path {
        &self.recording
    }

    /// Draws the film. The play is over, and its recording complete.
    ///
    /// # Errors
    /// Whatever keeps the film from being made; what was played is kept then.
    pub fn draw(&self, interrupt: &Interrupt) -> anyhow::Result<()> {
        interrupt.forget();
        self.film(interrupt).map_err(|error| anyhow::anyhow!("{error:#}\n{}", self.keep()))?;
        tell(&format!("moonyard: wrote {}", self.order.wish.file.display()));
        Ok(())
    }

    /// There will be no film, and what was played is kept. Returns a line that says where it is.
    pub fn keep(&self) -> String {
        self.passing.set(false);
        format!(
            "moonyard: what was played is in {0}; to film it: moonyard replay {0} --film {1}",
            self.recording.display(),
            self.order.wish.file.display()
        )
    }

    fn film(&self, interrupt: &Interrupt) -> anyhow::Result<()> {
        let name = self.recording.display();
        let bytes =
            fs::read(&self.recording).with_context(|| format!("{name}: the recording cannot be read"))?;
        let recording = Recording::read(&bytes).with_context(|| format!("{name}"))?;
        let mut game = Game::with_limits(recording.limits())?;
        let mut replayer = Replayer::new(recording, BTreeMap::new());
        let Order { ref wish, size, quality } = self.order;
        let plan = Plan::new(&self.clipped(replayer.ticks())?, Of::Play(replayer.ticks()), size)?;
        let seconds = f64::from(plan.frames) / f64::from(wish.fps);
        tell(&format!("moonyard: drawing {seconds:.1} s of film into {} …", wish.file.display()));
        let mut film = Film::begin(plan, quality)?;
        replayer.begin(&mut game)?;
        let mut progress = Progress::new("filming");
        let frames = replayer.frames();
        let (mut done, mut differs) = (0, None);
        while !film.is_whole() {
            match replayer.frame(&mut game) {
                Ok(true) => {}
                Ok(false) => break,
                // The film goes on: what follows is mostly what was played, and better than nothing.
                Err(difference) => _ = differs.get_or_insert(difference),
            }
            // It was shown when it was played.
            game.take_lines();
            done += 1;
            progress.at(done, frames);
            let filmed = match interrupt.came() {
                true => Err(anyhow::anyhow!("--film: interrupted, so there is no film")),
                false => {
                    let tick = game.sim().tick();
                    film.after_tick(&mut game, tick)
                }
            };
            if let Err(error) = filmed {
                progress.clear();
                return Err(error);
            }
        }
        progress.clear();
        film.finish()?;
        if let Some(difference) = differs {
            tell_difference(&difference);
        }
        Ok(())
    }

    /// What can be filmed of what was wished, now that it is known how many ticks were played.
    fn clipped(&self, ticks: u64) -> anyhow::Result<Wish> {
        let Order { wish, size, .. } = &self.order;
        let end = ticks as f64 * DT;
        if wish.from >= end {
            bail!(
                "--from: the film begins at {} s, and you played until {} s, so there is no film",
                wish.from,
                rounded(end)
            );
        }
        let mut to = wish.to.unwrap_or(end);
        if to > end {
            tell(&format!("moonyard: you played until {} s, so the film ends there", rounded(end)));
            to = end;
        }
        let most = wish.from + Plan::most_seconds(wish, *size);
        if to > most {
            let why = "longer is no film of this size. Smaller ones (--film-size) may be longer, and --from and --to choose a part";
            tell(&format!("moonyard: the film ends at {} s: {why}", rounded(most)));
            to = most;
        }
        Ok(Wish { to: Some(to), ..wish.clone() })
    }
}

impl Drop for FilmOfPlay {
    fn drop(&mut self) {
        if self.passing.get() && !std::thread::panicking() {
            // What is left of it in a folder for such files is harmless.
            let _ = fs::remove_file(&self.recording);
        }
    }
}

fn tell_difference(difference: &Difference) {
    let from = difference.ticks.0.saturating_sub(1) as f64 * DT;
    tell(&format!(
        "moonyard: from {} s on the film may show something else than you saw, since a recording does not hold all of it \
         ({difference}). That happens when a script was stopped for taking too long, or when another program wrote into \
         what scripts keep.",
        rounded(from)
    ));
}

/// A new file of our own in the system's folder for such files.
fn passing_file() -> anyhow::Result<PathBuf> {
    let folder = std::env::temp_dir();
    let cannot = || {
        format!(
            "--film: what is played is recorded in {} meanwhile, and that cannot be written; --record FILE names another place",
            folder.display()
        )
    };
    for number in 1..=MOST_NAMES {
        let file = folder.join(format!("moonyard-{}-{number}.recording", std::process::id()));
        match new_file(&file) {
            Ok(_) => return Ok(file),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error).with_context(cannot),
        }
    }
    bail!(cannot())
}

fn new_file(file: &Path) -> std::io::Result<File> {
    OpenOptions::new().write(true).create_new(true).open(file)
}
