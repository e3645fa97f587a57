//! What scripts say and what went wrong, as lines for whoever shows them.
//!
//! What is guaranteed, whatever a script says and how often:
//! - The memory that lines take is bounded, and so is what one script adds in a second of the yard's clock; how much of
//!   it is shown does not depend on the wall's clock.
//! - Prints that are too many are counted, and the count is told once a second. A print that is too long is cut.
//! - Errors and warnings that repeat are told at their 1st, 10th, 100th … time.
//! - No control character but tab and newline is in a line, and none that turns the direction of text.

use super::text::{counted, first_line, short, shown};
use std::collections::BTreeMap;
use std::collections::VecDeque;

/// A queue this long is never read by anybody; older lines go first.
const MOST_LINES: usize = 20_000;
const MOST_BYTES: usize = 16 << 20;

/// A script may print so many lines and bytes at once …
const BURST_LINES: u64 = 5_000;
const BURST_BYTES: u64 = 1 << 20;
/// … and then so many in a second, which has so many ticks.
const LINES_A_SECOND: u64 = 100;
const BYTES_A_SECOND: u64 = 20_000;
const SECOND: u64 = 60;

/// A hook or timer has no more kinds of errors than this; the rest count as one.
const MOST_KINDS: usize = 10;
/// A script fails in no more hooks and timers than this; the rest count as one.
const MOST_PLACES: usize = 50;
/// The longest name of a place and the longest line of a traceback that are shown, in bytes.
const LONGEST_NAME: usize = 200;

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

/// How often each kind of message came.
type Kinds = BTreeMap<String, u64>;

/// Lines waiting to be shown, and every error with how often it came.
#[derive(Default)]
pub struct Log {
    lines: VecDeque<Line>,
    bytes: usize,
    /// By script and place.
    seen: BTreeMap<String, BTreeMap<String, Kinds>>,
    errors: u64,
    printed: BTreeMap<String, Budget>,
    tick: u64,
}

/// What a script may still print, in sixtieths of lines and bytes, so that ticks add whole numbers.
struct Budget {
    lines: u64,
    bytes: u64,
    /// The tick up to which it was filled.
    filled: u64,
    /// Lines that were not told, and since which tick.
    untold: u64,
    since: u64,
}

impl Budget {
    fn full(tick: u64) -> Budget {
        Budget {
            lines: BURST_LINES * SECOND,
            bytes: BURST_BYTES * SECOND,
            filled: tick,
            untold: 0,
            since: tick,
        }
    }

    fn fill(&mut self, tick: u64) {
        let ticks = tick.saturating_sub(self.filled);
        self.filled = tick;
        self.lines = (self.lines + ticks.saturating_mul(LINES_A_SECOND)).min(BURST_LINES * SECOND);
        self.bytes = (self.bytes + ticks.saturating_mul(BYTES_A_SECOND)).min(BURST_BYTES * SECOND);
    }

    /// Whether a print of so many lines and bytes may be told now.
    fn grants(&mut self, tick: u64, lines: u64, bytes: u64) -> bool {
        self.fill(tick);
        let (cost, size) = (lines.min(BURST_LINES) * SECOND, bytes * SECOND);
        if cost <= self.lines && size <= self.bytes {
            self.lines -= cost;
            self.bytes -= size;
            return true;
        }
        if self.untold == 0 {
            self.since = tick;
        }
        self.untold += lines;
        false
    }

    /// What to say of the lines that were not told.
    fn sum_up(&mut self) -> Option<String> {
        let untold = std::mem::take(&mut self.untold);
        (untold > 0).then(|| format!("… {}", counted(untold, "more line")))
    }
}

impl Log {
    fn push(&mut self, kind: LineKind, script: Option<&str>, text: String) {
        self.bytes += text.len();
        self.lines.push_back(Line { kind, script: script.map(str::to_owned), text });
        while self.lines.len() > MOST_LINES || self.bytes > MOST_BYTES {
            let Some(line) = self.lines.pop_front() else { break };
            self.bytes -= line.text.len();
        }
    }

