//! Opening the file of a store: making it, finding it damaged and putting it aside, reading it where nothing can be written.

use super::error::{ROOM, StoreError};
use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};
use std::time::{Duration, Instant};

/// Marks a database as one of ours: "Yard".
const APPLICATION: i64 = 0x5961_7264;
/// Of the tables and of how values are written.
const VERSION: i64 = 1;
/// The size of a page in bytes; SQLite's own default, and given so that [`ROOM`] can be counted in pages.
const PAGE: i64 = 4096;

/// How long a lock that another process holds is waited for; where it was held longer than that, until it is free again.
const LONG: i32 = 3_000;
const SHORT: i32 = 5;
const PAUSE: Duration = Duration::from_millis(1);

/// How long is waited for other processes. One that keeps the file to itself costs a long moment once, not every frame.
#[derive(Clone)]
pub(super) struct Patience(Arc<AtomicI32>);

impl Default for Patience {
    fn default() -> Patience {
        Patience(Arc::new(AtomicI32::new(LONG)))
    }
}

impl Patience {
    pub(super) fn lose(&self) {
        self.0.store(SHORT, Ordering::Relaxed);
    }

    pub(super) fn regain(&self) {
        self.0.store(LONG, Ordering::Relaxed);
    }

    /// To be called again and again, with the number of calls so far. False when it has been too long.
    fn wait(&self, tries: i32) -> bool {
        std::thread::sleep(PAUSE);
        tries < self.0.load(Ordering::Relaxed)
    }
}

/// An open file.
pub(super) struct Opened {
    pub(super) connection: Connection,
    /// It can be read only.
    pub(super) read_only: bool,
    identity: Option<Identity>,
}

/// Tells a file from another one that was put in its place.
type Identity = (u64, u64);

#[cfg(unix)]
fn identity(file: &Path) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt;
    fs::metadata(file).ok().map(|meta| (meta.dev(), meta.ino()))
}

#[cfg(not(unix))]
fn identity(file: &Path) -> Option<Identity> {
    fs::metadata(file).ok().map(|_| (0, 0))
}

impl Opened {
    /// Whether the file is still the one under its name.
    pub(super) fn is_in_place(&self, file: &Path) -> bool {
        self.identity.is_some() && identity(file) == self.identity
    }

    /// Closes a file that was removed, replaced or damaged. Closing it the ordinary way would tidy up by name, and might
    /// tidy away what belongs to the file that is there now.
    pub(super) fn abandon(self) {
        let _ = self.connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true);
    }
}

/// A store in memory.
pub(super) fn in_memory() -> rusqlite::Result<Opened> {
    let connection = Connection::open_in_memory()?;
    connection.pragma_update(None, "max_page_count", ROOM / PAGE)?;
    make_tables(&connection)?;
    Ok(Opened { connection, read_only: false, identity: None })
}

/// Opens a file, and makes it if it is not there and `make` is set; `None` where there is none. A damaged one is put aside and
/// a new one begun, which a notice says.
pub(super) fn open(
    file: &Path,
    make: bool,
    patience: &Patience,
    notices: &mut Vec<String>,
) -> Result<Option<Opened>, StoreError> {
    for _ in 0..3 {
        if !file.exists() {
            if !make {
                return Ok(None);
            }
            let folder = file.parent().unwrap_or(Path::new("."));
            fs::create_dir_all(folder).map_err(|error| {
                StoreError::CannotOpen(file.to_owned(), format!("{}: {error}", folder.display()))
            })?;
        }
        let before = identity(file);
        match patiently(patience, || try_open(file, patience)) {
            Ok(connection) => {
                check_origin(&connection, file)?;
                return Ok(Some(Opened { connection, read_only: false, identity: identity(file) }));
            }
            Err(Trouble::Damaged(why)) => put_aside(file, before, &why, notices)?,
            Err(Trouble::Sqlite(error)) => return read_only(file, &error).map(Some),
        }
    }
    Err(StoreError::Other(format!("{}: it is damaged again and again", file.display())))
}

enum Trouble {
    /// The file is no database, or a broken one.
    Damaged(String),
    Sqlite(rusqlite::Error),
}

impl From<rusqlite::Error> for Trouble {
    fn from(error: rusqlite::Error) -> Trouble {
        if is_damage(&error) { Trouble::Damaged(error.to_string()) } else { Trouble::Sqlite(error) }
    }
}

/// Whether an error says that the file is not what it should be.
pub(super) fn is_damage(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase))
}

fn is_busy(trouble: &Trouble) -> bool {
    matches!(trouble, Trouble::Sqlite(error) if matches!(
        error.sqlite_error_code(),
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked)
    ))
}

/// Tries again while another process is just opening or closing the same file, which SQLite does not wait for by itself.
fn patiently<T>(patience: &Patience, mut work: impl FnMut() -> Result<T, Trouble>) -> Result<T, Trouble> {
    let start = Instant::now();
    loop {
        match work() {
            Err(trouble) if is_busy(&trouble) => {
                let waited = i32::try_from(start.elapsed().as_millis()).unwrap_or(i32::MAX);
                if !patience.wait(waited) {
                    return Err(trouble);
                }
            }
            done => return done,
        }
    }
}

