//! What the terminal shows: prints on standard output, everything else on standard error. A reader that went away is no error.

use crate::script::{Line, LineKind};
use std::io::{IsTerminal, Write};

/// Shows what scripts printed and what went wrong.
pub fn show(lines: &[Line]) {
    for line in lines {
        let text = with_name(line);
        match line.kind {
            LineKind::Print => say(&text),
            LineKind::Error | LineKind::Notice => tell(&text),
        }
    }
}

/// The line with its script's name before it; errors name their file and line already.
fn with_name(line: &Line) -> String {
    match &line.script {
        Some(script) if !line.text.starts_with(&format!("{script}:")) => format!("{script}: {}", line.text),
        _ => line.text.clone(),
    }
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
