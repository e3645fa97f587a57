//! Why a store could not do what was asked, in sentences for the authors of scripts.

use std::fmt::{Display, Formatter, Result};
use std::path::{Path, PathBuf};

/// The most that a store may take up on the disk, in bytes.
pub const ROOM: i64 = 64 << 20;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreError {
    /// All of [`ROOM`] is used.
    NoRoom,
    /// The disk refused to take more.
    DiskFull(PathBuf),
    /// The disk failed, and how.
    DiskFailed(PathBuf, String),
    /// Somebody else held the file for seconds.
    Busy(PathBuf),
    /// The file or its folder can be read and not written.
    ReadOnly(PathBuf),
    /// The file cannot be opened, and why.
    CannotOpen(PathBuf, String),
    /// A database that somebody else made.
    NotAStore(PathBuf),
    /// Made by a later version of this program.
    FromLater(PathBuf),
    /// To be added to, and of this kind.
    NotANumber(&'static str),
    /// A sum that is no number of Lua.
    OutOfRange,
    /// What was saved under this name is no value.
    Unreadable,
    /// Anything else that the disk or the file says.
    Other(String),
}

impl StoreError {
    /// What SQLite says of the store in this file, or in memory.
    pub(super) fn of(error: &rusqlite::Error, file: Option<&Path>) -> StoreError {
        use rusqlite::ErrorCode::{
            CannotOpen, DatabaseBusy, DatabaseLocked, DiskFull, PermissionDenied, ReadOnly, SystemIoFailure,
        };
        let path = file.map(Path::to_path_buf).unwrap_or_default();
        match error.sqlite_error_code() {
            Some(DiskFull) => StoreError::DiskFull(path),
            Some(DatabaseBusy | DatabaseLocked) => StoreError::Busy(path),
            Some(ReadOnly) => StoreError::ReadOnly(path),
            Some(CannotOpen | PermissionDenied) => {
                StoreError::CannotOpen(path, "the system refuses it".into())
            }
            Some(SystemIoFailure) => StoreError::DiskFailed(path, error.to_string()),
            _ => StoreError::Other(format!("{}: {error}", path.display())),
        }
    }
}

impl Display for StoreError {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            StoreError::NoRoom => {
                write!(f, "the store is full: it holds {} MB already. Remove something", ROOM >> 20)
            }
            StoreError::DiskFull(path) => write!(f, "the disk is full, so {} cannot grow", path.display()),
            StoreError::DiskFailed(path, why) => {
                write!(f, "the disk of {} failed or is full ({why})", path.display())
            }
            StoreError::Busy(path) => write!(f, "another program keeps {} to itself", path.display()),
            StoreError::ReadOnly(path) => {
                write!(f, "{} cannot be written: it or its folder is read-only", path.display())
            }
            StoreError::CannotOpen(path, why) => write!(f, "{} cannot be opened: {why}", path.display()),
            StoreError::NotAStore(path) => {
                write!(f, "{} is another program's database and no store", path.display())
            }
            StoreError::FromLater(path) => {
                write!(f, "{} was made by a later version of moonyard", path.display())
            }
            StoreError::NotANumber(kind) => write!(f, "it holds {kind}, and only numbers can be added to"),
            StoreError::OutOfRange => f.write_str("the sum is out of range"),
            StoreError::Unreadable => {
                f.write_str("what was saved there cannot be read; save it anew or remove it")
            }
            StoreError::Other(text) => f.write_str(text),
        }
    }
}

impl std::error::Error for StoreError {}
