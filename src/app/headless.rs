//! Runs without a window: a number of ticks, with presses and teleports written down beforehand, and what is wanted of the
//! end: a picture, the bodies, a digest.

use super::Limits;
use super::bindings_file::BindingsFile;
use super::film::{self, Film};
use super::game::Game;
use super::interrupt::Interrupt;
use super::output::{Progress, say, show, tell};
use super::recording::Recorder;
use super::scripts_on_disk::ScriptsOnDisk;
use super::{bodies, picture, whole_file};
pub use crate::input::Press;
use crate::render::QualityChoice;
use anyhow::{Context, bail};
use glam::DVec3;
use std::path::PathBuf;

/// A move of the player at the start of a tick's frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Teleport {
    pub feet: DVec3,
    pub tick: u64,
}

/// A script that is loaded again at the start of a tick's frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reload {
    pub name: String,
    pub tick: u64,
}

/// What a headless run does.
#[derive(Clone, Debug, Default)]
pub struct Run {
    pub paths: Vec<PathBuf>,
    pub limits: Limits,
    pub ticks: u64,
    pub presses: Vec<Press>,
    pub teleports: Vec<Teleport>,
    pub reloads: Vec<Reload>,
    pub shot: Option<PathBuf>,
    pub film: Option<film::Wish>,
    /// Of the picture and the film, in pixels.
    pub size: (u32, u32),
    /// Of the picture and the film; the best where it is left to us.
    pub quality: QualityChoice,
    pub digest: bool,
    pub bodies: Option<PathBuf>,
    /// Where scripts keep values; in memory if there is none.
    pub store: Option<PathBuf>,
    /// The player's bindings; the usual ones if there is none.
    pub bindings: Option<PathBuf>,
    /// Where everything that goes into the game is written.
    pub record: Option<PathBuf>,
}

/// Runs to the end and returns how many errors scripts raised.
///
/// # Errors
/// A path that cannot be read or written, no graphics for a picture, a teleport out of the world.
pub fn run(run: &Run) -> anyhow::Result<u64> {
    let scripts = ScriptsOnDisk::open(&run.paths)?;
    for reload in &run.reloads {
        if !scripts.has(&reload.name) {
            bail!("--reload: there is no script named {} among those that are loaded", reload.name);
        }
    }
    check_results(run)?;
    let interrupt = Interrupt::listen();
    let film = run
        .film
        .as_ref()
        .map(|wish| film::Plan::new(wish, film::Of::Run(run.ticks), run.size))
        .transpose()?;
    let mut film = film.map(|plan| Film::begin(plan, run.quality)).transpose()?;
    warn_of_late(run);
    let mut game = Game::with_limits(run.limits)?;
    if let Some(file) = &run.store {
        game.keep_in(file);
    }
    let mut bindings = run.bindings.as_deref().map(BindingsFile::open_named).transpose()?;
    if let Some(bindings) = &bindings {
        bindings.apply(&mut game);
    }
    if let Some(file) = &run.record {
        game.record(Recorder::create(file)?)?;
    }
    scripts.load_all(&mut game);
    show(&game.take_lines());
    if let Some(bindings) = &mut bindings {
        bindings.look_for_misspelt(&game);
        bindings.take_messages().iter().for_each(|line| tell(line));
    }
    let mut progress = Progress::new(if film.is_some() { "filming" } else { "running" });
    film_tick(&mut film, &mut game, 0)?;
    for tick in 1..=run.ticks {
        if interrupt.came() {
            progress.clear();
            game.shutdown();
            show(&game.take_lines());
            bail!("interrupted at tick {tick}");
        }
        for teleport in run.teleports.iter().filter(|teleport| teleport.tick.max(1) == tick) {
            game.teleport(teleport.feet).map_err(|error| anyhow::anyhow!("--teleport: {error}"))?;
        }
        for reload in run.reloads.iter().filter(|reload| reload.tick.max(1) == tick) {
            scripts.load_again(&mut game, &reload.name)?;
        }
        game.tick(&Press::events_at(&run.presses, tick));
        let lines = game.take_lines();
        if !lines.is_empty() {
            progress.clear();
            show(&lines);
        }
        if let Err(error) = film_tick(&mut film, &mut game, tick) {
            progress.clear();
            game.shutdown();
            show(&game.take_lines());
            return Err(error);
        }
        progress.at(tick, run.ticks);
    }
    progress.clear();
    finish(run, &mut game, film)?;
    Ok(game.errors())
}

