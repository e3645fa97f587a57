//! What the watcher hands out: sources, changes, problems, and why it could not start.

use std::io;
use std::path::{Path, PathBuf};

use super::places;
use super::plain::plain_path;

/// A script's file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The given path, or the given folder's path and the file's name.
    pub path: PathBuf,
    /// The file name, which is the script's name.
    pub name: String,
    /// Its content, which need not be UTF-8. 16 MiB at most.
    pub bytes: Vec<u8>,
}

/// What happened to a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// It is new, or has other content than before.
    Changed(Source),
    /// Its file is gone.
    Removed { path: PathBuf, name: String },
}

impl Change {
    /// The script's name.
    pub fn name(&self) -> &str {
        match self {
            Change::Changed(source) => &source.name,
            Change::Removed { name, .. } => name,
        }
    }
}

/// Something that keeps a script from being read. Whatever was read of it before stays as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WatchProblem {
    /// The file or folder.
    pub path: PathBuf,
    /// What is wrong and what to do.
    pub message: String,
}

impl WatchProblem {
    pub(super) fn unreadable(path: PathBuf, error: &io::Error) -> WatchProblem {
        let message = format!("this file cannot be read: {error}. What was read of it before stays.");
        WatchProblem { path, message }
    }

    pub(super) fn unreadable_folder(path: PathBuf, error: &io::Error) -> WatchProblem {
        let message =
            format!("this folder cannot be read: {error}. What was read of its scripts before stays.");
        WatchProblem { path, message }
    }

    pub(super) fn gone_folder(path: PathBuf) -> WatchProblem {
        let message =
            "this folder is gone, and its scripts with it. They load again when it is back.".to_owned();
        WatchProblem { path, message }
    }

    pub(super) fn dangling(path: PathBuf, target: &Path) -> WatchProblem {
        let message =
            format!("this link leads to {}, where there is no file. Mend or delete it.", plain_path(target));
        WatchProblem { path, message }
    }

    pub(super) fn too_large(path: PathBuf) -> WatchProblem {
        let message = "this file is larger than 16 MiB, which is too large for a script.".to_owned();
        WatchProblem { path, message }
    }

    pub(super) fn no_text_name(path: PathBuf) -> WatchProblem {
        let message = "this file's name is not UTF-8 text, so no script can go by it. Rename it.".to_owned();
        WatchProblem { path, message }
    }

    pub(super) fn taken(name: &str, first: &Path, second: &Path) -> WatchProblem {
        let message = format!(
            "a script called {name} is already there: {}. This one is not loaded: rename it.",
            plain_path(first)
        );
        WatchProblem { path: second.to_owned(), message }
    }
}

impl std::fmt::Display for WatchProblem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", plain_path(&self.path), self.message)
    }
}

/// Why the given paths cannot be watched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WatchError {
    /// There is nothing at this path.
    Missing(PathBuf),
    /// This path cannot be looked at, and why.
    Unreadable(PathBuf, String),
    /// A pipe, a device or the like.
    Neither(PathBuf),
    /// A file name that is not UTF-8.
    Name(PathBuf),
    /// Two files with the same name.
    SameName { name: String, first: PathBuf, second: PathBuf },
}

impl WatchError {
    pub(super) fn of_path(path: &Path, error: &io::Error) -> WatchError {
        if places::is_absence(error) {
            WatchError::Missing(path.to_owned())
        } else {
            WatchError::Unreadable(path.to_owned(), error.to_string())
        }
    }
}

impl std::fmt::Display for WatchError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            WatchError::Missing(path) => {
                write!(f, "{}: there is no such file or folder. Check the spelling.", plain_path(path))
            }
            WatchError::Unreadable(path, why) => {
                write!(f, "{}: this cannot be read: {why}.", plain_path(path))
            }
            WatchError::Neither(path) => {
                write!(
                    f,
                    "{}: expected a script or a folder of scripts, and this is neither.",
                    plain_path(path)
                )
            }
            WatchError::Name(path) => {
                write!(f, "{}: this file's name is not UTF-8 text. Rename it.", plain_path(path))
            }
            WatchError::SameName { name, first, second } => write!(
                f,
                "two scripts are called {name}: {} and {}. A script goes by its file name: rename one, or name only one.",
                plain_path(first),
                plain_path(second)
            ),
        }
    }
}

impl std::error::Error for WatchError {}
