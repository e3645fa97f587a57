//! What scripts keep: values under names, in a file that outlives the process, or in memory.
//!
//! Promises: what was saved when a call returned is there after the process ends in any way at any moment; the file can always
//! be opened; several processes may use one file at once and lose nothing. Losing power may cost the last saves, and leaves
//! the file whole. A file is opened when it is first needed, and made when something is first saved. What goes wrong is an
//! answer, never the end: the next call tries again.
//!
//! Knows neither Lua nor the simulation. `script` gives it to scripts, and `app` says which file it is.

mod error;
mod file;
mod number;
mod value;

pub use error::{ROOM, StoreError};
pub use value::{DEEPEST, LARGEST, LONGEST_NAME, Value};

use file::{Opened, Patience};
use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior};
use std::path::{Path, PathBuf};

/// A name and the bytes of its value.
pub type Kept = (Vec<u8>, Vec<u8>);

/// Values under names. Names are bytes and sorted as such.
#[derive(Default)]
pub struct Store {
    /// None for one in memory.
    file: Option<PathBuf>,
    opened: Option<Opened>,
    patience: Patience,
    notices: Vec<String>,
}

const SAVE: &str = "INSERT INTO kept (name, value) VALUES (?1, ?2) \
    ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE value != excluded.value";
const LOAD: &str = "SELECT value FROM kept WHERE name = ?1";
const REMOVE: &str = "DELETE FROM kept WHERE name = ?1";
const NAMES: &str = "SELECT name FROM kept WHERE name >= ?1 ORDER BY name";
const EVERYTHING: &str = "SELECT name, value FROM kept ORDER BY name";

impl Store {
    /// A store that is gone with the process.
    pub fn in_memory() -> Store {
        Store::default()
    }

    /// A store in a file, which need not be there yet.
    pub fn in_file(file: &Path) -> Store {
        // An absolute path cannot be mistaken for one of SQLite's special names.
        let file = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
        Store { file: Some(file), ..Store::default() }
    }

    /// Keeps a value under a name, in place of what was there.
    ///
    /// # Errors
    /// No room, or a file that cannot be written: then what was there before stays.
    pub fn save(&mut self, name: &[u8], value: &Value) -> Result<(), StoreError> {
        let bytes = value.encode();
        let saved =
            self.write(|connection| connection.prepare_cached(SAVE)?.execute((name, &bytes)).map(drop));
        saved.map_err(|error| self.explain(error, bytes.len()))
    }

