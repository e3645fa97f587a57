//! Reading and applying `.edits` files: what we change in Lua's sources, without a line of theirs.
//!
//! A file of edits is a list of
//! ```text
//! file NAME          the edits that follow are of this file
//! # a reason         any number of lines; the first edit of each file needs one
//! after N            our lines go after line N
//! replace A-B        our lines take the place of lines A to B
//! delete A-B         lines A to B go
//!   one of our lines, after two spaces
//! ```
//! Line numbers always count in the untouched file, whatever other edits there are.

use std::collections::BTreeMap;

/// One change: lines `first` to `last` go, then ours come. For an insertion `last` is `first - 1`.
#[derive(Debug, PartialEq, Eq)]
pub struct Edit {
    first: usize,
    last: usize,
    lines: Vec<String>,
    /// Where it is written, for messages.
    place: String,
}

/// The edits of each file, by the file's name.
pub type Edits = BTreeMap<String, Vec<Edit>>;

/// Reads a file of edits, whose name is for messages, and adds what it says to `edits`.
///
/// # Errors
/// A sentence with the line that is wrong.
pub fn read(name: &str, text: &str, edits: &mut Edits) -> Result<(), String> {
    let mut file: Option<&str> = None;
    let mut reason = false;
    let mut open = false;
    for (index, line) in text.lines().enumerate() {
        let place = format!("{name}:{}", index + 1);
        if let Some(ours) = line.strip_prefix("  ") {
            let edit = file.filter(|_| open).and_then(|file| edits.get_mut(file)?.last_mut());
            let edit = edit.ok_or_else(|| format!("{place}: a line of ours outside an edit"))?;
            edit.lines.push(ours.to_owned());
            continue;
        }
        if line.starts_with('#') {
            reason = true;
            continue;
        }
        if line.is_empty() {
            continue;
        }
        if let Some(name) = line.strip_prefix("file ") {
            file = Some(name);
            edits.entry(name.to_owned()).or_default();
            (reason, open) = (false, false);
            continue;
        }
        let file = file.ok_or_else(|| format!("{place}: an edit before the first `file`"))?;
        let known = edits.entry(file.to_owned()).or_default();
        if !reason {
            return Err(format!(
                "{place}: the first edit of {file} does not say why (a line that begins with #)"
            ));
        }
        let (first, last) = lines(line)
            .ok_or_else(|| format!("{place}: not an edit: {line} (after N, replace A-B, delete A-B)"))?;
        known.push(Edit { first, last, lines: Vec::new(), place });
        open = !line.starts_with("delete ");
    }
    Ok(())
}

/// The lines that an edit takes away; for an insertion, none before `first`.
fn lines(edit: &str) -> Option<(usize, usize)> {
    if let Some(line) = edit.strip_prefix("after ") {
        let line: usize = line.parse().ok()?;
        return Some((line.checked_add(1)?, line));
    }
    let range = edit.strip_prefix("replace ").or_else(|| edit.strip_prefix("delete "))?;
    let (first, last) = range.split_once('-')?;
    let (first, last) = (first.parse().ok()?, last.parse().ok()?);
    (1 <= first && first <= last).then_some((first, last))
}

/// Applies all edits of one file, from the last to the first, so that each finds its lines where the untouched file has them.
/// Two insertions at one place come in the order in which they were read.
///
/// # Errors
/// A sentence that names the edit whose lines are not there or are another's too.
pub fn apply(name: &str, text: &str, edits: &[Edit]) -> Result<String, String> {
    let mut file: Vec<&str> = text.split('\n').collect();
    // A text that ends in a newline, as it should, has an empty piece after the last line.
    let count = file.len() - 1;
    let mut ordered: Vec<&Edit> = edits.iter().collect();
    ordered.sort_by_key(|edit| (edit.first, edit.last));
    let mut next_first = usize::MAX;
    for edit in ordered.into_iter().rev() {
        if edit.last > count {
            return Err(format!("{}: {name} has {count} lines only", edit.place));
        }
        if edit.last >= next_first {
            return Err(format!("{}: another edit changes the same lines of {name}", edit.place));
        }
        next_first = edit.first;
        file.splice(edit.first - 1..edit.last, edit.lines.iter().map(String::as_str));
    }
    Ok(file.join("\n"))
}
