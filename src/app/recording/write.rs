//! Writes a recording while a game runs.
//!
//! What was recorded is in the file before the frame that it leads to begins if there was anything but time in it, and after a
//! second at the latest: a crash costs no more than that. A disk that refuses ends the recording and not the game.

use super::text::quote;
use super::{Length, MOST_FRAMES_A_LINE, Setup, TITLE, VERSION, hash};
use crate::input::{Binding, Bindings, DeviceEvent};
use crate::sim::DT;
use anyhow::{Context, bail};
use glam::DVec3;
use std::collections::BTreeSet;
use std::fmt::{Arguments, Write as _};
use std::fs::File;
use std::io::{Read, Write as _};
use std::path::{Path, PathBuf};

/// Ticks from one fingerprint of the whole state to the next.
const TICKS_A_CHECK: u64 = 60;

/// A recording that is being made.
pub struct Recorder {
    path: PathBuf,
    file: File,
    /// What is not in the file yet.
    lines: String,
    /// Frames that are not among the lines yet.
    frames: Option<(Length, u64)>,
    quick: Vec<u32>,
    /// The tick of the last whole fingerprint.
    checked: u64,
    /// Hashes of the texts that are in the file.
    known: BTreeSet<String>,
    bindings: Bindings,
    failure: Option<String>,
    /// It could not be written to its end.
    broken: bool,
    ended: bool,
}

impl Recorder {
    /// Makes the file. One that is there already is replaced if it is a recording.
    ///
    /// # Errors
    /// A file that cannot be written, or is something else.
    pub fn create(path: &Path) -> anyhow::Result<Recorder> {
        if path.is_file() && !begins_like_one(path) {
            bail!(
                "--record: {} is there already and is no recording, so it is not overwritten; name another file",
                path.display()
            );
        }
        let file =
            File::create(path).with_context(|| format!("--record: {} cannot be written", path.display()))?;
        Ok(Recorder {
            path: path.to_owned(),
            file,
            lines: String::new(),
            frames: None,
            quick: Vec::new(),
            checked: 0,
            known: BTreeSet::new(),
            bindings: Bindings::default(),
            failure: None,
            broken: false,
            ended: false,
        })
    }

    /// Writes what the game is before its first script.
    pub fn begin(&mut self, setup: &Setup) {
        self.line(format_args!("{TITLE} {VERSION}"));
        let Setup { limits, bindings, kept } = setup;
        let memory = limits.memory;
        self.line(format_args!(
            "limits {} {} {}",
            limits.deadline.as_millis(),
            memory.a_script,
            memory.all_scripts
        ));
        for (name, value) in kept {
            self.line(format_args!("kept {} {}", quote(name), quote(value)));
        }
        self.bind(bindings);
        self.write();
    }

    fn bind(&mut self, bindings: &Bindings) {
        for (action, bindings) in bindings.changes_since(&self.bindings) {
            let list = |bindings: &[Binding]| {
                bindings.iter().map(|binding| format!(" {}", quote(binding.to_string().as_bytes()))).collect()
            };
            let list: String = bindings.as_deref().map_or_else(|| " usual".into(), list);
            self.line(format_args!("bind {}{list}", quote(action.as_bytes())));
        }
        self.bindings = bindings.clone();
    }

    /// A script is about to be loaded.
    pub fn load(&mut self, name: &str, bytes: &[u8]) {
        let hash = hash(bytes);
        if self.known.insert(hash.clone()) {
            self.line(format_args!("text {hash} {}", quote(bytes)));
        }
        self.line(format_args!("load {} {hash}", quote(name.as_bytes())));
        self.write();
    }

    pub fn unload(&mut self, name: &str) {
        self.line(format_args!("unload {}", quote(name.as_bytes())));
        self.write();
    }

    /// A person at the console typed a line that is about to run.
    pub fn typed(&mut self, line: &str) {
        self.line(format_args!("typed {}", quote(line.as_bytes())));
        self.write();
    }

    /// A person took a script out.
    pub fn stop(&mut self, name: &str) {
        self.line(format_args!("stop {}", quote(name.as_bytes())));
        self.write();
    }

