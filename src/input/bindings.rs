//! The bindings that a player changed, as text in the format of TOML that a person can read and mend.
//!
//! Only what differs from the usual is in it, by the names of actions. What is wrong in a text is told with its line and costs
//! that line alone, as far as the rest can still be read. Changing a text leaves the comments and the order of whoever wrote it.

use super::{Binding, mistake, standard};
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// No action has more than this many bindings.
pub(super) const MOST_BINDINGS: usize = 8;

/// Actions whose bindings were changed, by name, each with what sets it off now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bindings(BTreeMap<String, Vec<Binding>>);

/// Something in a text that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Counted from 1.
    pub line: usize,
    pub message: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

/// In a text with more mistakes than this, nothing is used.
const MOST_MISTAKES: usize = 50;

const HEAD: &str = "\
# Keys and buttons of moonyard that somebody changed. What is not named here is as usual; an empty list is nothing at all.
# Keys are named as in scripts (\"M\", \"Left Shift\"), the rest is \"mouse left\", \"pad a\", \"pad lt\", \"pad left stick\".
";

/// An action in a text, and where its value stands.
struct Entry {
    id: String,
    bindings: Vec<Binding>,
    key: Range<usize>,
    value: Range<usize>,
}

impl Bindings {
    /// Reads a text, and what is wrong with it.
    pub fn parse(text: &str) -> (Bindings, Vec<Problem>) {
        let (entries, problems) = entries(text);
        (Bindings(entries.into_iter().map(|entry| (entry.id, entry.bindings)).collect()), problems)
    }

    /// Names in a text that are nearly those of standard actions, and of no action that there is: what they say does nothing.
    pub fn misspelt(text: &str, is_there: impl Fn(&str) -> bool) -> Vec<Problem> {
        let (entries, _) = entries(text);
        let mut found: Vec<Problem> = entries
            .iter()
            .filter(|entry| !is_there(&entry.id))
            .filter_map(|entry| {
                let meant = standard::nearest(&entry.id)?;
                let message = format!(
                    "there is no action named \"{}\", so this does nothing; did you mean \"{meant}\"?",
                    entry.id
                );
                Some(Problem { line: line_of(text, entry.key.start), message })
            })
            .collect();
        found.sort_by_key(|problem| problem.line);
        found
    }

    /// The same text with these bindings in it. What a text leaves out of what it says can be lost if it is not sound.
    pub fn write_into(&self, text: &str) -> String {
        let edited = self.edit(text);
        if Bindings::parse(&edited) == (self.clone(), Vec::new()) { edited } else { self.whole() }
    }

    fn whole(&self) -> String {
        let lines: Vec<String> = self.0.iter().map(|(id, bindings)| line(id, bindings)).collect();
        format!("{HEAD}\n{}", lines.concat())
    }

    /// The text with what changed, place by place; what comes out may be wrong where several actions share a line.
    fn edit(&self, text: &str) -> String {
        if text.trim().is_empty() {
            return self.whole();
        }
        let (entries, _) = entries(text);
        let added = |id: &&String| !entries.iter().any(|entry| entry.id == **id);
        let new: String =
            self.0.keys().filter(added).filter_map(|id| Some(line(id, self.0.get(id)?))).collect();
        let mut edits: Vec<(Range<usize>, String)> = entries
            .iter()
            .filter_map(|entry| match self.0.get(&entry.id) {
                Some(bindings) if *bindings == entry.bindings => None,
                Some(bindings) => Some((entry.value.clone(), list(bindings))),
                None => Some((lines_of(text, entry.key.start..entry.value.end), String::new())),
            })
            .collect();
        edits.sort_by_key(|(place, _)| place.start);
        let mut edited = String::new();
        let mut at = 0;
        for (place, replacement) in &edits {
            // Nothing, if the edit before has taken this place away.
            edited.push_str(text.get(at..place.start).unwrap_or_default());
            edited.push_str(replacement);
            at = place.end;
        }
        edited.push_str(text.get(at..).unwrap_or_default());
        // What follows the head of a table belongs to it, so new lines go before the first.
        if edited.lines().any(|line| line.trim_start().starts_with('[')) {
            let says_nothing = |line: &str| line.trim().is_empty() || line.trim_start().starts_with('#');
            let top = edited.split_inclusive('\n').take_while(|line| says_nothing(line)).map(str::len).sum();
            edited.insert_str(top, &new);
        } else {
            if !edited.ends_with('\n') {
                edited.push('\n');
            }
            edited.push_str(&new);
        }
        edited
    }

    pub fn get(&self, action: &str) -> Option<&[Binding]> {
        self.0.get(action).map(Vec::as_slice)
    }

    /// Changes an action's bindings; `None` makes them the usual ones again.
    pub fn set(&mut self, action: &str, bindings: Option<Vec<Binding>>) {
        match bindings {
            Some(bindings) => self.0.insert(action.to_owned(), bindings),
            None => self.0.remove(action),
        };
    }

