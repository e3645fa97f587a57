//! Input: devices in, one frame of actions out.
//!
//! A [`DeviceEvent`] is what a keyboard, mouse or gamepad did; [`Input`] collects a frame's events and answers, for the whole
//! of that frame, which actions are pressed, held and released. The window, `--press` on the command line, script tests
//! and recordings all feed the same events, so whatever works in one works in all. Nothing here knows a window system, a driver
//! or a file.

mod action;
mod binding;
mod bindings;
mod event_text;
mod key;
mod listen;
mod mistake;
mod pad;
mod pads;
mod press;
mod rebind;
mod standard;

pub use action::{Input, InputError};
pub use binding::Binding;
pub use bindings::{Bindings, Problem};
pub use key::Key;
pub use listen::{Heard, Listening, OF_WINDOW};
pub use pad::{DEAD_ZONE, PadButton, PadEvent, Stick};
pub use pads::PadId;
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
    /// A gamepad did something.
    Pad {
        pad: PadId,
        event: PadEvent,
    },
    /// The window lost the keyboard: everything is let go, and gamepads move nothing until it comes back.
    FocusLost,
    /// The window has the keyboard again. What is held on a gamepad at this moment counts only after it was let go.
    FocusGained,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MouseButton {
    Left,
    Right,
    Middle,
}

impl MouseButton {
    pub const ALL: [MouseButton; 3] = [MouseButton::Left, MouseButton::Right, MouseButton::Middle];

    /// "left", "right" or "middle", in any case.
    pub fn parse(name: &str) -> Option<MouseButton> {
        MouseButton::ALL.into_iter().find(|button| button.name().eq_ignore_ascii_case(name))
    }

    pub fn name(self) -> &'static str {
        match self {
            MouseButton::Left => "left",
            MouseButton::Right => "right",
            MouseButton::Middle => "middle",
        }
    }
}
