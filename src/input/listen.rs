//! Waiting for the next key or button, to bind an action to it.

use super::{Binding, DeviceEvent, Key, PadEvent, standard};

/// Somebody is asked to press what an action is to be bound to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listening {
    pub action: String,
    /// Which of the action's bindings it is to be; one more than there are adds one.
    pub slot: usize,
}

/// What came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heard {
    Binding(Binding),
    /// Escape was pressed: nothing is to change.
    Cancelled,
    /// A key that means something to the window, whatever it is bound to.
    OfWindow(Key),
}

/// Keys that the window has for itself, and what for.
pub const OF_WINDOW: [(Key, &str); 3] =
    [(Key::F2, "lists the keys"), (Key::F11, "fills the screen"), (Key::F12, "takes a picture")];

/// Pressed or tilted so far, it is meant.
const MEANT: f64 = 0.5;

impl Listening {
    /// Looks for the answer among a frame's events. Returns it, and the events for the game: the answering press sets nothing
    /// off, not even while it is still held.
    pub fn take(&self, events: &[DeviceEvent]) -> (Option<Heard>, Vec<DeviceEvent>) {
        let answer =
            events.iter().enumerate().find_map(|(at, &event)| self.answer(event).map(|heard| (at, heard)));
        let Some((at, heard)) = answer else { return (None, events.to_vec()) };
        let (before, rest) = events.split_at(at);
        let mut passed = before.to_vec();
        if let Some(&event @ DeviceEvent::Pad { .. }) = rest.first() {
            passed.extend([DeviceEvent::FocusLost, event, DeviceEvent::FocusGained]);
        }
        passed.extend(rest.iter().skip(1));
        (Some(heard), passed)
    }

    fn answer(&self, event: DeviceEvent) -> Option<Heard> {
        let binding = match event {
            DeviceEvent::Key { key: Key::Escape, down: true } => return Some(Heard::Cancelled),
            DeviceEvent::Key { key, down: true } if OF_WINDOW.iter().any(|(its, _)| *its == key) => {
                return Some(Heard::OfWindow(key));
            }
            DeviceEvent::Key { key, down: true } => Binding::Key(key),
            DeviceEvent::MouseButton { button, down: true } => Binding::Mouse(button),
            DeviceEvent::Pad { event: PadEvent::Button { button, value }, .. } if value >= MEANT => {
                Binding::Pad(button)
            }
            DeviceEvent::Pad { event: PadEvent::Stick { stick, x, y }, .. } if libm::hypot(x, y) >= MEANT => {
                Binding::Stick(stick)
            }
            _ => return None,
        };
        standard::fits(&self.action, binding).is_ok().then_some(Heard::Binding(binding))
    }
}