/// Makes everything that is wanted of the end, also when one thing of it cannot be made; the first such failure is returned.
fn finish(run: &Run, game: &mut Game, film: Option<Film>) -> anyhow::Result<()> {
    let film = run.film.as_ref().zip(film).map(|(wish, film)| (&wish.file, film.finish()));
    let shot = run.shot.as_ref().map(|file| (file, picture::shoot(game, file, run.size, run.quality)));
    let bodies = run.bodies.as_ref().map(|file| (file, bodies::write(game, file)));
    if run.digest {
        say(&format!("digest {}", game.digest()));
    }
    game.shutdown();
    show(&game.take_lines());
    let mut done = game.take_recording_failure().map_or(Ok(()), |failure| Err(anyhow::anyhow!(failure)));
    for (file, written) in film.into_iter().chain(shot).chain(bodies) {
        match written {
            Ok(()) => tell(&format!("moonyard: wrote {}", file.display())),
            Err(error) if done.is_ok() => done = Err(error),
            Err(error) => tell(&format!("moonyard: {error:#}")),
        }
    }
    done
}

fn film_tick(film: &mut Option<Film>, game: &mut Game, tick: u64) -> anyhow::Result<()> {
    film.as_mut().map_or(Ok(()), |film| film.after_tick(game, tick))
}

/// Finds out before a long run what could not be written in the end, and keeps a slip of the hand from overwriting a script.
fn check_results(run: &Run) -> anyhow::Result<()> {
    for (option, file, ending) in [("--shot", &run.shot, "png"), ("--bodies", &run.bodies, "json")] {
        let Some(file) = file else { continue };
        whole_file::check_place(file)?;
        let fits = match file.extension() {
            Some(found) => found.eq_ignore_ascii_case(ending),
            // A pipe or a device may have any name; a file that is there is not ours to overwrite.
            None => !file.is_file(),
        };
        if !fits {
            bail!("{option}: {} does not end in .{ending}; is a file name missing?", file.display());
        }
    }
    if let Some(film) = &run.film {
        whole_file::check_place(&film.file)?;
        if run.shot.as_ref() == Some(&film.file) {
            bail!("--film and --shot name the same file, {}", film.file.display());
        }
    }
    for teleport in &run.teleports {
        // A world of its own, so that nobody has to wait for the tick to learn of it.
        Game::new()?.teleport(teleport.feet).map_err(|error| anyhow::anyhow!("--teleport: {error}"))?;
    }
    if run.shot.is_some() {
        picture::check(run.size)?;
    }
    Ok(())
}

/// Says what would happen after the last tick, and so does not.
fn warn_of_late(run: &Run) {
    let late = |tick: u64| tick > run.ticks;
    let presses = run.presses.iter().filter(|press| late(press.tick)).map(|press| ("--press", press.tick));
    let teleports = run.teleports.iter().filter(|teleport| late(teleport.tick));
    let teleports = teleports.map(|teleport| ("--teleport", teleport.tick));
    let reloads =
        run.reloads.iter().filter(|reload| late(reload.tick)).map(|reload| ("--reload", reload.tick));
    for (option, tick) in presses.chain(teleports).chain(reloads) {
        tell(&format!("moonyard: {option} at tick {tick} never comes: the run ends at tick {}", run.ticks));
    }
}

impl std::str::FromStr for Teleport {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Teleport> {
        const FORM: &str = "a teleport is written X,Y,Z@TICK, such as 0.5,0.1,6.5@30";
        let (place, tick) = text.split_once('@').with_context(|| format!("{FORM}: `{text}` has no @"))?;
        let tick = tick.parse().with_context(|| format!("{FORM}: `{tick}` is not a tick"))?;
        let numbers: Vec<f64> = place
            .split(',')
            .map(|part| part.trim().parse::<f64>().ok().filter(|n| n.is_finite()))
            .collect::<Option<_>>()
            .with_context(|| format!("{FORM}: `{place}` is not three numbers"))?;
        let [x, y, z] = numbers[..] else { bail!("{FORM}: `{place}` is not three numbers") };
        Ok(Teleport { feet: DVec3::new(x, y, z), tick })
    }
}

impl std::str::FromStr for Reload {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Reload> {
        const FORM: &str = "a reload is written NAME@TICK, such as maze.lua@300";
        let (name, tick) = text.rsplit_once('@').with_context(|| format!("{FORM}: `{text}` has no @"))?;
        let tick = tick.parse().with_context(|| format!("{FORM}: `{tick}` is not a tick"))?;
        Ok(Reload { name: name.to_owned(), tick })
    }
}
