//! Scripts on disk, as a settled list of what changed.
//!
//! Promises: a file that is still being written is never handed out, however long its writer pauses (up to
//! [`PATIENCE`]); the last content of a burst of saves always is; a save that changes nothing is no change; editors that
//! replace or delete and create a file cause one change and no removal; changes come in byte order of names. When the
//! system gives no events, or loses some, a look at every file now and then finds what it missed.
//!
//! Knows nothing of scripts but their names. Uses nothing else of ours; the app calls it once a frame. It starts no
//! thread but notify's.

mod hints;
mod places;
mod plain;
mod report;
mod script;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use sha2::{Digest, Sha256};

use hints::{Hint, Hints};
use places::{Listing, Places, Root, Stamp};
pub use plain::{plain_name, plain_path};
pub use report::{Change, Source, WatchError, WatchProblem};
use script::{Reading, Script, read_unmoved};

/// A file is settled when its length and time stamp have stayed the same this long.
const QUIET: Duration = Duration::from_millis(50);
/// The same where the system gives no events, and with them no word that the writer has finished.
const QUIET_WHEN_POLLING: Duration = Duration::from_millis(200);
/// The same for an empty file: most of them are about to be written.
const QUIET_WHEN_EMPTY: Duration = Duration::from_millis(250);
/// A writer that keeps its file open is waited for this long after it last wrote.
pub const PATIENCE: Duration = Duration::from_secs(3);
/// A file that is gone this long is removed; one that comes back sooner was being saved.
const ABSENCE: Duration = Duration::from_millis(150);
/// How often everything is looked at with events, and without.
const RESCAN: Duration = Duration::from_secs(1);
const RESCAN_WHEN_POLLING: Duration = Duration::from_millis(250);
/// With thousands of files a look takes its time; so many times that much passes before the next.
const RESCAN_RARITY: u32 = 50;

/// Watches folders and files for scripts that change.
pub struct Watcher {
    roots: Vec<Root>,
    hints: Hints,
    places: Places,
    scripts: BTreeMap<String, Script>,
    /// Files with a writer that has not closed them.
    writing: HashSet<PathBuf>,
    told: HashMap<PathBuf, String>,
    problems: Vec<WatchProblem>,
    /// Why events are not believed in, once a change came without one.
    silence: Option<String>,
    next_rescan: Instant,
    /// Folders that are not there, and since when.
    gone: BTreeMap<PathBuf, Instant>,
}

impl Watcher {
    /// Watches folders (every `*.lua` directly in them, but no `*_test.lua` and no hidden file) and single files.
    /// Links are followed. A file that is given twice counts once.
    ///
    /// # Errors
    /// A path that is not there, cannot be read, or is neither file nor folder; two files with one name.
    pub fn new(paths: &[PathBuf]) -> Result<Watcher, WatchError> {
        Watcher::with_hints(paths, Hints::from_the_system())
    }

    /// The same without asking the system for events: it looks at every file four times a second.
    ///
    /// # Errors
    /// As [`Watcher::new`].
    pub fn new_polling(paths: &[PathBuf]) -> Result<Watcher, WatchError> {
        Watcher::with_hints(paths, Hints::none("polling was asked for"))
    }

    fn with_hints(paths: &[PathBuf], hints: Hints) -> Result<Watcher, WatchError> {
        let roots = paths.iter().map(|path| Root::new(path)).collect::<Result<Vec<_>, _>>()?;
        if let Some((name, first, second)) = Listing::of(&roots).clashes.into_iter().next() {
            return Err(WatchError::SameName { name, first, second });
        }
        let mut watcher = Watcher {
            roots,
            hints,
            places: Places::default(),
            scripts: BTreeMap::new(),
            writing: HashSet::new(),
            told: HashMap::new(),
            problems: Vec::new(),
            silence: None,
            next_rescan: Instant::now(),
            gone: BTreeMap::new(),
        };
        watcher.rescan(Instant::now());
        Ok(watcher)
    }

    /// What is there now, in byte order of names, and what could not be read. A file that changes while it is being
    /// read, or whose writer is at work, is left for [`Watcher::poll`]. To be called once, before the first poll.
    pub fn initial(&mut self) -> (Vec<Source>, Vec<WatchProblem>) {
        let now = Instant::now();
        self.take_hints(now);
        self.rescan(now);
        let finished = self.scripts.iter().filter(|(_, script)| !self.is_being_written(script));
        let names: Vec<String> = finished.map(|(name, _)| name.clone()).collect();
        let sources = names.iter().filter_map(|name| self.read(name)).collect();
        (sources, std::mem::take(&mut self.problems))
    }

