//! Recordings: everything that went into a game, in lines of text, so that it can be played again to the bit.
//!
//! A recording holds what the devices did, how long each frame was, which scripts were loaded when, what was bound and what was
//! kept when it began, and fingerprints of the state: a quick one for every tick, the whole one each second.
//! [`Recorder`] writes one while a game runs; [`Recording`] is one that was read; [`Replayer`] plays it. The lines are described
//! in `docs/recordings.md`.

mod read;
mod replayer;
mod text;
mod write;

pub use read::ReadError;
pub use replayer::{Difference, Replayer};
pub use write::Recorder;

use super::Limits;
use crate::input::{Binding, Bindings, DeviceEvent};
use crate::store::Kept;
use glam::DVec3;
use sha2::{Digest as _, Sha256};
use std::collections::BTreeMap;

/// How the first line begins; the version follows.
const TITLE: &str = "moonyard recording";
const VERSION: &str = "1";
/// No line stands for more frames than this.
const MOST_FRAMES_A_LINE: u64 = 1_000;

/// What a game was when its recording began.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Setup {
    pub limits: Limits,
    pub bindings: Bindings,
    /// Names, and values as the store has them.
    pub kept: Vec<Kept>,
}

/// How long a frame was.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Length {
    /// Without a window: exactly one tick.
    Tick,
    /// In seconds.
    Elapsed(f64),
    /// The yard was halted: only the view was turned.
    Halted,
}

/// One thing that happened, in the order of the file.
#[derive(Clone, Debug, PartialEq)]
enum Step {
    /// For the frame that comes next.
    Event(DeviceEvent),
    Frames {
        length: Length,
        count: u64,
    },
    Load {
        name: String,
        hash: String,
    },
    Unload(String),
    Teleport(DVec3),
    /// A person at the console typed this.
    Line(String),
    /// A person took this script out.
    Stop(String),
    Bind {
        action: String,
        bindings: Option<Vec<Binding>>,
    },
    /// The whole state's fingerprint at a tick.
    Check {
        tick: u64,
        digest: String,
    },
}

/// A recording that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Recording {
    setup: Setup,
    steps: Vec<Step>,
    /// Quick fingerprints of the ticks, in order; there may be fewer if the recording was cut off.
    quick: Vec<u32>,
    /// Texts of scripts, by their hashes. Those that it begins with are missing in recordings of older versions of the program.
    texts: BTreeMap<String, Vec<u8>>,
    /// Whether it was cut off, by a crash for example.
    cut_off: bool,
}

impl Recording {
    pub fn limits(&self) -> Limits {
        self.setup.limits
    }

    pub fn is_cut_off(&self) -> bool {
        self.cut_off
    }

    /// The scripts that it began with, and their hashes.
    pub fn scripts(&self) -> impl Iterator<Item = (&str, &str)> {
        let before = self.steps.iter().take_while(|step| !matches!(step, Step::Frames { .. }));
        before.filter_map(|step| match step {
            Step::Load { name, hash } => Some((name.as_str(), hash.as_str())),
            _ => None,
        })
    }

    /// The text of a script with this hash, if it is in the recording.
    pub fn text(&self, hash: &str) -> Option<&[u8]> {
        self.texts.get(hash).map(Vec::as_slice)
    }
}

/// The hash of a script's text, as `sha256sum` shows it.
pub fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
