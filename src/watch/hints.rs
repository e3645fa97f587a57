//! What the system says about folders, as plain hints.
//!
//! A hint means "look again there" and nothing more: events are merged, reordered and lost on every system, so what a
//! file holds is always decided by reading it. Only the watcher in the parent module uses this.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use notify::event::{AccessKind, AccessMode, ModifyKind};
use notify::{ErrorKind, Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};

/// Hints that may wait between two frames. More than that and one look at everything is cheaper.
const WAITING: usize = 4096;

/// Whether this system reports that a writer has closed a file. Elsewhere a quiet moment has to do.
const CLOSING_IS_TOLD: bool = cfg!(any(target_os = "linux", target_os = "android"));

#[derive(Debug)]
pub(super) enum Hint {
    /// Someone is writing to this file and, where closing is told, has not closed it yet.
    Writing(PathBuf),
    /// A writer has closed this file.
    Closed(PathBuf),
    /// Its permissions or times changed.
    Touched(PathBuf),
    /// Came, went or was renamed.
    Moved(PathBuf),
}

/// The folders that are watched, and the hints that wait.
pub(super) struct Hints {
    watcher: Option<RecommendedWatcher>,
    waiting: Receiver<Hint>,
    lost: Arc<AtomicBool>,
    folders: BTreeMap<PathBuf, FolderId>,
    trouble: Option<String>,
}

/// Tells a folder from another one that was made later under its name.
type FolderId = (u64, u64);

impl Hints {
    /// Never fails: a system that gives no events is a reason to poll, kept in [`Hints::trouble`].
    pub(super) fn from_the_system() -> Hints {
        let (sender, waiting) = sync_channel(WAITING);
        let lost = Arc::new(AtomicBool::new(false));
        let mut post = Post { sender, lost: lost.clone(), created: None };
        let (watcher, trouble) = match notify::recommended_watcher(move |event| post.take(event)) {
            Ok(watcher) => (Some(watcher), None),
            Err(error) => (None, Some(explain(&error))),
        };
        Hints { watcher, waiting, lost, folders: BTreeMap::new(), trouble }
    }

    pub(super) fn none(reason: &str) -> Hints {
        let (_, waiting) = sync_channel(1);
        let lost = Arc::new(AtomicBool::new(false));
        Hints { watcher: None, waiting, lost, folders: BTreeMap::new(), trouble: Some(reason.to_owned()) }
    }

    pub(super) fn next(&mut self) -> Option<Hint> {
        self.waiting.try_recv().ok()
    }

    /// Whether hints were lost since the last call.
    pub(super) fn lost_some(&self) -> bool {
        self.lost.swap(false, Ordering::Relaxed)
    }

    /// Why there are no events, if there are none.
    pub(super) fn trouble(&self) -> Option<&str> {
        self.trouble.as_deref()
    }

    /// To be called when a folder came, went or moved: it may be another one now, whose watch has to be made anew.
    /// Returns whether that folder was watched.
    pub(super) fn forget(&mut self, folder: &Path) -> bool {
        let watched = self.folders.remove(folder).is_some();
        if watched && let Some(watcher) = &mut self.watcher {
            // An error says that the system has dropped the watch already.
            let _ = watcher.unwatch(folder);
        }
        watched
    }

    /// Watches these folders, given as the system resolves them, and no others. `true` marks a folder whose events
    /// matter so much that to poll is the answer when it cannot be watched. Returns whether a watch was made, in which
    /// case what happened before it went unheard.
    pub(super) fn watch_only(&mut self, wanted: &BTreeMap<PathBuf, bool>) -> bool {
        let stale: Vec<PathBuf> = self
            .folders
            .iter()
            .filter(|(folder, id)| !wanted.contains_key(*folder) || folder_id(folder) != Some(**id))
            .map(|(folder, _)| folder.clone())
            .collect();
        for folder in stale {
            self.forget(&folder);
        }
        let Some(watcher) = &mut self.watcher else {
            return false;
        };
        let mut made_one = false;
        self.trouble = None;
        for (folder, matters) in wanted {
            if self.folders.contains_key(folder) {
                continue;
            }
            let Some(id) = folder_id(folder) else {
                continue;
            };
            match watcher.watch(folder, RecursiveMode::NonRecursive) {
                Ok(()) => {
                    self.folders.insert(folder.clone(), id);
                    made_one = true;
                }
                // It went in this very moment: the next look settles it.
                Err(error) if matches!(error.kind, ErrorKind::PathNotFound) => {}
                Err(error) if *matters => self.trouble = Some(explain(&error)),
                Err(_) => {}
            }
        }
        made_one
    }
}

/// Runs on notify's thread: turns its events into hints.
struct Post {
    sender: SyncSender<Hint>,
    lost: Arc<AtomicBool>,
    created: Option<PathBuf>,
}

impl Post {
    fn take(&mut self, event: notify::Result<Event>) {
        let Ok(event) = event else {
            self.lost.store(true, Ordering::Relaxed);
            return;
        };
        if event.need_rescan() {
            self.lost.store(true, Ordering::Relaxed);
        }
        let created = self.created.take();
        for path in event.paths {
            let hint = match event.kind {
                EventKind::Access(AccessKind::Close(AccessMode::Write)) => Hint::Closed(path),
                // Opening is mostly reading, ours included. Right after creating it is the writer at work; a link is
                // created without being opened.
                EventKind::Access(AccessKind::Open(_))
                    if CLOSING_IS_TOLD && created.as_ref() == Some(&path) =>
                {
                    Hint::Writing(path)
                }
                EventKind::Access(_) => continue,
                EventKind::Modify(ModifyKind::Data(_)) if CLOSING_IS_TOLD => Hint::Writing(path),
                EventKind::Modify(ModifyKind::Metadata(_)) => Hint::Touched(path),
                EventKind::Create(_) => {
                    self.created = Some(path.clone());
                    Hint::Moved(path)
                }
                _ => Hint::Moved(path),
            };
            if self.sender.try_send(hint).is_err() {
                self.lost.store(true, Ordering::Relaxed);
            }
        }
    }
}

fn explain(error: &notify::Error) -> String {
    match &error.kind {
        ErrorKind::MaxFilesWatch => {
            "the system's limit of watched folders is used up (on Linux: sysctl fs.inotify.max_user_watches)"
                .to_owned()
        }
        ErrorKind::Io(io) => format!("the system reports no changes of files ({io})"),
        _ => format!("the system reports no changes of files ({error})"),
    }
}

#[cfg(unix)]
fn folder_id(folder: &Path) -> Option<FolderId> {
    use std::os::unix::fs::MetadataExt;
    let meta = fs::metadata(folder).ok().filter(fs::Metadata::is_dir)?;
    Some((meta.dev(), meta.ino()))
}

#[cfg(not(unix))]
fn folder_id(folder: &Path) -> Option<FolderId> {
    fs::metadata(folder).ok().filter(fs::Metadata::is_dir).map(|_| (0, 0))
}
