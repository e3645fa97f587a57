//! What the terminal shows: prints on standard output, everything else on standard error. A reader that went away is no error;
//! a disk that is full, or whatever else refuses results, is one, which the exit code tells at the end.

use crate::script::{Line, LineKind};
use crate::watch::plain_name;
use std::borrow::Cow;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::sync::{Mutex, OnceLock, PoisonError};

/// Shows a line above the one that a person is typing.
type Above = Box<dyn FnMut(&str) + Send>;

/// Set while somebody types on this terminal.
static ABOVE: Mutex<Option<Above>> = Mutex::new(None);

/// From now on lines go above the one that a person is typing, which `print` keeps intact.
pub fn print_above(print: impl FnMut(&str) + Send + 'static) {
    *ABOVE.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(print));
}

/// Whether the line was shown above the one that a person is typing.
fn went_above(text: &str) -> bool {
    let mut above = ABOVE.lock().unwrap_or_else(PoisonError::into_inner);
    above.as_mut().map(|print| print(text)).is_some()
}

/// Why results were lost, for the first time.
static LOST: OnceLock<String> = OnceLock::new();

/// Shows what scripts printed and what went wrong.
pub fn show(lines: &[Line]) {
    for line in lines {
        match line.kind {
            LineKind::Print => say(&self::line(line)),
            LineKind::Error | LineKind::Notice => tell(&self::line(line)),
        }
    }
}

/// A line as it is shown, with its script's name.
pub fn line(line: &Line) -> String {
    match line.kind {
        LineKind::Print => named(line),
        LineKind::Error | LineKind::Notice => named_once(line),
    }
}

/// The line with its script's name before it. Where a print goes over several lines, those after the first are indented, so that
/// every line at the margin begins with its script.
fn named(line: &Line) -> String {
    let text = match line.kind {
        LineKind::Print => indented(&line.text),
        LineKind::Error | LineKind::Notice => line.text.clone(),
    };
    match &line.script {
        Some(script) => format!("{script}: {text}"),
        None => text,
    }
}

/// Empty lines stay empty.
fn indented(text: &str) -> String {
    let mut lines = text.split('\n');
    let mut indented = lines.next().unwrap_or_default().to_owned();
    for line in lines {
        indented.push_str(if line.is_empty() { "\n" } else { "\n    " });
        indented.push_str(line);
    }
    indented
}

/// The same, but what names its file and line already, as errors do, is left as it is.
fn named_once(line: &Line) -> String {
    let has_place = line.script.as_ref().is_some_and(|script| line.text.starts_with(&format!("{script}:")));
    if has_place { line.text.clone() } else { named(line) }
}

/// Whatever is shown cannot command the terminal, were it the name of a folder; lines and tabs stay.
pub fn without_commands(text: &str) -> Cow<'_, str> {
    let commands = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
    if !text.contains(commands) {
        return Cow::Borrowed(text);
    }
    let line = |line: &str| line.split('\t').map(plain_name).collect::<Vec<_>>().join("\t");
    Cow::Owned(text.split('\n').map(line).collect::<Vec<_>>().join("\n"))
}

/// A line of results, on standard output.
pub fn say(text: &str) {
    let text = &*without_commands(text);
    if went_above(text) {
        return;
    }
    let mut out = io::stdout().lock();
    if let Err(error) = writeln!(out, "{text}").and_then(|()| out.flush())
        && error.kind() != ErrorKind::BrokenPipe
    {
        let _ = LOST.set(error.to_string());
    }
}

/// Why lines of results could not be written, if any could not.
///
/// # Errors
/// A sentence with what the system says.
pub fn check() -> anyhow::Result<()> {
    match LOST.get() {
        Some(why) => anyhow::bail!("standard output cannot be written ({why}), so what was printed is lost"),
        None => Ok(()),
    }
}

/// A line about how things go, on standard error.
pub fn tell(text: &str) {
    let text = &*without_commands(text);
    if !went_above(text) {
        let _ = writeln!(std::io::stderr().lock(), "{text}");
    }
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
