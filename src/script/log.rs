//! What scripts say and what went wrong, as lines for whoever shows them.

use std::collections::BTreeMap;
use std::collections::VecDeque;

/// A queue this long is never read by anybody; older lines go first.
const MOST_LINES: usize = 10_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind {
    /// A script's `print`.
    Print,
    Error,
    /// What the host did: a reload, a warning.
    Notice,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    pub kind: LineKind,
    /// The file name of the script it is about.
    pub script: Option<String>,
    pub text: String,
}

/// A hook or timer has no more kinds of errors than this; the rest count as one.
const MOST_KINDS: usize = 10;

/// What a script did wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptError {
    /// The file name of the script whose hook, timer or code it was.
    pub script: String,
    /// What was running: `hook Think "maze.keys"`, `timer "plan"`, `loading`.
    pub place: String,
    /// With `file:line:` in front where Lua knows it.
    pub message: String,
    /// One call a line, the innermost first; may be empty.
    pub traceback: String,
}

/// Lines waiting to be shown, and every error with how often it came.
#[derive(Default)]
pub struct Log {
    lines: VecDeque<Line>,
    /// How often each kind of message came, by script and place.
    seen: BTreeMap<(String, String), BTreeMap<String, u64>>,
    errors: u64,
}

impl Log {
    fn push(&mut self, line: Line) {
        if self.lines.len() == MOST_LINES {
            self.lines.pop_front();
        }
        self.lines.push_back(line);
    }

    pub fn print(&mut self, script: Option<&str>, text: String) {
        self.push(Line { kind: LineKind::Print, script: script.map(str::to_owned), text });
    }

    pub fn notice(&mut self, script: Option<&str>, text: String) {
        self.push(Line { kind: LineKind::Notice, script: script.map(str::to_owned), text });
    }

    /// Reports an error. The first of its kind is a full report; the 10th, 100th, 1,000th … are one line with the count; those
    /// between are only counted. Messages that differ only in numbers are of one kind, and so are all further ones of a place
    /// that has had many kinds: however a script fails, it cannot flood a log.
    pub fn error(&mut self, error: &ScriptError) {
        self.errors += 1;
        let kinds = self.seen.entry((error.script.clone(), error.place.clone())).or_default();
        let mut kind = without_numbers(&error.message);
        if kinds.len() >= MOST_KINDS && !kinds.contains_key(&kind) {
            kind.clear();
        }
        let count = kinds.entry(kind).or_insert(0);
        *count += 1;
        let text = match *count {
            1 => {
                let mut text = format!("{}\n    in {}", error.message, error.place);
                for call in error.traceback.lines() {
                    text.push_str("\n    ");
                    text.push_str(call);
                }
                text
            }
            count if is_power_of_ten(count) => {
                format!("{} (in {}, {count} times by now)", error.message, error.place)
            }
            _ => return,
        };
        self.push(Line { kind: LineKind::Error, script: Some(error.script.clone()), text });
    }

    /// A script that changed gets its errors told anew.
    pub fn forget(&mut self, script: &str) {
        self.seen.retain(|(seen, ..), _| seen != script);
    }

    /// How many errors were reported since the start, repeats included.
    pub fn errors(&self) -> u64 {
        self.errors
    }

    /// The lines since the last time, oldest first.
    pub fn take(&mut self) -> Vec<Line> {
        self.lines.drain(..).collect()
    }
}

/// The message with every number, hexadecimal ones too, made the same. The line in front stays: it tells errors apart.
fn without_numbers(message: &str) -> String {
    let place = message.match_indices(':').nth(1).map_or(0, |(at, _)| at);
    let (place, text) = message.split_at(place);
    let mut kind = place.to_owned();
    for part in text.split_inclusive(|c: char| !c.is_ascii_alphanumeric()) {
        let end = part.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(part.len());
        let (word, separator) = part.split_at(end);
        kind.push_str(if word.starts_with(|c: char| c.is_ascii_digit()) { "#" } else { word });
        kind.push_str(separator);
    }
    kind
}

fn is_power_of_ten(count: u64) -> bool {
    count.checked_ilog10().is_some_and(|digits| count == 10u64.pow(digits))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_error_again_and_again_is_collapsed_with_a_count() {
        let mut log = Log::default();
        let error = ScriptError {
            script: "a.lua".into(),
            place: "hook Think \"a\"".into(),
            message: "a.lua:3: oh".into(),
            traceback: "a.lua:3: in function <a.lua:2>".into(),
        };
        for _ in 0..1_234 {
            log.error(&error);
        }
        let texts: Vec<String> = log.take().into_iter().map(|line| line.text).collect();
        assert_eq!(
            texts,
            [
                "a.lua:3: oh\n    in hook Think \"a\"\n    a.lua:3: in function <a.lua:2>",
                "a.lua:3: oh (in hook Think \"a\", 10 times by now)",
                "a.lua:3: oh (in hook Think \"a\", 100 times by now)",
                "a.lua:3: oh (in hook Think \"a\", 1000 times by now)",
            ]
        );
        assert_eq!(log.errors(), 1_234);
        log.forget("a.lua");
        log.error(&error);
        assert_eq!(log.take().len(), 1);
    }

    #[test]
    fn messages_that_differ_in_numbers_only_are_one_kind() {
        let kind = "a.lua:3: body # at (#.#, nan) of table: #";
        assert_eq!(without_numbers("a.lua:3: body 12 at (0.5, nan) of table: 0x55d0ab"), kind);
        assert_ne!(without_numbers("a.lua:4: body 12"), without_numbers("a.lua:3: body 12"));
        assert_eq!(without_numbers("no place, é: 3 left"), "no place, é: # left");
    }

    #[test]
    fn however_many_messages_a_place_comes_up_with_a_few_are_shown() {
        let mut log = Log::default();
        for n in 0..1_000_u32 {
            let letters = char::from_u32(0x4e00 + n).unwrap();
            let error = ScriptError {
                script: "a.lua".into(),
                place: "hook Think \"a\"".into(),
                message: format!("a.lua:3: {letters}"),
                traceback: String::new(),
            };
            log.error(&error);
        }
        // Ten kinds, then the rest as one: its 1st, 10th and 100th.
        assert_eq!(log.take().len(), 13);
    }
}
