//! Lines that a person types on a terminal while the yard runs, with history and completion of names; what the yard prints meanwhile
//! goes above the line that is being typed. Where standard input is no terminal, its lines are taken as they come.
//!
//! A thread of its own reads; the yard looks for lines once a frame and is never kept waiting.

use super::output;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::{Config, Context, Editor, ExternalPrinter, Helper, Highlighter, Hinter, Validator};
use std::io::{BufRead, IsTerminal};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread::JoinHandle;
use std::time::Duration;

/// A yard that is busy for longer than this completes nothing.
const PATIENCE: Duration = Duration::from_millis(500);

/// What a person did at the terminal.
pub enum Typed {
    Line(String),
    /// What may the text up to the cursor become? The answer goes back.
    Complete(String, SyncSender<Completions>),
    /// They want to leave.
    End,
    /// There are no more lines, and there was no person to end them.
    Closed,
}

/// Where the name begins, in bytes, and what it may become.
pub type Completions = (usize, Vec<String>);

/// The terminal, being read.
pub struct Terminal {
    typed: Receiver<Typed>,
    /// Read to the end of the process; the system has no way to call it off.
    _thread: JoinHandle<()>,
}

impl Terminal {
    /// Begins to read.
    ///
    /// # Errors
    /// A terminal that cannot be set up, or no thread for it.
    pub fn open() -> anyhow::Result<Terminal> {
        let (sender, typed) = channel();
        let thread = std::thread::Builder::new().name("terminal".into());
        let thread = if std::io::stdin().is_terminal() && std::io::stdout().is_terminal() {
            let mut editor = Editor::with_config(Config::builder().auto_add_history(true).build())?;
            editor.set_helper(Some(Names { ask: sender.clone() }));
            if let Ok(mut printer) = editor.create_external_printer() {
                output::print_above(move |text| _ = printer.print(format!("{text}\n")));
            }
            thread.spawn(move || edit(editor, &sender))?
        } else {
            thread.spawn(move || read(&sender))?
        };
        Ok(Terminal { typed, _thread: thread })
    }

    /// What was typed since the last time.
    pub fn typed(&self) -> impl Iterator<Item = Typed> + '_ {
        self.typed.try_iter()
    }
}

fn edit(mut editor: Editor<Names, rustyline::history::MemHistory>, to: &Sender<Typed>) {
    loop {
        let typed = match editor.readline("> ") {
            Ok(line) => Typed::Line(line),
            Err(ReadlineError::Signal(_)) => continue,
            Err(ReadlineError::Eof | ReadlineError::Interrupted) => Typed::End,
            Err(error) => {
                output::tell(&format!("moonyard: the terminal cannot be read any more: {error}"));
                return;
            }
        };
        let ends = matches!(typed, Typed::End);
        if to.send(typed).is_err() || ends {
            return;
        }
    }
}

/// Lines that do not come from a person; their end is not the yard's.
fn read(to: &Sender<Typed>) {
    for line in std::io::stdin().lock().lines() {
        let sent = match line {
            Ok(line) => to.send(Typed::Line(line)).is_ok(),
            Err(error) if error.kind() == std::io::ErrorKind::InvalidData => {
                output::tell("moonyard: a line of the console is not UTF-8 text and was left out");
                true
            }
            Err(error) => {
                output::tell(&format!("moonyard: the console cannot read any more: {error}"));
                false
            }
        };
        if !sent {
            break;
        }
    }
    let _ = to.send(Typed::Closed);
}

/// Asks the yard what names there are.
#[derive(Helper, Highlighter, Hinter, Validator)]
struct Names {
    ask: Sender<Typed>,
}

impl Completer for Names {
    type Candidate = String;

    fn complete(&self, line: &str, cursor: usize, _: &Context<'_>) -> rustyline::Result<Completions> {
        let before = line.get(..cursor).unwrap_or_default();
        let (answer, answered) = sync_channel(1);
        let asked = self.ask.send(Typed::Complete(before.to_owned(), answer));
        let completions = asked.ok().and_then(|()| answered.recv_timeout(PATIENCE).ok());
        Ok(completions.unwrap_or_else(|| (cursor, Vec::new())))
    }
}
