//! The scripts folder and the game: first loads, and what changes while the game runs.

use super::desk::History;
use super::game::Game;
use super::output::tell;
use crate::script::Loaded;
use crate::watch::{Change, Source, Watcher, plain_path};
use anyhow::{Context, bail};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Where scripts are looked for when none are named.
pub const DEFAULT_FOLDER: &str = "scripts";

/// The scripts that a game was started with, watched.
pub struct ScriptsOnDisk {
    watcher: Watcher,
    /// The game's scripts at the start.
    initial: Vec<Source>,
    /// Every script's file, by the script's name.
    paths: BTreeMap<String, PathBuf>,
    told_of_polling: bool,
}

impl ScriptsOnDisk {
    /// Reads the scripts of the given files and folders, or of the default folder.
    ///
    /// # Errors
    /// A path that is missing or cannot be read, or two scripts of one name.
    pub fn open(paths: &[PathBuf]) -> anyhow::Result<ScriptsOnDisk> {
        let default = [PathBuf::from(DEFAULT_FOLDER)];
        let paths = if paths.is_empty() { &default[..] } else { paths };
        if paths == default && !Path::new(DEFAULT_FOLDER).exists() {
            bail!(
                "there is no folder `{DEFAULT_FOLDER}` here. Make one and put a script into it, or name a script or a \
                 folder: moonyard play my-scripts"
            );
        }
        let mut watcher = Watcher::new(paths)?;
        let (initial, problems) = watcher.initial();
        // A script that was named must be there; a folder may become readable while the game runs.
        let named = |path: &PathBuf| paths.contains(path) && !path.is_dir();
        if let Some(problem) = problems.iter().find(|problem| named(&problem.path)) {
            bail!("{problem}");
        }
        for problem in &problems {
            tell(&format!("moonyard: {problem}"));
        }
        let readable =
            |path: &&PathBuf| path.is_dir() && !problems.iter().any(|problem| problem.path == **path);
        for path in paths.iter().filter(readable) {
            if !initial.iter().any(|source| source.path.parent() == Some(path)) {
                tell(&format!(
                    "moonyard: there are no scripts in {}. A file that ends in .lua and lies directly in it is one; those that \
                     end in _test.lua are tests, for `moonyard test`.",
                    plain_path(path)
                ));
            }
        }
        let paths = initial.iter().map(|source| (source.name.clone(), source.path.clone())).collect();
        Ok(ScriptsOnDisk { watcher, initial, paths, told_of_polling: false })
    }

    /// Loads what was there at the start, in the order of names.
    pub fn load_all(&self, game: &mut Game) {
        for source in &self.initial {
            if source.bytes.iter().all(u8::is_ascii_whitespace) {
                tell(&format!("{}: it is empty, so it does nothing yet", source.name));
            }
            game.load(&source.name, &source.bytes);
        }
    }

    /// Loads a script again as it was at the start.
    ///
    /// # Errors
    /// A name that no script had.
    pub fn load_again(&self, game: &mut Game, name: &str) -> anyhow::Result<()> {
        let source = self.initial.iter().find(|source| source.name == name);
        let source = source.with_context(|| format!("there is no script named {name}"))?;
        game.load(name, &source.bytes);
        Ok(())
    }

    /// Loads a script again from its file as it is now. Returns lines that sum up how that went; what the load printed and reported
    /// is the game's to tell, and belongs before them.
    ///
    /// # Errors
    /// A name that no script has, or a file that cannot be read.
    pub fn reload(&mut self, game: &mut Game, name: &str) -> anyhow::Result<Vec<String>> {
        let path = self.paths.get(name);
        let path =
            path.with_context(|| format!("there is no script named {name}; scripts() lists them"))?.clone();
        let bytes = std::fs::read(&path).with_context(|| format!("{} cannot be read", plain_path(&path)))?;
        let source = Source { name: name.to_owned(), path, bytes };
        Ok(loaded_line(game, &source).into_iter().collect())
    }

    /// The scripts at the start, by name.
    pub fn texts(&self) -> BTreeMap<String, Vec<u8>> {
        self.initial.iter().map(|source| (source.name.clone(), source.bytes.clone())).collect()
    }

    pub fn has(&self, name: &str) -> bool {
        self.initial.iter().any(|source| source.name == name)
    }

    /// Brings the game up to what is on disk now, and tells in one line what changed. To be called every frame.
    pub fn update(&mut self, game: &mut Game, history: &mut History) {
        let (changes, problems) = self.watcher.poll();
        for problem in &problems {
            history.tell(&format!("moonyard: {problem}"));
        }
        for change in &changes {
            match change {
                Change::Changed(source) => _ = self.paths.insert(source.name.clone(), source.path.clone()),
                Change::Removed { name, .. } => _ = self.paths.remove(name),
            }
            let what = match change {
                Change::Changed(source) => loaded_line(game, source),
                Change::Removed { name, .. } => game.unload(name).then(|| format!("{name}: unloaded")),
            };
            // What the load itself printed and reported belongs before the line that sums it up.
            history.show(&game.take_lines());
            if let Some(what) = what {
                history.tell(&what);
            }
        }
        if let (Some(reason), false) = (self.watcher.polling(), self.told_of_polling) {
            self.told_of_polling = true;
            history.tell(&format!(
                "moonyard: changes to scripts are noticed a little later than usual: {reason}"
            ));
        }
    }
}

fn loaded_line(game: &mut Game, source: &Source) -> Option<String> {
    let name = &source.name;
    let what = match game.load(name, &source.bytes) {
        Loaded::New => "loaded",
        Loaded::Reloaded => "reloaded",
        Loaded::KeptOlder => return Some(format!("{name}: not reloaded; the version before runs on")),
        Loaded::Failed => return Some(format!("{name}: not loaded")),
    };
    let counts = game.counts(name);
    Some(format!(
        "{name}: {what} ({}, {}, {})",
        plural(counts.bodies, "body", "bodies"),
        plural(counts.hooks, "hook", "hooks"),
        plural(counts.timers, "timer", "timers")
    ))
}

fn plural(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