    pub fn teleport(&mut self, feet: DVec3) {
        self.line(format_args!("teleport {} {} {}", feet.x, feet.y, feet.z));
        self.write();
    }

    /// A frame is about to run.
    pub fn frame(&mut self, length: Length, events: &[DeviceEvent], bindings: &Bindings) {
        if self.bindings != *bindings {
            self.bind(bindings);
        }
        for event in events {
            self.line(format_args!("{event}"));
        }
        let same = |(of, count): &(Length, u64)| *of == length && *count < MOST_FRAMES_A_LINE;
        let alike = events.is_empty() && self.frames.as_ref().is_some_and(same);
        if !alike {
            self.write_frames();
        }
        let count = self.frames.map_or(0, |(_, count)| count);
        self.frames = Some((length, count + 1));
        if !events.is_empty() {
            self.write_frames();
            self.write();
        }
    }

    /// A frame ran ticks, up to this one, each with its quick fingerprint. `whole` is asked once a second.
    pub fn ticked(&mut self, tick: u64, quick: &[u32], whole: impl FnOnce() -> String) {
        self.quick.extend_from_slice(quick);
        if tick / TICKS_A_CHECK > self.checked / TICKS_A_CHECK {
            self.check(tick, &whole());
        }
    }

    /// The game ends at this tick.
    pub fn end(&mut self, tick: u64, whole: &str) {
        if !self.ended {
            self.ended = true;
            self.check(tick, whole);
            self.line(format_args!("end {tick}"));
            self.write();
        }
    }

    /// Why the recording is not whole, once.
    pub fn take_failure(&mut self) -> Option<String> {
        self.failure.take()
    }

    fn check(&mut self, tick: u64, whole: &str) {
        self.checked = tick;
        self.write_quick();
        self.line(format_args!("digest {tick} {whole}"));
        self.write();
    }

    fn write_quick(&mut self) {
        self.write_frames();
        let quick = std::mem::take(&mut self.quick);
        if !quick.is_empty() {
            let list: String = quick.iter().map(|hash| format!(" {hash:08x}")).collect();
            self.line(format_args!("quick{list}"));
        }
    }

    fn write_frames(&mut self) {
        let Some((length, count)) = self.frames.take() else { return };
        let times = if count == 1 { String::new() } else { format!(" x {count}") };
        match length {
            Length::Tick => self.line(format_args!("tick{times}")),
            Length::Halted => self.line(format_args!("halted{times}")),
            Length::Elapsed(seconds) => self.line(format_args!("frame {seconds}{times}")),
        }
    }

    fn line(&mut self, line: Arguments) {
        if self.frames.is_some() {
            self.write_frames();
        }
        // Writing to a string cannot fail.
        let _ = writeln!(self.lines, "{line}");
    }

    fn write(&mut self) {
        let lines = std::mem::take(&mut self.lines);
        if self.broken {
            return;
        }
        if let Err(error) = self.file.write_all(lines.as_bytes()) {
            // Nothing that follows makes sense without this, even if there is room again.
            self.broken = true;
            let path = self.path.display();
            self.failure = Some(format!(
                "the recording {path} ends here and the game goes on, since it cannot be written: {error}"
            ));
        }
    }
}

/// A frame's length in seconds.
impl Length {
    pub fn seconds(self) -> f64 {
        match self {
            Length::Tick => DT,
            Length::Elapsed(seconds) => seconds,
            // As long as a frame usually is, for whoever shows a replay at its pace.
            Length::Halted => DT,
        }
    }
}

impl Drop for Recorder {
    /// When the program fails, what is known so far is what is wanted most.
    fn drop(&mut self) {
        if !self.ended {
            self.write_quick();
            self.write();
        }
    }
}

fn begins_like_one(path: &Path) -> bool {
    let mut start = vec![0; TITLE.len()];
    let whole = File::open(path).and_then(|mut file| file.read_exact(&mut start));
    // An empty file is nothing that could be lost.
    whole.is_ok_and(|()| start == TITLE.as_bytes()) || path.metadata().is_ok_and(|meta| meta.len() == 0)
}
