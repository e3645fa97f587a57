//! What makes a text no TOML: its first mistake, told where it begins, and which lines it spoils.
//!
//! TOML's own messages come where its reader stumbles, which for a list without its end is a line that is in order.

use super::bindings::{line_of, lines_of};
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue, Error};

pub(super) struct Mistake {
    /// Where it begins, in bytes.
    pub at: usize,
    pub message: String,
    /// The whole lines that cannot be used because of it, in bytes.
    pub lines: Range<usize>,
}

/// The first mistake of a text, if there is one.
pub(super) fn first(text: &str) -> Option<Mistake> {
    let (table, errors) = DeTable::parse_recoverable(text);
    let place = |error: &Error| error.span().unwrap_or(0..0);
    // At one place, what is not closed comes last: the string that is not is the reason.
    let error = errors.iter().min_by_key(|error| (place(error).start, is_unclosed(error)))?;
    let at = place(error).start.min(text.len());
    let told =
        |at, message: &str, lines| Mistake { at, message: format!("this is no TOML: {message}"), lines };
    if let Some((name, key, value)) = statement(text, table.get_ref(), at) {
        let inside = |error: &&Error| (value.start..=value.end).contains(&place(error).start);
        let runs_on = |error: &Error| is_unclosed(error) || error.message().starts_with("unexpected `=`");
        let same_line = line_of(text, at) == line_of(text, value.start);
        let bracket =
            if text.get(value.clone()).is_some_and(|value| value.starts_with('{')) { '}' } else { ']' };
        if is_unclosed(error) || !same_line && errors.iter().filter(inside).any(runs_on) {
            // The line with the error begins something else, unless it is the last of all.
            let end = if same_line || text.get(at..).is_none_or(|rest| rest.trim().is_empty()) {
                at
            } else {
                lines_of(text, at..at).start.saturating_sub(1)
            };
            let message = format!("what \"{name}\" is set to has no {bracket} at its end");
            return Some(told(value.start, &message, lines_of(text, key.start..end.max(value.start))));
        }
        let end = if same_line { at } else { value.end.max(at) };
        return Some(told(at, &plain(text, error, &place(error)), lines_of(text, key.start..end)));
    }
    let mut lines = lines_of(text, at..at);
    if text.get(lines.clone()).is_some_and(|line| line.trim_start().starts_with('[')) {
        // What stands below a head that cannot be read belongs to nothing.
        let rest = text.get(lines.end..).unwrap_or_default();
        let below = |line: &&str| !line.trim_start().starts_with('[');
        lines.end += rest.split_inclusive('\n').take_while(below).map(str::len).sum::<usize>();
    }
    Some(told(at, &plain(text, error, &place(error)), lines))
}

/// The text with spaces in place of some of its lines, so that places in it stay.
pub(super) fn without(text: &str, lines: Range<usize>) -> String {
    let (before, rest) = text.split_at(lines.start.min(text.len()));
    let (spoilt, after) = rest.split_at(lines.end.saturating_sub(lines.start).min(rest.len()));
    let blank: String = spoilt.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }).collect();
    [before, &blank, after].concat()
}

fn is_unclosed(error: &Error) -> bool {
    error.message().starts_with("unclosed array") || error.message().starts_with("unclosed inline")
}

/// The outermost `name = value` that a place is in: the name, and where it and the value stand.
fn statement(text: &str, table: &DeTable, at: usize) -> Option<(String, Range<usize>, Range<usize>)> {
    table.iter().find_map(|(key, value): (_, &Spanned<DeValue>)| {
        let (name, place) = (key.get_ref().to_string(), value.span());
        // The head of a table has no equals sign before it.
        let is_set = text.get(key.span().end..place.start).is_some_and(|between| between.contains('='));
        match value.get_ref() {
            _ if is_set && (key.span().start..=place.end).contains(&at) => Some((name, key.span(), place)),
            DeValue::Table(inner) => statement(text, inner, at),
            _ => None,
        }
    })
}

/// What is wrong, for somebody who writes keys and buttons.
fn plain(text: &str, error: &Error, place: &Range<usize>) -> String {
    let message = error.message();
    let without_quotes =
        message.starts_with("string values must be quoted") || message.starts_with("invalid boolean");
    match text.get(place.clone()) {
        Some("") if without_quotes => "after the = there is nothing; [] is no key at all".into(),
        Some(word) if without_quotes => format!("{word} must stand in quotes: \"{word}\""),
        _ => message.to_owned(),
    }
}