    /// What changed and has settled, in byte order of names, and what could not be read: each problem once, until it
    /// is mended or becomes another. Never waits; a call when nothing happened costs less than a microsecond.
    pub fn poll(&mut self) -> (Vec<Change>, Vec<WatchProblem>) {
        let now = Instant::now();
        if self.take_hints(now) || now >= self.next_rescan {
            self.rescan(now);
        }
        let unsettled = self.scripts.iter().filter(|(_, script)| script.unsettled);
        let names: Vec<String> = unsettled.map(|(name, _)| name.clone()).collect();
        let changes = names.iter().filter_map(|name| self.settle(name, now)).collect();
        (changes, std::mem::take(&mut self.problems))
    }

    /// Why changes are looked for now and then instead of being told by the system, if that is so.
    pub fn polling(&self) -> Option<String> {
        self.hints.trouble().or(self.silence.as_deref()).map(str::to_owned)
    }

    /// Returns whether everything has to be listed again.
    fn take_hints(&mut self, now: Instant) -> bool {
        let mut rescan = self.hints.lost_some();
        while let Some(hint) = self.hints.next() {
            let (Hint::Writing(place) | Hint::Closed(place) | Hint::Touched(place) | Hint::Moved(place)) =
                &hint;
            for name in self.places.scripts_at(place) {
                if let Some(script) = self.scripts.get_mut(name) {
                    script.unsettled = true;
                    script.heard = true;
                    if !matches!(hint, Hint::Closed(_) | Hint::Touched(_)) {
                        script.moved_at = now;
                    }
                }
            }
            let known = !self.places.scripts_at(place).is_empty();
            let ours = known || self.places.could_be_script(place) || self.places.is_root(place);
            match hint {
                Hint::Writing(place) if ours => {
                    rescan |= !known;
                    self.writing.insert(place);
                }
                Hint::Closed(place) if ours => {
                    rescan |= !known;
                    self.writing.remove(&place);
                }
                Hint::Moved(place) => {
                    self.writing.remove(&place);
                    rescan |= self.hints.forget(&place) || ours;
                }
                _ => {}
            }
        }
        rescan
    }

    /// Lists every root again, watches the folders that matter now, and marks what looks different.
    fn rescan(&mut self, now: Instant) {
        // The folders are watched before they are listed: what comes in between is then heard of.
        let mut places = Places::of_roots(&self.roots);
        for script in self.scripts.values() {
            places
                .folders
                .extend(script.places.iter().filter_map(|place| Some((place.parent()?.to_owned(), true))));
        }
        let mut watched_anew = self.hints.watch_only(&places.folders);
        let listing = Listing::of(&self.roots);

        let mut places = Places::of_roots(&self.roots);
        for (name, path) in &listing.scripts {
            let script = self.scripts.entry(name.clone()).or_insert_with(|| Script::new(path, now));
            if script.path != *path {
                script.path.clone_from(path);
                script.change(now);
            }
        }
        for (name, script) in &mut self.scripts {
            script.places = places.add_script(name, &script.path);
            let listed = listing.scripts.contains_key(name)
                || listing.unlisted.iter().any(|root| script.path.starts_with(root));
            if !listed || !Stamp::of(&script.path).is_ok_and(|stamp| stamp == script.stamp) {
                script.unsettled = true;
            }
        }
        watched_anew |= self.hints.watch_only(&places.folders);
        self.places = places;
        if watched_anew {
            self.scripts.values_mut().for_each(|script| script.heard = true);
        }

        let clashes =
            listing.clashes.iter().map(|(name, first, second)| WatchProblem::taken(name, first, second));
        let mut problems: Vec<WatchProblem> = clashes.chain(listing.problems.iter().cloned()).collect();
        // One that is replaced is gone for a moment, which is nothing to tell of.
        self.gone.retain(|folder, _| listing.gone.contains(folder));
        for folder in listing.gone {
            let since = *self.gone.entry(folder.clone()).or_insert(now);
            if now.saturating_duration_since(since) >= ABSENCE {
                problems.push(WatchProblem::gone_folder(folder));
            }
        }
        self.told.retain(|path, _| {
            problems.iter().any(|problem| problem.path == *path)
                || self.scripts.values().any(|script| script.path == *path)
        });
        for problem in problems {
            self.tell(problem);
        }

        let pause = if self.polling().is_some() { RESCAN_WHEN_POLLING } else { RESCAN };
        let end = Instant::now();
        self.next_rescan = end + pause.max(end.saturating_duration_since(now) * RESCAN_RARITY);
    }