    /// What is kept under a name.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn load(&mut self, name: &[u8]) -> Result<Option<Value>, StoreError> {
        let bytes = self.read(|connection| {
            connection.prepare_cached(LOAD)?.query_row([name], |row| row.get::<_, Vec<u8>>(0)).optional()
        })?;
        bytes.flatten().map(|bytes| Value::decode(&bytes).ok_or(StoreError::Unreadable)).transpose()
    }

    /// Adds to the number that is kept under a name, or to 0, and returns the sum. No other process comes in between.
    ///
    /// # Errors
    /// Another kind of value, a sum out of range, and what [`Store::save`] meets.
    pub fn add(&mut self, name: &[u8], n: &Value) -> Result<Value, StoreError> {
        let sum = self.write(|connection| {
            let transaction = Transaction::new_unchecked(connection, TransactionBehavior::Immediate)?;
            let bytes: Option<Vec<u8>> =
                transaction.prepare_cached(LOAD)?.query_row([name], |row| row.get(0)).optional()?;
            let before = match bytes {
                None => Value::Integer(0),
                Some(bytes) => match Value::decode(&bytes) {
                    Some(value) => value,
                    None => return Ok(Err(StoreError::Unreadable)),
                },
            };
            let sum = match number::sum(&before, n) {
                Ok(sum) => sum,
                Err(error) => return Ok(Err(error)),
            };
            transaction.prepare_cached(SAVE)?.execute((name, sum.encode()))?;
            transaction.commit()?;
            Ok(Ok(sum))
        });
        sum.map_err(|error| self.explain(error, 0))?
    }

    /// Forgets a name. False if there was nothing.
    ///
    /// # Errors
    /// As [`Store::save`].
    pub fn remove(&mut self, name: &[u8]) -> Result<bool, StoreError> {
        // A store without a file need not be made to find nothing in it.
        if self.load(name) == Ok(None) {
            return Ok(false);
        }
        self.write(|connection| connection.prepare_cached(REMOVE)?.execute([name])).map(|removed| removed > 0)
    }

    /// The names that begin so, in the order of their bytes.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn names(&mut self, prefix: &[u8]) -> Result<Vec<Vec<u8>>, StoreError> {
        self.names_while(prefix, || true)
    }

    /// The same, as far as `go_on` lets it go on: there may be a million.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn names_while(
        &mut self,
        prefix: &[u8],
        go_on: impl Fn() -> bool,
    ) -> Result<Vec<Vec<u8>>, StoreError> {
        let names = self.read(|connection| {
            let mut statement = connection.prepare_cached(NAMES)?;
            let mut rows = statement.query([prefix])?;
            let mut names = Vec::new();
            while let Some(row) = rows.next()? {
                let name: Vec<u8> = row.get(0)?;
                if !name.starts_with(prefix) || !go_on() {
                    break;
                }
                names.push(name);
            }
            Ok(names)
        })?;
        Ok(names.unwrap_or_default())
    }

    /// Every name and the bytes of its value, for a store in memory: those belong to a run. A file is older than the run.
    pub fn of_this_run(&mut self) -> Vec<Kept> {
        if self.file.is_some() || self.opened.is_none() {
            return Vec::new();
        }
        self.everything().unwrap_or_default()
    }

    /// Every name and the bytes of its value, wherever they are kept.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn everything(&mut self) -> Result<Vec<Kept>, StoreError> {
        let rows = self.read(|connection| {
            let mut statement = connection.prepare_cached(EVERYTHING)?;
            let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
            rows.collect::<rusqlite::Result<Vec<_>>>()
        });
        Ok(rows?.unwrap_or_default())
    }

    /// Keeps what [`Store::everything`] gave. What cannot be read is an answer of [`Store::load`], as anywhere.
    ///
    /// # Errors
    /// As [`Store::save`].
    pub fn fill(&mut self, kept: &[Kept]) -> Result<(), StoreError> {
        self.write(|connection| {
            let mut statement = connection.prepare_cached(SAVE)?;
            kept.iter().try_for_each(|(name, value)| statement.execute((name, value)).map(drop))
        })
    }

    /// What whoever plays should know, since the last time.
    pub fn take_notices(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notices)
    }

    fn read<T>(
        &mut self,
        work: impl Fn(&Connection) -> rusqlite::Result<T>,
    ) -> Result<Option<T>, StoreError> {
        self.run(false, work)
    }

    fn write<T>(&mut self, work: impl Fn(&Connection) -> rusqlite::Result<T>) -> Result<T, StoreError> {
        let nothing = || StoreError::Other("the store could not be opened".into());
        let done = match self.run(true, &work) {
            // The log may hold room that the file has no more need of.
            Err(StoreError::DiskFull(_) | StoreError::DiskFailed(..)) if self.fold_in_log() => {
                self.run(true, &work)
            }
            done => done,
        };
        done?.ok_or_else(nothing)
    }

    /// Runs work on the open store; nothing if there is none and it is only to be read. If the file turns out damaged, it is
    /// opened again, which puts it aside, and the work is done on the new one.
    fn run<T>(
        &mut self,
        writes: bool,
        work: impl Fn(&Connection) -> rusqlite::Result<T>,
    ) -> Result<Option<T>, StoreError> {
        let done = self.try_run(writes, work);
        match &done {
            Err(StoreError::Busy(_)) => self.patience.lose(),
            // Reading waits for nobody, so it tells nothing of whoever writes.
            Ok(_) if writes => self.patience.regain(),
            _ => {}
        }
        done
    }

    fn try_run<T>(
        &mut self,
        writes: bool,
        work: impl Fn(&Connection) -> rusqlite::Result<T>,
    ) -> Result<Option<T>, StoreError> {
        let mut second_try = false;
        loop {
            self.open(writes)?;
            let Some(opened) = &self.opened else { return Ok(None) };
            match work(&opened.connection) {
                Ok(result) => return Ok(Some(result)),
                Err(error) if file::is_damage(&error) && !second_try => second_try = true,
                Err(error) => return Err(StoreError::of(&error, self.file.as_deref())),
            }
            if let Some(opened) = self.opened.take() {
                opened.abandon();
            }
        }
    }

    /// Sees to it that what is open is what lies under the file's name now.
    fn open(&mut self, writes: bool) -> Result<(), StoreError> {
        let Some(file) = &self.file else {
            if self.opened.is_none() {
                self.opened = Some(file::in_memory().map_err(|error| StoreError::of(&error, None))?);
            }
            return Ok(());
        };
        let stale = |opened: &mut Opened| !opened.is_in_place(file) || (writes && opened.read_only);
        if let Some(opened) = self.opened.take_if(stale) {
            opened.abandon();
        }
        if self.opened.is_none() {
            self.opened = file::open(file, writes, &self.patience, &mut self.notices)?;
        }
        Ok(())
    }

    /// Moves what is in the log beside the file into the file, and empties it. Whether that was possible.
    fn fold_in_log(&self) -> bool {
        let Some(opened) = self.opened.as_ref().filter(|_| self.file.is_some()) else { return false };
        let busy =
            opened.connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get::<_, i64>(0));
        busy == Ok(0)
    }

    /// Tells a store that is full from a disk that is. `size` is what was to be kept, in bytes.
    fn explain(&self, error: StoreError, size: usize) -> StoreError {
        let (StoreError::DiskFull(_), Some(opened)) = (&error, &self.opened) else { return error };
        let pragma =
            |name: &str| opened.connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
        let used = || -> rusqlite::Result<i64> {
            Ok((pragma("page_count")? - pragma("freelist_count")?) * pragma("page_size")?)
        };
        let size = i64::try_from(size).unwrap_or(i64::MAX / 2);
        // What a save needs beside the value itself: pages that are half full, and a few of the index.
        let spare = 64 * 1024;
        match used() {
            Ok(used) if used + size + spare > ROOM => StoreError::NoRoom,
            _ => error,
        }
    }
}
