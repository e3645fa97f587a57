//! Names of files, made fit to be shown: a file may be called anything, and a name must not command a terminal or look like
//! several lines.

use std::path::Path;

/// A name in which control characters, newlines too, and those that turn the direction of text are written as Lua writes them:
/// `\27`, `\u{202E}`. A script goes by its file's name in this form.
pub fn plain_name(name: &str) -> String {
    let mut plain = String::with_capacity(name.len());
    let mut characters = name.chars().peekable();
    while let Some(c) = characters.next() {
        if c.is_ascii_control() {
            let before_digit = characters.peek().is_some_and(char::is_ascii_digit);
            plain.push_str(&if before_digit {
                format!("\\{:03}", u32::from(c))
            } else {
                format!("\\{}", u32::from(c))
            });
        } else if c.is_control() || matches!(c, '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}') {
            plain.push_str(&format!("\\u{{{:X}}}", u32::from(c)));
        } else {
            plain.push(c);
        }
    }
    plain
}

/// A path in that form; what is not UTF-8 in it is replaced.
pub fn plain_path(path: &Path) -> String {
    plain_name(&path.to_string_lossy())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_one_line_without_commands() {
        assert_eq!(plain_name("a b-é.lua"), "a b-é.lua");
        assert_eq!(plain_name("\u{1b}[2J\u{7}1\nx.lua"), "\\27[2J\\0071\\10x.lua");
        assert_eq!(plain_name("\u{9b}\u{202e}"), "\\u{9B}\\u{202E}");
    }
}
