//! Text that came from a script, made fit to be shown: of bounded length and without characters that command a terminal. And
//! what of a script's file is Lua.

/// The longest text that is shown whole, in bytes.
const LONGEST: usize = 10_000;

/// Text as it may be shown: what is not UTF-8 is replaced, control characters but tab and newline are written as Lua writes
/// them (`\27`), and more than 10,000 bytes are cut, with the length after them.
pub fn shown(bytes: &[u8]) -> String {
    let all = bytes.len();
    let part = String::from_utf8_lossy(bytes.get(..cut(bytes, LONGEST)).unwrap_or_default());
    let plain = |byte: u8| matches!(byte, b'\t' | b'\n' | b' '..=b'~');
    if all <= LONGEST && part.bytes().all(plain) {
        return part.into_owned();
    }
    let mut text = String::with_capacity(part.len());
    let mut characters = part.chars().peekable();
    while let Some(character) = characters.next() {
        let before_digit = characters.peek().is_some_and(char::is_ascii_digit);
        match character {
            '\t' | '\n' => text.push(character),
            c if c.is_ascii_control() && before_digit => text.push_str(&format!("\\{:03}", u32::from(c))),
            c if c.is_ascii_control() => text.push_str(&format!("\\{}", u32::from(c))),
            c if c.is_control() || turns_direction(c) => text.push_str(&format!("\\u{{{:X}}}", u32::from(c))),
            c => text.push(c),
        }
    }
    if all > LONGEST {
        text.push_str(&format!(" … ({all} bytes in all)"));
    }
    text
}

/// The beginning of a text, with dots if that is not all.
pub fn short(text: &str, most: usize) -> String {
    if text.len() <= most {
        return text.to_owned();
    }
    format!("{}…", text.get(..cut(text.as_bytes(), most)).unwrap_or_default())
}

/// A number of things: `1 more line`, `2 more lines`.
pub fn counted(count: u64, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}

/// A message in which numbers of more than 21 digits are written as Lua writes them: `1e+300`. What is in quotes stays.
pub fn with_short_numbers(message: &str) -> String {
    let digit = |c: char| c.is_ascii_digit() || c == '.';
    let mut text = String::with_capacity(message.len());
    let (mut rest, mut quoted) = (message, false);
    while let Some(first) = rest.chars().next() {
        let length = match digit(first) {
            true => rest.find(|c| !digit(c)).unwrap_or(rest.len()),
            false => rest.find(digit).unwrap_or(rest.len()),
        };
        let (part, after) = rest.split_at(length);
        let number = part.trim_end_matches('.');
        match number.parse::<f64>() {
            Ok(value) if number.len() > 21 && !quoted => {
                text.push_str(&as_lua(value));
                text.push_str(part.get(number.len()..).unwrap_or_default());
            }
            _ => text.push_str(part),
        }
        quoted ^= part.matches('"').count() % 2 == 1;
        rest = after;
    }
    text
}

/// `%.14g` of a number that is very large or very small.
fn as_lua(value: f64) -> String {
    let text = format!("{value:.13e}");
    let Some((digits, exponent)) = text.split_once('e') else { return text };
    let digits = digits.trim_end_matches('0').trim_end_matches('.');
    match exponent.strip_prefix('-') {
        Some(exponent) => format!("{digits}e-{exponent:0>2}"),
        None => format!("{digits}e+{exponent:0>2}"),
    }
}

/// The part of a file that is Lua, as Lua's own loader sees it: without the mark that some editors put at the start of a UTF-8
/// file, and without a first line that begins with `#`, which tells a shell who runs the file. Lines keep their numbers.
pub fn source(file: &str) -> &str {
    let text = file.strip_prefix('\u{feff}').unwrap_or(file);
    match text.starts_with('#') {
        true => text.find('\n').and_then(|end| text.get(end..)).unwrap_or_default(),
        false => text,
    }
}

pub fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

/// At most so many bytes, without a part of a character at the end.
fn cut(bytes: &[u8], most: usize) -> usize {
    let inside = |at: usize| bytes.get(at).is_some_and(|byte| byte & 0xC0 == 0x80);
    let end = bytes.len().min(most);
    (end.saturating_sub(3)..=end).rev().find(|&at| !inside(at)).unwrap_or(end)
}

/// Characters that make what follows run the other way, so that a line reads as something else.
fn turns_direction(c: char) -> bool {
    matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_written_as_lua_writes_them() {
        assert_eq!(shown(b"a\tb\n\x1b[2J\r\0"), "a\tb\n\\27[2J\\13\\0");
        assert_eq!(shown(b"\x011"), "\\0011");
        assert_eq!(shown("\u{9b}2J \u{202e}é".as_bytes()), "\\u{9B}2J \\u{202E}é");
        assert_eq!(shown(b"\xff\xfe"), "\u{fffd}\u{fffd}");
    }

    #[test]
    fn numbers_of_hundreds_of_digits_are_short_in_messages() {
        let shown = |x: f64| with_short_numbers(&format!("mass must be at most 5, got {x}. \"{x}\""));
        assert_eq!(shown(0.25), "mass must be at most 5, got 0.25. \"0.25\"");
        assert_eq!(shown(-1e300), format!("mass must be at most 5, got -1e+300. \"{}\"", -1e300));
        assert_eq!(with_short_numbers(&format!("{} é {}", 1.5e-200, 1.25e30)), "1.5e-200 é 1.25e+30");
        assert_eq!(with_short_numbers("a.lua:3: ... 1.2.3"), "a.lua:3: ... 1.2.3");
    }

    #[test]
    fn a_line_for_the_shell_and_a_mark_are_no_lua() {
        assert_eq!(source("#!/usr/bin/env moonyard\r\nprint(1)"), "\nprint(1)");
        assert_eq!(source("\u{feff}# any\n\nx = 1\n#"), "\n\nx = 1\n#");
        assert_eq!(source("\u{feff}x = #t"), "x = #t");
        assert_eq!((source("#!"), source("")), ("", ""));
    }

    #[test]
    fn what_is_too_long_is_cut_between_characters() {
        let text = "é".repeat(30_000);
        assert_eq!(shown(text.as_bytes()), format!("{} … (60000 bytes in all)", "é".repeat(5_000)));
        assert_eq!(short("aéé", 3), "aé…");
        assert_eq!(short("aéé", 4), "aé…");
        assert_eq!(short("aéé", 5), "aéé");
        assert_eq!(shown(&[0x80; 20_000]).matches('\u{fffd}').count(), 10_000);
    }
}
