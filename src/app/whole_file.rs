//! Results on disk: a file that appears whole or not at all.

use std::fs;
use std::io;
use std::path::Path;

/// Writes a file beside its place and moves it there. What was there before stays when the disk refuses.
///
/// # Errors
/// What the disk says.
pub fn write(file: &Path, content: &[u8]) -> io::Result<()> {
    let Some(name) = file.file_name() else { return fs::write(file, content) };
    // A terminal, a pipe, a link: something to write into, and not to replace.
    if fs::symlink_metadata(file).is_ok_and(|meta| !meta.is_file()) {
        return fs::write(file, content);
    }
    let mut beside = std::ffi::OsString::from(".");
    beside.push(name);
    beside.push(format!(".{}.tmp", std::process::id()));
    let beside = file.with_file_name(beside);
    let written = fs::write(&beside, content).and_then(|()| fs::rename(&beside, file));
    if written.is_err() {
        // It may not exist, and the first error is the one worth telling.
        let _ = fs::remove_file(&beside);
    }
    written
}
