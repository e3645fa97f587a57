//! Where a yard's store and the player's bindings lie on the disk.

use super::scripts_on_disk::DEFAULT_FOLDER;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The file of the yard that these paths make: in the user's data folder, under the name of the first scripts folder and a
/// number made of where it lies. So what is kept outlives the scripts folder, whoever replaces it, and reading scripts is all that their
/// folder must allow. `None` if there is no data folder.
pub fn default_file(paths: &[PathBuf]) -> Option<PathBuf> {
    let first = paths.first().map_or(Path::new(DEFAULT_FOLDER), PathBuf::as_path);
    let place = std::fs::canonicalize(first).or_else(|_| std::path::absolute(first)).ok()?;
    let place = if place.is_file() { place.parent()?.to_path_buf() } else { place };
    let name = place.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let number = fnv(place.as_os_str().as_encoded_bytes());
    Some(
        data_folder(|name| std::env::var_os(name))?
            .join("moonyard")
            .join(format!("{name}-{number:08x}.store")),
    )
}

/// The file of the player's bindings, in all yards: `None` if there is no folder for it.
pub fn bindings_file() -> Option<PathBuf> {
    Some(config_folder(|name| std::env::var_os(name))?.join("moonyard").join("bindings.toml"))
}

/// Where programs of this system keep a user's settings.
fn config_folder(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let absolute = |name: &str| variable(name).map(PathBuf::from).filter(|path| path.is_absolute());
    if cfg!(windows) {
        absolute("APPDATA")
    } else if cfg!(target_os = "macos") {
        Some(absolute("HOME")?.join("Library/Application Support"))
    } else {
        absolute("XDG_CONFIG_HOME").or_else(|| Some(absolute("HOME")?.join(".config")))
    }
}

/// Where programs of this system keep a user's data.
fn data_folder(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    // As the convention has it, a path that is not absolute counts as none.
    let absolute = |name: &str| variable(name).map(PathBuf::from).filter(|path| path.is_absolute());
    if cfg!(windows) {
        absolute("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        Some(absolute("HOME")?.join("Library/Application Support"))
    } else {
        absolute("XDG_DATA_HOME").or_else(|| Some(absolute("HOME")?.join(".local/share")))
    }
}

/// A hash that stays the same from one version of the program to the next (FNV-1a).
fn fnv(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811c_9dc5, |hash, &byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    fn the_data_folder_is_that_of_the_convention() {
        let folder = |variables: &[(&str, &str)]| {
            data_folder(|name| {
                variables.iter().find(|(known, _)| *known == name).map(|(_, value)| value.into())
            })
        };
        assert_eq!(folder(&[("XDG_DATA_HOME", "/data"), ("HOME", "/home/a")]), Some("/data".into()));
        assert_eq!(
            folder(&[("XDG_DATA_HOME", "data"), ("HOME", "/home/a")]),
            Some("/home/a/.local/share".into())
        );
        assert_eq!(folder(&[("XDG_DATA_HOME", "")]), None);
        let config = |_: &str| Some("/config".into());
        assert_eq!(config_folder(config), Some("/config".into()));
    }

    #[test]
    fn a_hash_is_the_published_one() {
        assert_eq!(fnv(b""), 0x811c_9dc5);
        assert_eq!(fnv(b"foobar"), 0xbf9c_f968);
    }
}