    /// What a script prints.
    pub fn print(&mut self, script: Option<&str>, text: &str) {
        let text = shown(text.as_bytes());
        let tick = self.tick;
        let key = script.unwrap_or_default();
        if !self.printed.contains_key(key) {
            self.printed.insert(key.to_owned(), Budget::full(tick));
        }
        let Some(budget) = self.printed.get_mut(key) else { return };
        let lines = 1 + text.bytes().filter(|&byte| byte == b'\n').count() as u64;
        if budget.grants(tick, lines, text.len() as u64) {
            self.push(LineKind::Print, script, text);
        }
    }

    /// A tick has passed; lines that were not told are summed up once a second.
    pub fn tick(&mut self, tick: u64) {
        self.tick = tick;
        self.sum_up(|_, budget| tick >= budget.since + SECOND);
    }

    /// Sums up every line that was not told, because there will be no more.
    pub fn finish(&mut self) {
        self.sum_up(|_, _| true);
    }

    fn sum_up(&mut self, due: impl Fn(&str, &Budget) -> bool) {
        let sums: Vec<(String, String)> = self
            .printed
            .iter_mut()
            .filter(|(script, budget)| budget.untold > 0 && due(script, budget))
            .filter_map(|(script, budget)| Some((script.clone(), budget.sum_up()?)))
            .collect();
        for (script, sum) in sums {
            self.push(
                LineKind::Print,
                Some(&script).filter(|script| !script.is_empty()).map(String::as_str),
                sum,
            );
        }
    }

    pub fn notice(&mut self, script: Option<&str>, text: &str) {
        self.push(LineKind::Notice, script, shown(text.as_bytes()));
    }

    /// Reports an error. The first of its kind is a full report; the 10th, 100th, 1,000th … are one line with the count; those
    /// between are only counted. Messages that differ only in numbers are of one kind, and so are all further ones of a place
    /// that has had many kinds, and of places when there were many: however a script fails, it cannot flood a log.
    pub fn error(&mut self, error: &ScriptError) {
        // A slip of whoever types is no failure of a script.
        self.errors += u64::from(error.script != super::console::NAME);
        let place = short(&error.place, LONGEST_NAME);
        let message = with_line(&error.message, &error.traceback).unwrap_or_else(|| error.message.clone());
        let count = self.count(&error.script, &place, without_numbers(&message));
        let text = match count {
            1 => {
                // At the console everybody knows what ran.
                let typed = error.script == super::console::NAME;
                let mut text = if typed { message } else { format!("{message}\n    in {place}") };
                for call in error.traceback.lines().filter(|call| !(typed && call.ends_with("in main chunk")))
                {
                    text.push_str("\n    ");
                    text.push_str(&short(call, LONGEST_NAME));
                }
                text
            }
            count if is_power_of_ten(count) => {
                format!("{message} (in {place}, {count} times by now)")
            }
            _ => return,
        };
        self.push(LineKind::Error, Some(&error.script), shown(text.as_bytes()));
    }

    /// How often such an error has come, this time included.
    fn count(&mut self, script: &str, place: &str, kind: String) -> u64 {
        let places = self.seen.entry(script.to_owned()).or_default();
        let full = places.len() >= MOST_PLACES && !places.contains_key(place);
        let kinds = places.entry(if full { String::new() } else { place.to_owned() }).or_default();
        let full = kinds.len() >= MOST_KINDS && !kinds.contains_key(&kind);
        let count = kinds.entry(if full { String::new() } else { kind }).or_insert(0);
        *count += 1;
        *count
    }

    /// A script that changed gets its errors told anew, and may print as much as at the start.
    pub fn forget(&mut self, script: &str) {
        self.seen.remove(script);
        self.sum_up(|other, _| other == script);
        self.printed.remove(script);
    }

    /// How many errors were reported since the start, repeats included.
    pub fn errors(&self) -> u64 {
        self.errors
    }

    /// The lines since the last time, oldest first.
    pub fn take(&mut self) -> Vec<Line> {
        self.bytes = 0;
        self.lines.drain(..).collect()
    }
}

