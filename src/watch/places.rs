//! Which files are scripts, and where they are: the given folders and files, listed.
//!
//! Only the watcher in the parent module uses this.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use std::{fs, io};

use super::{WatchError, WatchProblem};

/// The largest script that is read, in bytes. Anything larger was not meant to be one.
pub(super) const LARGEST: u64 = 16 << 20;

/// A path that was given: a folder of scripts, or one script.
pub(super) struct Root {
    pub(super) path: PathBuf,
    /// The script's name; nothing for a folder.
    file: Option<String>,
}

impl Root {
    pub(super) fn new(path: &Path) -> Result<Root, WatchError> {
        let meta = fs::metadata(path).map_err(|error| WatchError::of_path(path, &error))?;
        if meta.is_dir() {
            return Ok(Root { path: path.to_owned(), file: None });
        }
        if !meta.is_file() {
            return Err(WatchError::Neither(path.to_owned()));
        }
        let name = path.file_name().and_then(|name| name.to_str());
        let name = name.ok_or_else(|| WatchError::Name(path.to_owned()))?;
        Ok(Root { path: path.to_owned(), file: Some(name.to_owned()) })
    }

    /// The place that has to be watched for the root itself to come, go or be replaced.
    fn place(&self) -> Option<PathBuf> {
        let path = std::path::absolute(&self.path).ok()?;
        Some(fs::canonicalize(path.parent()?).ok()?.join(path.file_name()?))
    }
}

/// What one look at every root found.
#[derive(Default)]
pub(super) struct Listing {
    /// Script names and the files that hold them, the root that was given first winning.
    pub(super) scripts: BTreeMap<String, PathBuf>,
    /// Two different files with one name.
    pub(super) clashes: Vec<(String, PathBuf, PathBuf)>,
    pub(super) problems: Vec<WatchProblem>,
    /// Roots that are there but could not be listed: what is known of them stays.
    pub(super) unlisted: Vec<PathBuf>,
    /// Root folders that are not there.
    pub(super) gone: Vec<PathBuf>,
}

impl Listing {
    pub(super) fn of(roots: &[Root]) -> Listing {
        let mut listing = Listing::default();
        for root in roots {
            match &root.file {
                Some(name) => {
                    if fs::symlink_metadata(&root.path).is_ok() {
                        listing.add(name.clone(), root.path.clone());
                    }
                }
                None => listing.add_folder(&root.path),
            }
        }
        listing
    }

    fn add_folder(&mut self, folder: &Path) {
        let entries = fs::read_dir(folder).and_then(Iterator::collect::<io::Result<Vec<_>>>);
        let entries = match entries {
            Ok(entries) => entries,
            Err(error) if is_absence(&error) => return self.gone.push(folder.to_owned()),
            Err(error) => {
                self.problems.push(WatchProblem::unreadable_folder(folder.to_owned(), &error));
                self.unlisted.push(folder.to_owned());
                return;
            }
        };
        for entry in entries {
            let path = entry.path();
            match entry.file_name().into_string() {
                Ok(name) => {
                    if is_script_name(&name) && !entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                        self.add(name, path);
                    }
                }
                Err(name) if name.as_encoded_bytes().ends_with(b".lua") => {
                    self.problems.push(WatchProblem::no_text_name(path));
                }
                Err(_) => {}
            }
        }
    }

    fn add(&mut self, name: String, path: PathBuf) {
        let name = super::plain_name(&name);
        match self.scripts.get(&name) {
            None => {
                self.scripts.insert(name, path);
            }
            Some(first) if is_same_file(first, &path) => {}
            Some(first) => self.clashes.push((name, first.clone(), path)),
        }
    }
}

/// Where hints may come from: the roots, their scripts, and what links among them point at.
#[derive(Default)]
pub(super) struct Places {
    /// Folders to watch, as the system resolves them; `true` where scripts are.
    pub(super) folders: BTreeMap<PathBuf, bool>,
    /// Resolved folders whose every script counts, new ones included.
    script_folders: HashSet<PathBuf>,
    /// The roots themselves.
    roots: HashSet<PathBuf>,
    /// Places of known scripts.
    scripts: HashMap<PathBuf, Vec<String>>,
    /// Folders as they were given, and as the system resolves them.
    resolved: HashMap<PathBuf, Option<PathBuf>>,
}

