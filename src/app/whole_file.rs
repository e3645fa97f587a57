//! Results on disk: a file that appears whole or not at all.

use anyhow::bail;
use std::cell::RefCell;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// Writes a file beside its place and moves it there. What was there before stays when the disk refuses.
///
/// # Errors
/// What the disk says.
pub fn write(file: &Path, content: &[u8]) -> io::Result<()> {
    let whole = WholeFile::begin(file)?;
    whole.writer().write_all(content)?;
    whole.finish()
}

/// Whether a file can be made there, as far as can be told without making it.
///
/// # Errors
/// No name of a file, a folder, or a folder that is not there.
pub fn check_place(file: &Path) -> anyhow::Result<()> {
    let folder = match file.parent() {
        Some(folder) if folder.as_os_str().is_empty() => Path::new("."),
        Some(folder) => folder,
        None => bail!("{}: this is no file name", file.display()),
    };
    if file.is_dir() {
        bail!("{}: this is a folder; name a file", file.display());
    }
    if !folder.is_dir() {
        bail!("{}: the folder {} does not exist", file.display(), folder.display());
    }
    Ok(())
}

/// A file that is written piece by piece. Dropped before [`WholeFile::finish`] it leaves nothing, and what was at its place stays.
pub struct WholeFile {
    place: PathBuf,
    /// Where it is written until it is whole; none if it is written in its place.
    beside: Option<PathBuf>,
    file: Rc<RefCell<BufWriter<File>>>,
}

/// Writes into a [`WholeFile`].
#[derive(Clone)]
pub struct Writer(Rc<RefCell<BufWriter<File>>>);

impl WholeFile {
    /// # Errors
    /// What the disk says, if nothing can be written there.
    pub fn begin(place: &Path) -> io::Result<WholeFile> {
        let beside = beside(place);
        let file = File::create(beside.as_deref().unwrap_or(place))?;
        Ok(WholeFile { place: place.to_owned(), beside, file: Rc::new(RefCell::new(BufWriter::new(file))) })
    }

    pub fn writer(&self) -> Writer {
        Writer(Rc::clone(&self.file))
    }

    /// Moves the file to its place.
    ///
    /// # Errors
    /// What the disk says; there is no new file then.
    pub fn finish(mut self) -> io::Result<()> {
        self.file.borrow_mut().flush()?;
        if let Some(beside) = &self.beside {
            fs::rename(beside, &self.place)?;
            self.beside = None;
        }
        Ok(())
    }
}

impl Drop for WholeFile {
    fn drop(&mut self) {
        if let Some(beside) = &self.beside {
            // What stopped the writing is the error worth telling.
            let _ = fs::remove_file(beside);
        }
    }
}

impl Write for Writer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.borrow_mut().flush()
    }
}

/// A temporary name in the same folder. A terminal, a pipe, a link has none: it is something to write into, and not to replace.
fn beside(place: &Path) -> Option<PathBuf> {
    if fs::symlink_metadata(place).is_ok_and(|meta| !meta.is_file()) {
        return None;
    }
    let mut name = OsString::from(".");
    name.push(place.file_name()?);
    name.push(format!(".{}.tmp", std::process::id()));
    Some(place.with_file_name(name))
}