/// A message that names no line, with that of the innermost call in front if it is known.
pub fn with_line(message: &str, traceback: &str) -> Option<String> {
    let place = |text: &str| {
        let end = text.find(".lua:")? + ".lua:".len();
        let digits = text.get(end..)?.find(|c: char| !c.is_ascii_digit())?;
        text.get(..end + digits).filter(|place| digits > 0 && !place.contains(' ')).map(str::to_owned)
    };
    let line = place(first_line(traceback)).filter(|_| place(message).is_none())?;
    Some(format!("{line}: {message}"))
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

    fn texts(log: &mut Log) -> Vec<String> {
        log.take().into_iter().map(|line| line.text).collect()
    }

    #[test]
    fn prints_that_are_too_many_are_counted_and_the_count_is_told_once_a_second() {
        let mut log = Log::default();
        for _ in 0..5_812 {
            log.print(Some("a.lua"), "spam");
        }
        log.print(Some("b.lua"), "hello");
        let first = texts(&mut log);
        assert_eq!(first.len(), 5_001);
        assert_eq!(first.last().unwrap(), "hello");
        for tick in 1..60 {
            log.tick(tick);
        }
        assert_eq!(texts(&mut log), [] as [&str; 0]);
        log.tick(60);
        assert_eq!(texts(&mut log), ["… 812 more lines"]);
        // By then there is room for the lines of one second.
        for _ in 0..101 {
            log.print(Some("a.lua"), "spam");
        }
        log.finish();
        let then = texts(&mut log);
        assert_eq!((then.len(), then[100].as_str()), (101, "… 1 more line"));
        log.tick(1_000_000);
        log.finish();
        assert_eq!(texts(&mut log), [] as [&str; 0]);
    }

    #[test]
    fn a_text_of_many_lines_counts_as_many_and_long_ones_count_by_their_bytes() {
        let mut log = Log::default();
        log.print(Some("a.lua"), &"\n".repeat(4_999));
        log.print(Some("a.lua"), "no more");
        assert_eq!(log.take().len(), 1);
        for _ in 0..1_000 {
            log.print(Some("b.lua"), &"x".repeat(10_000));
        }
        assert_eq!(log.take().len(), 104);
    }

    #[test]
    fn a_script_that_changed_may_print_anew() {
        let mut log = Log::default();
        for _ in 0..6_000 {
            log.print(Some("a.lua"), "spam");
        }
        log.take();
        log.forget("a.lua");
        log.print(Some("a.lua"), "hello");
        assert_eq!(texts(&mut log), ["… 1000 more lines", "hello"]);
    }

    #[test]
    fn a_message_without_a_line_gets_that_of_the_innermost_call() {
        let calls = "a.lua:3: in function <a.lua:2>\na.lua:9: in main chunk";
        assert_eq!(with_line("table: 0x55", calls).unwrap(), "a.lua:3: table: 0x55");
        for (message, calls) in [("b.lua:7: oh", calls), ("oh", "in a field"), ("oh", "")] {
            assert_eq!(with_line(message, calls), None);
        }
    }

    #[test]
    fn in_however_many_places_a_script_fails_a_few_are_told() {
        let mut log = Log::default();
        for n in 0..1_000 {
            log.error(&ScriptError {
                script: "a.lua".into(),
                place: format!("hook Think \"{n}\""),
                message: "a.lua:3: oh".into(),
                traceback: String::new(),
            });
        }
        // Fifty places, then the rest as one: its 1st, 10th and 100th.
        assert_eq!(log.take().len(), 53);
    }

    #[test]
    fn what_waits_to_be_shown_is_bounded() {
        let mut log = Log::default();
        for n in 0..100_000 {
            log.notice(None, &n.to_string());
        }
        assert_eq!(texts(&mut log)[0], "80000");
        for _ in 0..10_000 {
            log.notice(None, &"x".repeat(9_000));
        }
        assert_eq!(log.take().len(), MOST_BYTES / 9_000);
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