impl Places {
    pub(super) fn of_roots(roots: &[Root]) -> Places {
        let mut places = Places::default();
        for root in roots {
            if let Some(place) = root.place() {
                if let Some(parent) = place.parent() {
                    *places.folders.entry(parent.to_owned()).or_default() |= root.file.is_some();
                }
                places.roots.insert(place);
            }
            if root.file.is_none()
                && let Ok(folder) = fs::canonicalize(&root.path)
            {
                places.folders.insert(folder.clone(), true);
                places.script_folders.insert(folder);
            }
        }
        places
    }

    /// Adds a script: the place that its path names, and the place that it leads to if it is a link. Returns both.
    pub(super) fn add_script(&mut self, name: &str, path: &Path) -> Vec<PathBuf> {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        if !self.resolved.contains_key(folder) {
            self.resolved.insert(folder.to_owned(), fs::canonicalize(folder).ok());
        }
        let folder = self.resolved.get(folder).cloned().flatten();
        let named = folder.and_then(|folder| Some(folder.join(path.file_name()?)));
        // There may be thousands, and few of them links: only those are worth resolving.
        let is_link = fs::symlink_metadata(path).is_ok_and(|meta| meta.is_symlink());
        let target = is_link.then(|| fs::canonicalize(path).ok()).flatten();
        let mut found: Vec<PathBuf> = named.into_iter().chain(target).collect();
        found.dedup();
        for place in &found {
            self.scripts.entry(place.clone()).or_default().push(name.to_owned());
            if let Some(folder) = place.parent() {
                self.folders.insert(folder.to_owned(), true);
            }
        }
        found
    }

    /// The known scripts at this place.
    pub(super) fn scripts_at(&self, place: &Path) -> &[String] {
        self.scripts.get(place).map_or(&[], Vec::as_slice)
    }

    pub(super) fn is_root(&self, place: &Path) -> bool {
        self.roots.contains(place)
    }

    /// Whether a script that appears at this place would be one of ours.
    pub(super) fn could_be_script(&self, place: &Path) -> bool {
        place.parent().is_some_and(|folder| self.script_folders.contains(folder))
            && place.file_name().and_then(|name| name.to_str()).is_some_and(is_script_name)
    }
}

/// `*.lua`, but no script tests, and no hidden names: editors keep their locks and swap files there.
pub(super) fn is_script_name(name: &str) -> bool {
    name.ends_with(".lua") && !name.ends_with("_test.lua") && !name.starts_with('.')
}

/// What tells one state of a file from another without reading it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stamp {
    pub(super) length: u64,
    modified: Option<SystemTime>,
    /// Inode and its change time: they tell a file that was replaced by one of the same length and time.
    identity: (u64, i64, i64),
}

impl Stamp {
    /// Nothing if there is no such file, or if it is a folder, a pipe or the like: opening those could block.
    pub(super) fn of(path: &Path) -> io::Result<Option<Stamp>> {
        match fs::metadata(path) {
            Ok(meta) if meta.is_file() => Ok(Some(Stamp {
                length: meta.len(),
                modified: meta.modified().ok(),
                identity: identity(&meta),
            })),
            Ok(_) => Ok(None),
            Err(error) if is_absence(&error) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

#[cfg(unix)]
fn identity(meta: &fs::Metadata) -> (u64, i64, i64) {
    use std::os::unix::fs::MetadataExt;
    (meta.ino(), meta.ctime(), meta.ctime_nsec())
}

#[cfg(not(unix))]
fn identity(_: &fs::Metadata) -> (u64, i64, i64) {
    (0, 0, 0)
}

pub(super) fn is_absence(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

fn is_same_file(a: &Path, b: &Path) -> bool {
    a == b || matches!((fs::canonicalize(a), fs::canonicalize(b)), (Ok(a), Ok(b)) if a == b)
}
