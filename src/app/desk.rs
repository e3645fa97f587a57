//! What a person at the panel sees and may do: the game, its scripts and its clock, what was said, and how long frames take.

use super::clock::Clock;
use super::console;
use super::game::Game;
use super::output;
use super::scripts_on_disk::ScriptsOnDisk;
use crate::script::console::Request;
use crate::script::{Line, LineKind};
use std::collections::VecDeque;
use std::time::Duration;

/// So many lines are kept to be looked at.
const MOST_LINES: usize = 2_000;
/// So many frames are shown.
const FRAMES: usize = 240;

/// Everything that the panel needs of a play, for a moment.
pub struct Desk<'a> {
    pub game: &'a mut Game,
    pub scripts: &'a mut ScriptsOnDisk,
    pub clock: &'a mut Clock,
    pub history: &'a mut History,
    pub timings: &'a Timings,
    /// Why changed keys are not kept for the next time, while that is so.
    pub unkept: Option<&'a str>,
}

impl Desk<'_> {
    /// Runs a line of the console, and does what it asks for.
    pub fn run_line(&mut self, line: &str) {
        self.history.typed(line);
        self.game.run_line(line);
        self.take_lines();
        for request in self.game.take_requests() {
            self.ask(request);
        }
    }

    /// Does what a button or a command asks for; what there is to say goes into the history and to the terminal.
    pub fn ask(&mut self, request: Request) {
        let answer = console::answer(request, self.game, self.scripts, self.clock);
        // What a reload printed and reported comes before the line that sums it up.
        self.take_lines();
        for line in answer {
            self.history.say(&line);
        }
    }

    fn take_lines(&mut self) {
        self.history.show(&self.game.take_lines());
    }
}

/// What a line of the history is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Print,
    Error,
    Notice,
    /// What the person at the console typed.
    Typed,
}

/// What was said, the newest last. Whatever is told while somebody plays goes through here: it comes to the terminal and is kept for
/// the panel, so that the window shows all that the terminal does.
#[derive(Default)]
pub struct History {
    lines: VecDeque<(Kind, String)>,
    errors: u64,
    /// The last error, which outlives its line.
    last_error: String,
}

impl History {
    /// What scripts printed and what went wrong.
    pub fn show(&mut self, lines: &[Line]) {
        output::show(lines);
        for line in lines {
            let kind = match line.kind {
                LineKind::Print => Kind::Print,
                LineKind::Error => Kind::Error,
                LineKind::Notice => Kind::Notice,
            };
            self.push(kind, output::line(line));
        }
    }

    fn typed(&mut self, line: &str) {
        self.push(Kind::Typed, format!("> {line}"));
    }

    /// What the host answers, on standard output.
    pub fn say(&mut self, line: &str) {
        output::say(line);
        self.push(Kind::Notice, line.to_owned());
    }

    /// A line about how things go, on standard error.
    pub fn tell(&mut self, line: &str) {
        output::tell(line);
        self.push(Kind::Notice, line.to_owned());
    }

    fn push(&mut self, kind: Kind, text: String) {
        if kind == Kind::Error {
            self.errors += 1;
            self.last_error.clone_from(&text);
        }
        self.lines.push_back((kind, text));
        while self.lines.len() > MOST_LINES {
            self.lines.pop_front();
        }
    }

    pub fn clear(&mut self) {
        self.lines.clear();
    }

    /// The last lines, so many at most, the newest last.
    pub fn newest(&self, most: usize) -> impl Iterator<Item = &(Kind, String)> {
        self.lines.iter().skip(self.lines.len().saturating_sub(most))
    }

    /// How many errors there were, and the last of them, also when many lines followed it or the lines were cleared.
    pub fn last_error(&self) -> (u64, Option<&str>) {
        (self.errors, (self.errors > 0).then_some(self.last_error.as_str()))
    }
}

/// How long the last frames took, in milliseconds.
#[derive(Default)]
pub struct Timings {
    frames: VecDeque<[f32; 2]>,
}

impl Timings {
    /// A frame: from the last one to this, and the work of the game in it.
    pub fn add(&mut self, frame: f64, work: Duration) {
        self.frames.push_back([frame as f32 * 1e3, work.as_secs_f32() * 1e3]);
        while self.frames.len() > FRAMES {
            self.frames.pop_front();
        }
    }

    /// The oldest first: from frame to frame, and the game's work.
    pub fn frames(&self) -> impl ExactSizeIterator<Item = [f32; 2]> + '_ {
        self.frames.iter().copied()
    }

    /// The median of the frames shown, and of the game's work in them.
    pub fn medians(&self) -> [f32; 2] {
        [0, 1].map(|part| {
            let mut numbers: Vec<f32> = self.frames.iter().map(|frame| frame[part]).collect();
            numbers.sort_by(f32::total_cmp);
            numbers.get(numbers.len() / 2).copied().unwrap_or(0.0)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_error_is_known_after_thousands_of_lines_and_when_they_are_cleared() {
        let mut history = History::default();
        assert_eq!(history.last_error(), (0, None));
        history.push(Kind::Error, "maze.lua:3: boo".into());
        (0..MOST_LINES + 1).for_each(|_| history.push(Kind::Print, "maze.lua: line".into()));
        history.clear();
        assert_eq!(history.last_error(), (1, Some("maze.lua:3: boo")));
    }
}