    /// In the order of names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &[Binding])> {
        self.0.iter().map(|(id, bindings)| (id.as_str(), bindings.as_slice()))
    }

    /// What must be set to get from `before` to this.
    pub fn changes_since(&self, before: &Bindings) -> Vec<(String, Option<Vec<Binding>>)> {
        let ids = before.0.keys().chain(self.0.keys().filter(|id| !before.0.contains_key(*id)));
        ids.filter(|id| before.0.get(*id) != self.0.get(*id))
            .map(|id| (id.clone(), self.0.get(id).cloned()))
            .collect()
    }
}

fn line(id: &str, bindings: &[Binding]) -> String {
    let bare = !id.is_empty() && id.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-');
    let id = if bare { id.to_owned() } else { quoted(id) };
    format!("{id} = {}\n", list(bindings))
}

fn list(bindings: &[Binding]) -> String {
    let names: Vec<String> = bindings.iter().map(|binding| quoted(&binding.to_string())).collect();
    format!("[{}]", names.join(", "))
}

/// Text in quotes, as TOML has it.
fn quoted(text: &str) -> String {
    let mut quoted = String::from('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => quoted.push_str(&format!("\\u{:04X}", u32::from(c))),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

/// Every action in a text that can be used, and what is wrong. A mistake costs the lines of what it is in: they are left out, and the rest
/// is read without them, so that each mistake is told once, where it begins.
fn entries(text: &str) -> (Vec<Entry>, Vec<Problem>) {
    let mut readable = text.to_owned();
    let mut problems = Vec::new();
    let mut entries = Vec::new();
    for _ in 0..MOST_MISTAKES {
        let Some(mistake) = mistake::first(&readable) else {
            read_sound(&readable, &mut entries, &mut problems);
            break;
        };
        problems.push(Problem { line: line_of(text, mistake.at), message: mistake.message });
        readable = mistake::without(&readable, mistake.lines);
    }
    problems.sort_by_key(|problem| problem.line);
    (entries, problems)
}

fn read_sound(text: &str, entries: &mut Vec<Entry>, problems: &mut Vec<Problem>) {
    let (table, _) = DeTable::parse_recoverable(text);
    let mut found = Vec::new();
    collect(table.get_ref(), "", &mut found);
    for (id, key, value) in found {
        match bindings(&id, value) {
            Ok(bindings) => entries.push(Entry { id, bindings, key, value: value.span() }),
            Err((at, message)) => problems.push(Problem { line: line_of(text, at), message }),
        }
    }
}

type Found<'a, 'i> = (String, Range<usize>, &'a Spanned<DeValue<'i>>);

/// Every value that is no table. A table's name goes before the names in it, so that `[camera]` with `toggle` is
/// `camera.toggle`.
fn collect<'a, 'i>(table: &'a DeTable<'i>, above: &str, found: &mut Vec<Found<'a, 'i>>) {
    for (key, value) in table.iter() {
        let id = format!("{above}{}", key.get_ref());
        match value.get_ref() {
            DeValue::Table(inner) => collect(inner, &format!("{id}."), found),
            _ => found.push((id, key.span(), value)),
        }
    }
}

fn bindings(id: &str, value: &Spanned<DeValue>) -> Result<Vec<Binding>, (usize, String)> {
    let form = || format!("\"{id}\" wants a list, such as [\"M\", \"pad a\"]");
    let one = |value: &Spanned<DeValue>| {
        let at = value.span().start;
        let DeValue::String(text) = value.get_ref() else { return Err((at, form())) };
        let binding = Binding::parse(text).map_err(|error| (at, format!("\"{id}\": {error}")))?;
        standard::fits(id, binding).map_err(|error| (at, error)).map(|()| binding)
    };
    let mut bindings = match value.get_ref() {
        DeValue::String(_) => vec![one(value)?],
        DeValue::Array(values) => values.iter().map(one).collect::<Result<Vec<_>, _>>()?,
        _ => return Err((value.span().start, form())),
    };
    if bindings.len() > MOST_BINDINGS {
        return Err((value.span().start, format!("\"{id}\" can have {MOST_BINDINGS} bindings at most")));
    }
    let all = bindings.clone();
    let mut at = 0;
    bindings.retain(|binding| {
        at += 1;
        !all.iter().take(at - 1).any(|before| before == binding)
    });
    Ok(bindings)
}

/// The whole lines that a place is in.
pub(super) fn lines_of(text: &str, place: Range<usize>) -> Range<usize> {
    let start = text.get(..place.start).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
    let end = text.get(place.end..).and_then(|after| after.find('\n'));
    start..end.map_or(text.len(), |at| place.end + at + 1)
}

pub(super) fn line_of(text: &str, at: usize) -> usize {
    1 + text.bytes().take(at).filter(|&byte| byte == b'\n').count()
}
