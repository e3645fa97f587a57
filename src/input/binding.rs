//! What sets an action off, and how it is written: the same in messages, in the file of bindings and in recordings.

use super::{Key, MouseButton, PadButton, Stick};
use std::fmt;

/// What sets an action off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Binding {
    Key(Key),
    Mouse(MouseButton),
    /// The mouse as it moves; it turns the view and nothing else.
    MouseMotion,
    /// A button or trigger of a gamepad.
    Pad(PadButton),
    /// A stick of a gamepad.
    Stick(Stick),
}

impl fmt::Display for Binding {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Binding::Key(key) => key.fmt(f),
            Binding::Mouse(button) => write!(f, "mouse {}", button.name()),
            Binding::MouseMotion => f.write_str("mouse"),
            Binding::Pad(button) => write!(f, "pad {}", button.name()),
            Binding::Stick(stick) => write!(f, "pad {stick}"),
        }
    }
}

impl Binding {
    /// Reads what [`Binding`] shows: a key's name, `mouse left`, `mouse`, `pad a`, `pad left stick`. Case does not matter.
    ///
    /// # Errors
    /// A name that nothing has, with all that there are.
    pub fn parse(text: &str) -> Result<Binding, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let is =
            |at: usize, wanted: &str| words.get(at).is_some_and(|word| word.eq_ignore_ascii_case(wanted));
        match words[..] {
            [_] if is(0, "mouse") => Ok(Binding::MouseMotion),
            [_, name] if is(0, "mouse") => MouseButton::parse(name).map(Binding::Mouse).ok_or_else(|| {
                format!("there is no mouse button named \"{name}\"; buttons are left, right, middle")
            }),
            [_, name, _] if is(0, "pad") && is(2, "stick") => Stick::parse(name)
                .map(Binding::Stick)
                .ok_or_else(|| format!("there is no stick named \"{name}\"; sticks are left, right")),
            [_, name] if is(0, "pad") => PadButton::parse(name).map(Binding::Pad).ok_or_else(|| no_button(name)),
            _ => Key::parse(&words.join(" ")).map(Binding::Key).ok_or_else(|| {
                format!(
                    "there is no key named \"{text}\"; keys are {}; the mouse is written mouse, mouse left, mouse right \
                     or mouse middle, a gamepad pad a, pad lt, pad left stick and so on",
                    Key::NAMES
                )
            }),
        }
    }
}

/// About a button of a gamepad that does not exist.
pub(super) fn no_button(name: &str) -> String {
    format!("there is no gamepad button named \"{name}\"; buttons are {}", PadButton::list())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shown_can_be_read_again() {
        let keys = Key::ALL.iter().map(|&key| Binding::Key(key));
        let mouse = MouseButton::ALL.into_iter().map(Binding::Mouse);
        let pads = PadButton::ALL.iter().map(|&button| Binding::Pad(button));
        let sticks = Stick::ALL.into_iter().map(Binding::Stick);
        for binding in keys.chain(mouse).chain(pads).chain(sticks).chain([Binding::MouseMotion]) {
            assert_eq!(Binding::parse(&binding.to_string()), Ok(binding));
            assert_eq!(Binding::parse(&binding.to_string().to_uppercase()), Ok(binding));
        }
        assert_eq!(Binding::parse("pad triangle"), Ok(Binding::Pad(PadButton::Y)));
        assert_eq!(Binding::parse(" left  shift "), Ok(Binding::Key(Key::LeftShift)));
    }

    #[test]
    fn what_does_not_exist_is_named_with_what_does() {
        for (text, parts) in [
            ("Hyper", ["no key named \"Hyper\"", "pad left stick"]),
            ("", ["no key named \"\"", "A–Z"]),
            ("mouse side", ["no mouse button named \"side\"", "middle"]),
            ("pad z", ["no gamepad button named \"z\"", "dpad_up"]),
            ("pad middle stick", ["no stick named \"middle\"", "left, right"]),
        ] {
            let error = Binding::parse(text).unwrap_err();
            assert!(parts.iter().all(|part| error.contains(part)), "{text}: {error}");
        }
    }
}
