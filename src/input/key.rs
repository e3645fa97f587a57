//! The keys of a keyboard, by their place on it, and the names that scripts and the command line use for them.

use std::fmt;

macro_rules! keys {
    ($($variant:ident $name:literal),* $(,)?) => {
        /// A key by its place on a US keyboard.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Key { $($variant),* }

        impl Key {
            /// Every key, in the order of its declaration.
            pub const ALL: &'static [Key] = &[$(Key::$variant),*];

            /// The key's name, as scripts write it.
            pub fn name(self) -> &'static str {
                match self { $(Key::$variant => $name),* }
            }
        }
    };
}

keys! {
    A "A", B "B", C "C", D "D", E "E", F "F", G "G", H "H", I "I", J "J", K "K", L "L", M "M",
    N "N", O "O", P "P", Q "Q", R "R", S "S", T "T", U "U", V "V", W "W", X "X", Y "Y", Z "Z",
    Digit0 "0", Digit1 "1", Digit2 "2", Digit3 "3", Digit4 "4",
    Digit5 "5", Digit6 "6", Digit7 "7", Digit8 "8", Digit9 "9",
    F1 "F1", F2 "F2", F3 "F3", F4 "F4", F5 "F5", F6 "F6", F7 "F7", F8 "F8",
    F9 "F9", F10 "F10", F11 "F11", F12 "F12", F13 "F13", F14 "F14", F15 "F15", F16 "F16",
    F17 "F17", F18 "F18", F19 "F19", F20 "F20", F21 "F21", F22 "F22", F23 "F23", F24 "F24",
    Space "Space", Return "Return", Escape "Escape", Tab "Tab", Backspace "Backspace",
    Up "Up", Down "Down", Left "Left", Right "Right",
    Home "Home", End "End", PageUp "PageUp", PageDown "PageDown", Insert "Insert", Delete "Delete",
    LeftShift "Left Shift", RightShift "Right Shift", LeftCtrl "Left Ctrl", RightCtrl "Right Ctrl",
    LeftAlt "Left Alt", RightAlt "Right Alt", LeftSuper "Left Super", RightSuper "Right Super",
    CapsLock "Caps Lock",
    Keypad0 "Keypad 0", Keypad1 "Keypad 1", Keypad2 "Keypad 2", Keypad3 "Keypad 3", Keypad4 "Keypad 4",
    Keypad5 "Keypad 5", Keypad6 "Keypad 6", Keypad7 "Keypad 7", Keypad8 "Keypad 8", Keypad9 "Keypad 9",
    KeypadPlus "Keypad +", KeypadMinus "Keypad -", KeypadMultiply "Keypad *", KeypadDivide "Keypad /",
    KeypadPeriod "Keypad .", KeypadEnter "Keypad Enter",
    Minus "-", Equals "=", LeftBracket "[", RightBracket "]", Backslash "\\",
    Semicolon ";", Apostrophe "'", Comma ",", Period ".", Slash "/", Backquote "`",
}

impl Key {
    /// The key of that name; case does not matter. `None` for a name that no key has.
    pub fn parse(name: &str) -> Option<Key> {
        Key::ALL.iter().copied().find(|key| key.name().eq_ignore_ascii_case(name))
    }

    /// What may be written where a key is expected: for messages about one that is unknown.
    pub const NAMES: &'static str = "A–Z, 0–9, F1–F24, Space, Return, Escape, Tab, Backspace, Up, Down, Left, Right, \
        Home, End, PageUp, PageDown, Insert, Delete, Left Shift, Right Ctrl, Left Alt …, Keypad 0 … Keypad Enter, \
        and - = [ ] \\ ; ' , . / `";
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_is_found_by_its_own_name_in_any_case() {
        for &key in Key::ALL {
            assert_eq!(Key::parse(key.name()), Some(key));
            assert_eq!(Key::parse(&key.name().to_lowercase()), Some(key));
        }
        assert_eq!(Key::parse("left shift"), Some(Key::LeftShift));
        assert_eq!(Key::parse("Hyper"), None);
        assert_eq!(Key::parse(""), None);
    }
}