    fn is_being_written(&self, script: &Script) -> bool {
        script.places.iter().any(|place| self.writing.contains(place))
    }

    /// Looks at one script that may have changed.
    fn settle(&mut self, name: &str, now: Instant) -> Option<Change> {
        let polling = self.polling().is_some();
        let being_written = self.scripts.get(name).is_some_and(|script| self.is_being_written(script));
        let script = self.scripts.get_mut(name)?;
        let stamp = match Stamp::of(&script.path) {
            Ok(Some(stamp)) => stamp,
            Ok(None) => return self.settle_absence(name, now),
            Err(error) => {
                script.unsettled = false;
                let path = script.path.clone();
                self.tell(WatchProblem::unreadable(path, &error));
                return None;
            }
        };
        script.gone_since = None;
        if script.stamp != Some(stamp) {
            script.stamp = Some(stamp);
            script.moved_at = now;
        }
        let still = now.saturating_duration_since(script.moved_at);
        let quiet = match stamp.length {
            0 => QUIET_WHEN_EMPTY,
            _ if polling => QUIET_WHEN_POLLING,
            _ => QUIET,
        };
        if still < quiet || still < PATIENCE && being_written {
            return None;
        }
        for place in &script.places {
            self.writing.remove(place);
        }
        let (heard, was_there) = (script.heard, script.hash.is_some());
        let source = self.read(name)?;
        if heard {
            self.silence = None;
        } else if was_there {
            let folder = source.path.parent().unwrap_or(Path::new("."));
            self.silence = Some(format!(
                "{} changed and the system did not tell (is {} on a network drive?)",
                source.name,
                plain_path(folder)
            ));
        }
        Some(Change::Changed(source))
    }

    fn settle_absence(&mut self, name: &str, now: Instant) -> Option<Change> {
        let script = self.scripts.get_mut(name)?;
        script.stamp = None;
        let gone_since = *script.gone_since.get_or_insert(now);
        if now.saturating_duration_since(gone_since) < ABSENCE {
            return None;
        }
        script.unsettled = false;
        script.gone_since = None;
        let path = script.path.clone();
        let was_there = script.hash.take().is_some();
        match std::fs::read_link(&path) {
            Ok(target) => self.tell(WatchProblem::dangling(path.clone(), &target)),
            Err(_) => {
                self.scripts.remove(name);
                self.told.remove(&path);
            }
        }
        was_there.then(|| Change::Removed { path, name: name.to_owned() })
    }

    /// Reads a script now. Nothing if its content is what was handed out before, if it changes meanwhile, or if it
    /// cannot be read.
    fn read(&mut self, name: &str) -> Option<Source> {
        let script = self.scripts.get_mut(name)?;
        let path = script.path.clone();
        match read_unmoved(&path) {
            Ok(Reading::Bytes(bytes, stamp)) => {
                self.told.remove(&path);
                script.unsettled = false;
                script.stamp = Some(stamp);
                script.heard = false;
                let hash: [u8; 32] = Sha256::digest(&bytes).into();
                if script.hash.replace(hash) == Some(hash) {
                    return None;
                }
                Some(Source { path, name: name.to_owned(), bytes })
            }
            Ok(Reading::Moving) => {
                script.change(Instant::now());
                None
            }
            Ok(Reading::TooLarge(stamp)) => {
                script.unsettled = false;
                script.stamp = Some(stamp);
                self.tell(WatchProblem::too_large(path));
                None
            }
            Err(error) => {
                script.unsettled = false;
                self.tell(WatchProblem::unreadable(path, &error));
                None
            }
        }
    }

    /// Adds a problem unless it was the last one told of this path.
    fn tell(&mut self, problem: WatchProblem) {
        if self.told.get(&problem.path) != Some(&problem.message) {
            self.told.insert(problem.path.clone(), problem.message.clone());
            self.problems.push(problem);
        }
    }
}
