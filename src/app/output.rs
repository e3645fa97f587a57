//! What the terminal shows: prints on standard output, everything else on standard error. A reader that went away is no error.

use crate::script::{Line, LineKind};
use std::io::{IsTerminal, Write};

/// Shows what scripts printed and what went wrong.
pub fn show(lines: &[Line]) {
    for line in lines {
        match line.kind {
            LineKind::Print => say(&named(line)),
            LineKind::Error | LineKind::Notice => tell(&named_once(line)),
        }
    }
}

/// The line with its script's name before it.
fn named(line: &Line) -> String {
    match &line.script {
        Some(script) => format!("{script}: {}", line.text),
        None => line.text.clone(),
    }
}

/// The same, but what names its file and line already, as errors do, is left as it is.
fn named_once(line: &Line) -> String {
    let has_place = line.script.as_ref().is_some_and(|script| line.text.starts_with(&format!("{script}:")));
    if has_place { line.text.clone() } else { named(line) }
}

/// A line of results, on standard output.
pub fn say(text: &str) {
    let _ = writeln!(std::io::stdout().lock(), "{text}");
}

/// A line about how things go, on standard error.
pub fn tell(text: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{text}");
}

/// One line about what this build cannot do, if there is anything.
pub fn tell_what_is_lacking() {
    if let Some(lacks) = crate::script::stop::LACKS {
        tell(&format!("moonyard: {lacks}"));
    }
}

/// Progress of long work: one line that is written over, on a terminal only.
pub struct Progress {
    what: &'static str,
    shown: Option<u64>,
    terminal: bool,
}

impl Progress {
    pub fn new(what: &'static str) -> Progress {
        Progress { what, shown: None, terminal: std::io::stderr().is_terminal() }
    }

    /// Shows whole percents as they change.
    pub fn at(&mut self, done: u64, of: u64) {
        let percent = done.saturating_mul(100) / of.max(1);
        if self.terminal && self.shown != Some(percent) {
            self.shown = Some(percent);
            let _ = write!(std::io::stderr().lock(), "\r{} {percent} %", self.what);
        }
    }

    /// Takes the line away before something else is written.
    pub fn clear(&mut self) {
        if self.shown.take().is_some() {
            let _ = write!(std::io::stderr().lock(), "\r\x1b[K");
        }
    }
}
