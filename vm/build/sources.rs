//! The untouched sources: what cargo fetched, if it is to the byte what the edits were made for.

use sha2::{Digest, Sha256};

/// One line of `SHA256SUMS`: a file and the hash that it must have, in lower-case hexadecimal.
#[derive(Debug, PartialEq, Eq)]
pub struct Expected<'a> {
    pub name: &'a str,
    pub hash: &'a str,
}

/// Reads a list as `sha256sum` writes it.
///
/// # Errors
/// A sentence with the line that is wrong.
pub fn expected(sums: &str) -> Result<Vec<Expected<'_>>, String> {
    sums.lines()
        .enumerate()
        .map(|(index, line)| {
            let (hash, name) = line
                .split_once("  ")
                .filter(|(hash, name)| hash.len() == 64 && !name.is_empty())
                .ok_or_else(|| {
                    format!("SHA256SUMS:{}: not a hash, two spaces and the name of a file", index + 1)
                })?;
            Ok(Expected { name, hash })
        })
        .collect()
}

/// Checks that a file's bytes are the ones that the edits were made for.
///
/// # Errors
/// A sentence with the file, both hashes and what to do.
pub fn check(path: &str, bytes: &[u8], expected: &str) -> Result<(), String> {
    let hash: String = Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    if hash == expected {
        return Ok(());
    }
    Err(format!(
        "{path} is not the file that our edits of Lua were made for: its SHA-256 is {hash}, and must be {expected}. \
         If it was damaged, delete the folder of its package from cargo's registry and build again. If the package lua-src \
         was moved to another version on purpose, the edits must move too: docs/vm.md says how."
    ))
}

/// Finds where cargo keeps a package, in what `cargo metadata` printed.
pub fn folder_of_package(metadata: &str, package: &str) -> Option<String> {
    let start = metadata.find(&format!("\"name\":\"{package}\",\"version\""))?;
    let (_, rest) = metadata[start..].split_once("\"manifest_path\":\"")?;
    let (manifest, _) = rest.split_once('"')?;
    let manifest = manifest.replace("\\\\", "\\");
    let end = manifest.rfind(['/', '\\'])?;
    Some(manifest[..end].to_owned())
}
