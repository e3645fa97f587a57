//! Input: devices in, one frame of actions out.
//!
//! A [`DeviceEvent`] is what a keyboard or mouse did; [`Input`] collects a frame's events and answers, for the whole of
//! that frame, which actions are pressed, held and released. The window, `--press` on the command line and script tests
//! all feed the same events, so whatever works in one works in all. Nothing here knows a window system.

mod action;
mod key;
mod press;

pub use action::{Binding, Input, InputError};
pub use key::Key;
pub use press::Press;

/// One thing that a device did.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DeviceEvent {
    /// A key went down or up. Repeats that a keyboard sends while a key is held are not events.
    Key {
        key: Key,
        down: bool,
    },
    MouseButton {
        button: MouseButton,
        down: bool,
    },
    /// How far the mouse moved, in pixels; y grows downwards.
    MouseMotion {
        dx: f64,
        dy: f64,
    },
    /// The window lost the keyboard: everything is let go.
    FocusLost,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MouseButton {
    Left,
    Right,
    Middle,
}
