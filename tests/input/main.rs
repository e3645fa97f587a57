//! Devices: gamepads, bindings, and what becomes of them in a frame of actions.

#[path = "../common/mod.rs"]
mod common;

mod bindings;
mod bindings_file;
mod pads;

use moonyard::input::{DeviceEvent, Input, Key, PadButton, PadEvent, Stick};

const DT: f64 = 1.0 / 60.0;

fn key(key: Key, down: bool) -> DeviceEvent {
    DeviceEvent::Key { key, down }
}

fn button(pad: u32, button: PadButton, value: f64) -> DeviceEvent {
    DeviceEvent::Pad { pad, event: PadEvent::Button { button, value } }
}

fn stick(pad: u32, stick: Stick, x: f64, y: f64) -> DeviceEvent {
    DeviceEvent::Pad { pad, event: PadEvent::Stick { stick, x, y } }
}

fn gone(pad: u32) -> DeviceEvent {
    DeviceEvent::Pad { pad, event: PadEvent::Disconnected }
}

/// Pressed, held, released.
fn state(input: &Input, id: &str) -> (bool, bool, bool) {
    (input.pressed(id), input.held(id), input.released(id))
}

const NOT: (bool, bool, bool) = (false, false, false);
const BEGINS: (bool, bool, bool) = (true, true, false);
const GOES_ON: (bool, bool, bool) = (false, true, false);
const ENDS: (bool, bool, bool) = (false, false, true);
