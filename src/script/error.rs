//! Lua's errors as text for a script's author: the message with its place, and a traceback without the host's own frames.

use super::stop::Places;
use mlua::Error;

/// An error's message and its traceback, one call a line, innermost first. What an error for want of memory or of a stop cannot say
/// itself, `places` tells.
pub fn describe(error: &Error, places: &Places) -> (String, String) {
    let (message, calls) = parts(error);
    let known = match error {
        // Asked for in any case: it is told once, and this is the error that it belongs to.
        _ if is_of_memory(error) => places.of_no_memory(),
        _ if message.ends_with(super::stop::MESSAGE) => places.of_stop(),
        _ => String::new(),
    };
    (message, if calls.is_empty() { known.trim_end().to_owned() } else { calls })
}

/// Whether there was no memory, at whatever depth.
pub fn is_of_memory(error: &Error) -> bool {
    match error {
        Error::MemoryError(_) => true,
        Error::CallbackError { cause, .. } => is_of_memory(cause),
        _ => false,
    }
}

fn parts(error: &Error) -> (String, String) {
    let text = match error {
        Error::RuntimeError(text) | Error::MemoryError(text) => text.clone(),
        Error::SyntaxError { message, .. } => message.clone(),
        Error::CallbackError { cause, traceback } => match &**cause {
            Error::MemoryError(text) => format!("{text}\n{traceback}"),
            cause => format!("{cause}\n{traceback}"),
        },
        other => other.to_string(),
    };
    let (message, traceback) = text.split_once("\nstack traceback:").unwrap_or((&text, ""));
    (cap(&in_words(placed_once(message.trim_end()))), calls(traceback))
}

/// `coroutine.wrap` puts the place of its caller before a message, also where that is the place already.
fn placed_once(mut message: &str) -> &str {
    while let Some((place, rest)) = message.split_once(": ")
        && place.rsplit_once(':').is_some_and(|(_, line)| line.parse::<u32>().is_ok())
        && rest.strip_prefix(place).is_some_and(|rest| rest.starts_with(": "))
    {
        message = rest;
    }
    message
}

/// Lua lets anything be raised. What says nothing by itself gets a sentence.
fn in_words(message: &str) -> String {
    match message.split_once(": 0x") {
        _ if message == "nil" => "an error without a message: error() was called with nil".into(),
        Some((kind @ ("table" | "function" | "thread" | "userdata"), address))
            if address.chars().all(|c| c.is_ascii_hexdigit()) =>
        {
            format!("an error whose value is a {kind} instead of a message")
        }
        _ => match what_instead(message) {
            Some(hint) => format!("{message}: {hint}"),
            None => message.to_owned(),
        },
    }
}

/// What to do instead, for names that people know from elsewhere and that scripts here do not have.
fn what_instead(message: &str) -> Option<&'static str> {
    let (before, name) = message.strip_suffix("')")?.rsplit_once(" (global '")?;
    let called = before.ends_with("attempt to call a nil value");
    if !called && !before.ends_with("attempt to index a nil value") {
        return None;
    }
    match name {
        // A script test, run as if it were a script.
        "test" if called => Some("tests are run by `moonyard test`, which alone has that function"),
        "require" | "dofile" if called => {
            Some("scripts do not load each other; `shared` is one table for all of them")
        }
        "wait" | "sleep" if called => Some("nothing waits here; timer.Simple(1, fn) runs fn after a second"),
        "io" => Some("scripts have no files; `store` keeps values"),
        "os" => Some("scripts do not reach the system; time() is the yard's clock"),
        _ => None,
    }
}

/// The longest message that is shown, in bytes.
const LONGEST: usize = 2_000;

fn cap(message: &str) -> String {
    if message.len() <= LONGEST {
        return message.to_owned();
    }
    let end = (0..=LONGEST).rev().find(|&end| message.is_char_boundary(end)).unwrap_or(0);
    format!("{} … ({} bytes in all)", message.get(..end).unwrap_or_default(), message.len())
}

/// The calls that are the script's own: neither C functions without a name of use nor the host's prelude.
fn calls(traceback: &str) -> String {
    let kept: Vec<&str> = traceback
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with("[C]") && !line.starts_with("moonyard:"))
        .filter(|line| !line.starts_with("stack traceback"))
        .collect();
    kept.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_traceback_is_cut_down_to_the_script() {
        let error = Error::RuntimeError(
            "a.lua:3: oh\nstack traceback:\n\t[C]: in ?\n\tmoonyard:9: in function 'f'\n\ta.lua:3: in function <a.lua:2>"
                .into(),
        );
        let expected = ("a.lua:3: oh".to_owned(), "a.lua:3: in function <a.lua:2>".to_owned());
        assert_eq!(parts(&error), expected);
    }

    #[test]
    fn a_place_that_stands_twice_is_told_once() {
        assert_eq!(placed_once("x.lua:2: x.lua:2: Array: no"), "x.lua:2: Array: no");
        for message in ["x.lua:3: x.lua:2: oh", "no: no: oh", "x.lua:2: x.lua:21: oh"] {
            assert_eq!(placed_once(message), message);
        }
    }

    #[test]
    fn a_value_that_says_nothing_is_put_into_words() {
        let message = |text: &str| parts(&Error::RuntimeError(text.into())).0;
        assert_eq!(message("table: 0x55d0ab"), "an error whose value is a table instead of a message");
        assert_eq!(message("nil"), "an error without a message: error() was called with nil");
        assert_eq!(message("a.lua:1: table: 0x55d0ab is odd"), "a.lua:1: table: 0x55d0ab is odd");
        assert_eq!(
            message("a_test.lua:1: attempt to call a nil value (global 'test')"),
            "a_test.lua:1: attempt to call a nil value (global 'test'): tests are run by `moonyard test`, which alone has that \
             function"
        );
        let io = message("a.lua:1: attempt to index a nil value (global 'io')");
        assert!(io.ends_with("(global 'io'): scripts have no files; `store` keeps values"), "{io}");
        for other in [
            "a.lua:1: attempt to call a nil value (global 'tests')",
            "a.lua:1: attempt to call a nil value (field 'test')",
            "a.lua:1: attempt to compare nil with number (global 'os')",
        ] {
            assert_eq!(message(other), other);
        }
    }

    #[test]
    fn an_endless_message_is_cut() {
        let error = Error::RuntimeError("é".repeat(3_000));
        let (message, _) = parts(&error);
        assert!(message.len() < 2_100 && message.ends_with("(6000 bytes in all)"), "{message}");
    }
}
