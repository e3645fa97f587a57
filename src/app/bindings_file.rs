//! The file that keeps the bindings that a player changed.
//!
//! It is read once, and written when something was changed, never before. A file that is broken is told of with its lines, used as far as
//! it can be, and never written to.

use super::game::Game;
use super::output::tell;
use super::whole_file;
use crate::input::Bindings;
use anyhow::Context;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// The player's bindings on the disk.
pub struct BindingsFile {
    path: PathBuf,
    /// As they were when this file and the game last agreed.
    known: Bindings,
    /// As it was read.
    text: String,
    /// What could not be kept, and why.
    refused: Option<(Bindings, String)>,
    /// What there is to tell and was not yet.
    messages: Vec<String>,
}

impl BindingsFile {
    /// Reads the file, if it is there. What is wrong with it is among the messages.
    pub fn open(path: &Path) -> BindingsFile {
        let mut messages = Vec::new();
        let text = read(path).unwrap_or_else(|reason| {
            messages.push(format!("moonyard: {}: {reason}; the usual keys are used", path.display()));
            String::new()
        });
        let (known, problems) = Bindings::parse(&text);
        messages.extend(problems.iter().map(|problem| format!("moonyard: {}: {problem}", path.display())));
        if !problems.is_empty() {
            messages.push(
                "moonyard: what is broken there is as usual, the rest is used; the file is left as it is"
                    .into(),
            );
        }
        BindingsFile { path: path.to_owned(), known, text, refused: None, messages }
    }

    /// What went wrong since the last time, in lines.
    pub fn take_messages(&mut self) -> Vec<String> {
        std::mem::take(&mut self.messages)
    }

    /// Why what was changed is not kept for the next time, while that is so.
    pub fn trouble(&self) -> Option<&str> {
        self.refused.as_ref().map(|(_, why)| why.as_str())
    }

    /// Looks for names in the file that seem to be standard actions misspelt; to be called when scripts have defined theirs.
    pub fn look_for_misspelt(&mut self, game: &Game) {
        let input = game.input();
        let is_there = |id: &str| input.actions().any(|(known, ..)| known == id);
        let found = Bindings::misspelt(&self.text, is_there);
        self.messages.extend(found.iter().map(|it| format!("moonyard: {}: {it}", self.path.display())));
    }

    /// Reads a file that must be there, and tells what is wrong with it.
    ///
    /// # Errors
    /// When it is not.
    pub fn open_named(path: &Path) -> anyhow::Result<BindingsFile> {
        std::fs::metadata(path)
            .with_context(|| format!("--bindings: {}: there is no such file", path.display()))?;
        let mut file = BindingsFile::open(path);
        file.take_messages().iter().for_each(|line| tell(line));
        Ok(file)
    }

    /// Gives the game the bindings of the file.
    pub fn apply(&self, game: &mut Game) {
        game.input().use_bindings(&self.known);
    }

    /// Keeps what was changed in the game since the last time, if anything was. To be called every frame.
    pub fn update(&mut self, game: &Game) {
        let input = game.input();
        let now = input.changed_bindings();
        if *now == self.known || self.refused.as_ref().is_some_and(|(refused, _)| refused == now) {
            return;
        }
        match self.keep(now.changes_since(&self.known)) {
            Ok(()) => {
                self.known = now.clone();
                self.refused = None;
            }
            // The next change tries again, with all that was not kept.
            Err(why) => {
                let why = format!(
                    "the new keys work, and are not kept for the next time: {}: {why}",
                    self.path.display()
                );
                self.messages.push(format!("moonyard: {why}"));
                self.refused = Some((now.clone(), why));
            }
        }
    }

    /// Somebody else may have written to the file meanwhile: only what was changed here is changed there.
    fn keep(&self, changes: Vec<(String, Option<Vec<crate::input::Binding>>)>) -> Result<(), String> {
        let text = read(&self.path)?;
        let (mut bindings, problems) = Bindings::parse(&text);
        if let Some(problem) = problems.first() {
            return Err(format!("{problem}. Mend that, or delete the file"));
        }
        for (action, of_action) in changes {
            bindings.set(&action, of_action);
        }
        if let Some(folder) = self.path.parent() {
            std::fs::create_dir_all(folder).map_err(|error| error.to_string())?;
        }
        whole_file::write(&self.path, bindings.write_into(&text).as_bytes())
            .map_err(|error| error.to_string())
    }
}

/// The file's text; empty if there is no file.
fn read(path: &Path) -> Result<String, String> {
    match std::fs::read(path) {
        Ok(bytes) => String::from_utf8(bytes).map_err(|error| {
            let before = error.as_bytes().get(..error.utf8_error().valid_up_to()).unwrap_or_default();
            let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
            format!("line {line}: this is no text")
        }),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(String::new()),
        Err(error) => Err(format!("it cannot be read: {error}")),
    }
}
