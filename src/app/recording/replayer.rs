//! Plays a recording in a game, frame by frame, and compares.

use super::{Length, Recording, Step};
use crate::app::game::Game;
use crate::input::DeviceEvent;
use std::collections::BTreeMap;
use std::fmt;

/// Plays a recording.
pub struct Replayer {
    recording: Recording,
    /// What the scripts that it begins with are to be instead, by name.
    scripts: BTreeMap<String, Vec<u8>>,
    at: usize,
    /// Frames of the current step that are done.
    done: u64,
    events: Vec<DeviceEvent>,
    /// Ticks that were compared.
    ticked: usize,
    checked: u64,
    notices: Vec<String>,
}

/// The replay is not what was recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The first and last tick that it can have begun in.
    pub ticks: (u64, u64),
    what: What,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    /// What is compared in every tick.
    World,
    /// The rest: the tables of scripts.
    Tables,
    /// The recording says that it is another tick: frames of it are missing, or too many.
    Count { recorded: u64 },
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if let What::Count { recorded } = self.what {
            let now = self.ticks.1;
            return write!(
                f,
                "the recording is damaged: it tells of tick {recorded} where its frames make {now}"
            );
        }
        match self.ticks {
            (first, last) if first >= last => write!(f, "tick {last} differs")?,
            (first, last) => write!(f, "one of the ticks {first} to {last} differs")?,
        }
        if self.what == What::Tables {
            f.write_str(
                " in what scripts hold in `state` or `shared`; bodies, player, hooks and timers are the same",
            )?;
        }
        Ok(())
    }
}

impl Replayer {
    /// Plays the scripts as they were recorded, but for those of `scripts`, by name: what the recording begins with is what they say.
    /// They are also where texts are looked for that are not in the recording.
    pub fn new(recording: Recording, scripts: BTreeMap<String, Vec<u8>>) -> Replayer {
        Replayer {
            recording,
            scripts,
            at: 0,
            done: 0,
            events: Vec::new(),
            ticked: 0,
            checked: 0,
            notices: Vec::new(),
        }
    }

    /// Makes a fresh game what it was when the recording began. To be called once, before the first frame.
    ///
    /// # Errors
    /// When what was kept cannot be kept again.
    pub fn begin(&self, game: &mut Game) -> anyhow::Result<()> {
        let setup = &self.recording.setup;
        game.fill_store(&setup.kept)?;
        game.input().use_bindings(&setup.bindings);
        game.note_ticks();
        Ok(())
    }

    /// How long the next frame is, in seconds; `None` at the end.
    pub fn next_length(&self) -> Option<f64> {
        let ahead = self.recording.steps.iter().skip(self.at);
        let mut lengths = ahead.filter_map(|step| match step {
            Step::Frames { length, .. } => Some(length.seconds()),
            _ => None,
        });
        lengths.next()
    }

    /// Runs the next frame and what comes before it. False at the end.
    ///
    /// # Errors
    /// The state after it is not the one that was recorded.
    pub fn frame(&mut self, game: &mut Game) -> Result<bool, Difference> {
        while let Some(step) = self.recording.steps.get(self.at).cloned() {
            if let Step::Frames { length, count } = step {
                self.done += 1;
                if self.done >= count {
                    self.done = 0;
                    self.at += 1;
                }
                self.run(game, length)?;
                self.check_here(game)?;
                return Ok(true);
            }
            self.at += 1;
            self.carry_out(step, game)?;
        }
        Ok(false)
    }

    fn run(&mut self, game: &mut Game, length: Length) -> Result<(), Difference> {
        let events = std::mem::take(&mut self.events);
        let before = game.sim().tick();
        match length {
            Length::Tick => game.tick(&events),
            Length::Elapsed(seconds) => game.frame(seconds, &events),
            Length::Halted => game.halted_frame(&events),
        }
        // What the console asked for then is in the recording as what came of it.
        game.take_requests();
        for (quick, tick) in game.take_ticks().into_iter().zip(before + 1..) {
            let recorded = self.recording.quick.get(self.ticked);
            self.ticked += 1;
            // What a recording that was cut off does not know differs in nothing.
            if recorded.is_some_and(|&recorded| recorded != quick) {
                return Err(Difference { ticks: (tick, tick), what: What::World });
            }
        }
        Ok(())
    }

    /// Compares with what is recorded of the state after this frame.
    fn check_here(&mut self, game: &mut Game) -> Result<(), Difference> {
        while let Some(step @ Step::Check { .. }) = self.recording.steps.get(self.at).cloned() {
            if self.done > 0 {
                break;
            }
            self.at += 1;
            self.carry_out(step, game)?;
        }
        Ok(())
    }

    fn carry_out(&mut self, step: Step, game: &mut Game) -> Result<(), Difference> {
        match step {
            Step::Event(event) => self.events.push(event),
            Step::Frames { .. } => {}
            Step::Load { name, hash } => match self.text(&name, &hash) {
                Some(bytes) => drop(game.load(&name, bytes)),
                None => self.notices.push(format!("{name} is not there, so it is not loaded")),
            },
            Step::Line(line) => game.run_line(&line),
            Step::Stop(name) => drop(game.stop_script(&name)),
            Step::Unload(name) => drop(game.unload(&name)),
            // A place out of the world is refused as it was.
            Step::Teleport(feet) => drop(game.teleport(feet)),
            Step::Bind { action, bindings } => game.input().set_bindings(&action, bindings),
            Step::Check { tick, digest } => {
                let now = game.sim().tick();
                let ticks = (self.checked + 1, now);
                if tick != now {
                    return Err(Difference { ticks, what: What::Count { recorded: tick } });
                }
                if digest != game.digest_of_effects() {
                    return Err(Difference { ticks, what: What::Tables });
                }
                self.checked = now;
            }
        }
        Ok(())
    }

    fn text(&self, name: &str, hash: &str) -> Option<&[u8]> {
        let given = self.scripts.get(name).map(Vec::as_slice);
        let first = self.recording.scripts().any(|began| began == (name, hash));
        if first { given.or(self.recording.text(hash)) } else { self.recording.text(hash).or(given) }
    }

    /// How many ticks it has, as far as they are known: the last second of one that was cut off may be missing.
    pub fn ticks(&self) -> u64 {
        self.recording.quick.len() as u64
    }

    /// How many frames there are in all.
    pub fn frames(&self) -> u64 {
        let count = |step: &Step| if let Step::Frames { count, .. } = step { *count } else { 0 };
        self.recording.steps.iter().map(count).sum()
    }

    /// What whoever watches should know, since the last time.
    pub fn take_notices(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notices)
    }

    /// Whether the recording was cut off.
    pub fn is_cut_off(&self) -> bool {
        self.recording.cut_off
    }
}
