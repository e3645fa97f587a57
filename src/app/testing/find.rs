//! Which files hold tests.

use crate::app::scripts_on_disk::DEFAULT_FOLDER;
use crate::watch::plain_path;
use anyhow::{Context, bail};
use std::path::{Path, PathBuf};

/// How the name of a file of tests ends.
pub const ENDING: &str = "_test.lua";

/// The given files, and every file below the given folders whose name ends in `_test.lua`, in the order of names.
///
/// # Errors
/// A path that is missing or cannot be read, or no file at all.
pub fn tests(paths: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    let default = [PathBuf::from(DEFAULT_FOLDER)];
    let paths = if paths.is_empty() { &default[..] } else { paths };
    if paths == default && !Path::new(DEFAULT_FOLDER).exists() {
        bail!(
            "there is no folder `{DEFAULT_FOLDER}` here; name a test file or a folder: moonyard test my-scripts"
        );
    }
    let mut files = Vec::new();
    for path in paths {
        let kind = match std::fs::metadata(path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                bail!("{}: there is no such file or folder. Check the spelling.", plain_path(path))
            }
            other => other.with_context(|| format!("{}: this cannot be read", plain_path(path)))?,
        };
        if kind.is_dir() {
            add_folder(path, &mut files)?;
        } else {
            files.push(path.clone());
        }
    }
    if files.is_empty() {
        let names: Vec<String> = paths.iter().map(|path| plain_path(path)).collect();
        bail!("there are no tests in {}: the name of a test file ends in {ENDING}", names.join(", "));
    }
    Ok(files)
}

/// Links to folders are not followed, so a link that loops ends nothing.
fn add_folder(folder: &Path, files: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    let entries = std::fs::read_dir(folder)
        .and_then(Iterator::collect::<std::io::Result<Vec<_>>>)
        .with_context(|| format!("{}: this folder cannot be read", plain_path(folder)))?;
    let mut entries: Vec<_> = entries.into_iter().map(|entry| (entry.path(), entry.file_type())).collect();
    entries.sort_by(|a, b| a.0.cmp(&b.0));
    for (path, kind) in entries {
        if kind.is_ok_and(|kind| kind.is_dir()) {
            add_folder(&path, files)?;
        } else if path.to_string_lossy().ends_with(ENDING) {
            files.push(path);
        }
    }
    Ok(())
}
