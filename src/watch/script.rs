//! What the watcher knows of one script's file, and how it reads it.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::Instant;

use super::places::{self, LARGEST, Stamp};

/// One script's file.
pub(super) struct Script {
    pub(super) path: PathBuf,
    pub(super) places: Vec<PathBuf>,
    /// The hash of what was handed out last; nothing before that and after a removal.
    pub(super) hash: Option<[u8; 32]>,
    pub(super) stamp: Option<Stamp>,
    /// To be looked at until it settles.
    pub(super) unsettled: bool,
    pub(super) moved_at: Instant,
    pub(super) gone_since: Option<Instant>,
    /// Whether an event told of what changed since the last reading.
    pub(super) heard: bool,
}

impl Script {
    pub(super) fn new(path: &Path, now: Instant) -> Script {
        Script {
            path: path.to_owned(),
            places: Vec::new(),
            hash: None,
            stamp: None,
            unsettled: true,
            moved_at: now,
            gone_since: None,
            heard: false,
        }
    }

    pub(super) fn change(&mut self, now: Instant) {
        self.unsettled = true;
        self.stamp = None;
        self.moved_at = now;
    }
}

pub(super) enum Reading {
    Bytes(Vec<u8>, Stamp),
    /// The file was there before and after, but not the same; or it is not there.
    Moving,
    TooLarge(Stamp),
}

pub(super) fn read_unmoved(path: &Path) -> io::Result<Reading> {
    let Some(before) = Stamp::of(path)? else {
        return Ok(Reading::Moving);
    };
    if before.length > LARGEST {
        return Ok(Reading::TooLarge(before));
    }
    let mut bytes = Vec::new();
    match File::open(path) {
        Ok(file) => file.take(LARGEST + 1).read_to_end(&mut bytes)?,
        Err(error) if places::is_absence(&error) => return Ok(Reading::Moving),
        Err(error) => return Err(error),
    };
    let unmoved = Stamp::of(path)? == Some(before);
    Ok(if unmoved { Reading::Bytes(bytes, before) } else { Reading::Moving })
}
