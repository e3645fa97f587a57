//! Which texts the scripts of a replay have: those that were recorded or those that are on disk now. Says what is not the same.
//!
//! A recording holds the texts of its scripts, and those are played unless somebody asks for what is on disk. Recordings that an older
//! version of the program made hold no texts of the scripts that they begin with; what is on disk must be the same then. Used by
//! the shell that replays.

use super::output::tell;
use super::recording::{Recording, hash};
use super::replay::Options;
use super::scripts_on_disk::{DEFAULT_FOLDER, ScriptsOnDisk};
use anyhow::bail;
use std::collections::BTreeMap;
use std::path::Path;

/// Texts by the names of their scripts.
type Texts = BTreeMap<String, Vec<u8>>;

/// A script that is not on disk as it was recorded.
struct Changed {
    name: String,
    /// Hashes of its text: as recorded, and now, if it is there.
    was: String,
    now: Option<String>,
    /// Its text is in the recording.
    is_recorded: bool,
}

/// The texts that take the place of the recorded ones, by the names of their scripts.
///
/// # Errors
/// Scripts on disk that cannot be read; a text that is neither in the recording nor on disk, unless it is to be played anyway.
pub fn choose(options: &Options, recording: &Recording) -> anyhow::Result<Texts> {
    let Options { recording: file, paths, anyway, .. } = options;
    // Nothing of it was asked for: a recording of a script from elsewhere plays in any folder.
    let nowhere = paths.is_empty() && !Path::new(DEFAULT_FOLDER).exists();
    let texts = if nowhere { Texts::new() } else { ScriptsOnDisk::open(paths)?.texts() };
    let changed = changed(recording, &texts);
    let lost: Vec<&Changed> = changed.iter().filter(|script| !script.is_recorded).collect();
    if *anyway || !lost.is_empty() {
        changed.iter().for_each(tell_hashes);
    } else if !changed.is_empty() {
        tell_recorded(&changed);
    }
    if !paths.is_empty() || recording.scripts().any(|(name, _)| texts.contains_key(name)) {
        tell_left_out(recording, &texts);
    }
    if *anyway || lost.is_empty() {
        let same = |name: &String| changed.iter().all(|script| script.name != *name);
        return Ok(texts.into_iter().filter(|(name, _)| *anyway || same(name)).collect());
    }
    let missing = names(lost.iter().copied().filter(|script| script.now.is_none()));
    match missing.as_str() {
        "" => bail!("{} was recorded with other scripts; --anyway plays it all the same", file.display()),
        missing => bail!(
            "{} was recorded with {missing}: name its file, or the folder, after the recording; --anyway plays it without",
            file.display()
        ),
    }
}

fn changed(recording: &Recording, texts: &Texts) -> Vec<Changed> {
    let scripts = recording.scripts().map(|(name, was)| Changed {
        name: name.to_owned(),
        was: was.to_owned(),
        now: texts.get(name).map(|bytes| hash(bytes)),
        is_recorded: recording.text(was).is_some(),
    });
    scripts.filter(|script| script.now.as_ref() != Some(&script.was)).collect()
}

fn names<'a>(scripts: impl Iterator<Item = &'a Changed>) -> String {
    scripts.map(|script| script.name.as_str()).collect::<Vec<_>>().join(", ")
}

/// One line: the replay is right, and whoever edits scripts should know that it does not show their last edits.
fn tell_recorded(changed: &[Changed]) {
    let others = names(changed.iter().filter(|script| script.now.is_some()));
    let missing = names(changed.iter().filter(|script| script.now.is_none()));
    let mut line = "moonyard: this plays the scripts as they were recorded".to_owned();
    if !others.is_empty() {
        line += &format!("; changed since: {others} (--anyway plays what is there now)");
    }
    if !missing.is_empty() {
        line += &format!("; not there now: {missing}");
    }
    tell(&line);
}

fn tell_hashes(Changed { name, was, now, is_recorded }: &Changed) {
    tell(&match now {
        Some(now) => format!("{name}: it was {was} when it was recorded and is {now} now"),
        None if *is_recorded => {
            format!("{name}: it is not there now and is played as it was recorded, {was}")
        }
        None => format!("{name}: it was {was} when it was recorded and is not there now"),
    });
}

/// What is not loaded changes nothing.
fn tell_left_out(recording: &Recording, texts: &Texts) {
    for (name, bytes) in texts {
        if recording.scripts().all(|(recorded, _)| recorded != name) {
            tell(&format!(
                "{name}: it was not there when it was recorded, so it is left out ({})",
                hash(bytes)
            ));
        }
    }
}