fn try_open(file: &Path, patience: &Patience) -> Result<Connection, Trouble> {
    let flags =
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut connection = Connection::open_with_flags(file, flags)?;
    let patience = patience.clone();
    connection.busy_handler(Some(move |tries| patience.wait(tries)))?;
    let origin = origin(&connection)?;
    if origin.is_foreign() {
        return Ok(connection);
    }
    let verdict: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    if verdict != "ok" {
        return Err(Trouble::Damaged(verdict));
    }
    // With a log beside the file a save is one write, and nobody who reads waits. Saves survive the end of the process
    // at any moment. The disk is waited for only when the log is folded in, so a power cut may cost the last saves;
    // it leaves the file whole.
    connection.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()))?;
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    connection.pragma_update_and_check(None, "journal_size_limit", 4 << 20, |_| Ok(()))?;
    connection.pragma_update_and_check(None, "max_page_count", ROOM / PAGE, |_| Ok(()))?;
    if connection.is_readonly("main")? {
        return Err(Trouble::Sqlite(rusqlite::Error::SqliteFailure(
            rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_READONLY),
            None,
        )));
    }
    if origin.tables == 0 {
        make_tables(&connection)?;
    }
    Ok(connection)
}

fn make_tables(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(&format!(
        "BEGIN IMMEDIATE;
         CREATE TABLE IF NOT EXISTS kept (name BLOB PRIMARY KEY NOT NULL, value BLOB NOT NULL) STRICT;
         PRAGMA application_id = {APPLICATION};
         PRAGMA user_version = {VERSION};
         COMMIT;"
    ))
}

/// Who made a database.
struct Origin {
    application: i64,
    version: i64,
    tables: i64,
}

impl Origin {
    fn is_foreign(&self) -> bool {
        self.tables > 0 && (self.application != APPLICATION || self.version != VERSION)
    }
}

fn origin(connection: &Connection) -> rusqlite::Result<Origin> {
    let number = |sql: &str| connection.query_row(sql, [], |row| row.get(0));
    Ok(Origin {
        tables: number("SELECT count(*) FROM sqlite_schema")?,
        application: number("PRAGMA application_id")?,
        version: number("PRAGMA user_version")?,
    })
}

/// A whole database that is not ours is left alone.
fn check_origin(connection: &Connection, file: &Path) -> Result<(), StoreError> {
    let origin = origin(connection).map_err(|error| StoreError::of(&error, Some(file)))?;
    match origin.is_foreign() {
        false => Ok(()),
        true if origin.application == APPLICATION => Err(StoreError::FromLater(file.to_owned())),
        true => Err(StoreError::NotAStore(file.to_owned())),
    }
}

/// Opens what cannot be written, so that what was saved earlier can be loaded.
fn read_only(file: &Path, error: &rusqlite::Error) -> Result<Opened, StoreError> {
    let refused = match StoreError::of(error, Some(file)) {
        StoreError::CannotOpen(..) => StoreError::CannotOpen(file.to_owned(), reason(file)),
        other => other,
    };
    if !matches!(refused, StoreError::ReadOnly(_) | StoreError::CannotOpen(..)) || !file.is_file() {
        return Err(refused);
    }
    let log = with_ending(file, "-wal");
    // Without its log, the file alone is all there is, and nobody can be changing it.
    let alone = fs::metadata(&log).map_or(true, |meta| meta.len() == 0);
    let name = if alone { uri(file) } else { file.as_os_str().to_owned() };
    let flags =
        OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let Ok(connection) = Connection::open_with_flags(Path::new(&name), flags) else { return Err(refused) };
    match origin(&connection) {
        Ok(origin) if origin.tables > 0 => check_origin(&connection, file)?,
        _ => return Err(refused),
    }
    Ok(Opened { connection, read_only: true, identity: identity(file) })
}

/// In the system's words why a file cannot be opened.
fn reason(file: &Path) -> String {
    match fs::OpenOptions::new().read(true).write(true).open(file) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => error.to_string(),
        _ => "its folder cannot be written".into(),
    }
}

fn uri(file: &Path) -> std::ffi::OsString {
    let mut name = String::from("file:");
    for &byte in file.as_os_str().as_encoded_bytes() {
        if byte.is_ascii_alphanumeric() || b"/-_.".contains(&byte) {
            name.push(char::from(byte));
        } else {
            name.push_str(&format!("%{byte:02x}"));
        }
    }
    name.push_str("?immutable=1");
    name.into()
}

fn with_ending(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// Renames a damaged file and its log, unless another process has done so meanwhile.
fn put_aside(
    file: &Path,
    found: Option<Identity>,
    why: &str,
    notices: &mut Vec<String>,
) -> Result<(), StoreError> {
    let failed = |error: io::Error| {
        StoreError::Other(format!("{} is damaged ({why}) and cannot be renamed: {error}", file.display()))
    };
    let held = match File::open(file) {
        // Another process has just put it aside.
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        held => held.map_err(failed)?,
    };
    // Where there are no such locks, two processes at the very same moment are on their own.
    let _ = held.lock();
    if identity(file) != found {
        return Ok(());
    }
    let aside = (1..)
        .map(|n| with_ending(file, &format!(".damaged-{n}")))
        .find(|aside| !aside.exists())
        .unwrap_or_default();
    fs::rename(file, &aside).map_err(failed)?;
    // Either may be missing, and without the file neither does any harm.
    let _ = fs::rename(with_ending(file, "-wal"), with_ending(&aside, "-wal"));
    let _ = fs::remove_file(with_ending(file, "-shm"));
    notices.push(format!(
        "the file of the store was damaged ({why}). It is kept as {}, and a new one is begun",
        aside.display()
    ));
    Ok(())
}
