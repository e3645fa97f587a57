//! A device's event as a line of text, for recordings: what is written is read back to the bit.

use super::{Binding, DeviceEvent, MouseButton, PadButton, PadEvent, Stick};
use std::fmt;

impl fmt::Display for DeviceEvent {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let way = |down: bool| if down { "down" } else { "up" };
        match *self {
            DeviceEvent::Key { key, down } => write!(f, "{} {key}", way(down)),
            DeviceEvent::MouseButton { button, down } => {
                write!(f, "{} {}", way(down), Binding::Mouse(button))
            }
            DeviceEvent::MouseMotion { dx, dy } => write!(f, "mouse {dx} {dy}"),
            DeviceEvent::FocusLost => f.write_str("focus lost"),
            DeviceEvent::FocusGained => f.write_str("focus gained"),
            DeviceEvent::Pad { pad, event } => match event {
                PadEvent::Connected => write!(f, "pad {pad} connected"),
                PadEvent::Disconnected => write!(f, "pad {pad} disconnected"),
                PadEvent::Button { button, value } => write!(f, "pad {pad} {} {value}", button.name()),
                PadEvent::Stick { stick, x, y } => write!(f, "pad {pad} {stick} {x} {y}"),
            },
        }
    }
}

impl DeviceEvent {
    /// Reads a line that [`DeviceEvent`] shows. `None` for a line that is no event at all.
    ///
    /// # Errors
    /// An event with something wrong in it.
    pub fn parse(line: &str) -> Option<Result<DeviceEvent, String>> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        Some(match word {
            "down" | "up" => press(rest, word == "down"),
            "mouse" => match numbers(rest) {
                Some([dx, dy]) => Ok(DeviceEvent::MouseMotion { dx, dy }),
                _ => Err(format!("`{rest}` is not how far the mouse moved: two numbers")),
            },
            "focus" => match rest {
                "lost" => Ok(DeviceEvent::FocusLost),
                "gained" => Ok(DeviceEvent::FocusGained),
                _ => Err(format!("the focus is lost or gained, not `{rest}`")),
            },
            "pad" => pad(rest),
            _ => return None,
        })
    }
}

fn press(text: &str, down: bool) -> Result<DeviceEvent, String> {
    match Binding::parse(text)? {
        Binding::Key(key) => Ok(DeviceEvent::Key { key, down }),
        Binding::Mouse(button) => Ok(DeviceEvent::MouseButton { button, down }),
        _ => Err(format!("`{text}` is neither a key nor one of the mouse's buttons")),
    }
}

fn pad(text: &str) -> Result<DeviceEvent, String> {
    let words: Vec<&str> = text.split(' ').collect();
    let event = match words[..] {
        [_, "connected"] => Some(PadEvent::Connected),
        [_, "disconnected"] => Some(PadEvent::Disconnected),
        [_, button, value] => PadButton::parse(button)
            .zip(numbers(value))
            .map(|(button, [value])| PadEvent::Button { button, value }),
        [_, stick, "stick", x, y] => Stick::parse(stick)
            .zip(numbers(x).zip(numbers(y)))
            .map(|(stick, ([x], [y]))| PadEvent::Stick { stick, x, y }),
        _ => None,
    };
    let pad = words.first().and_then(|word| word.parse().ok());
    pad.zip(event)
        .map(|(pad, event)| DeviceEvent::Pad { pad, event })
        .ok_or_else(|| format!("`pad {text}` is nothing that a gamepad does"))
}

fn numbers<const N: usize>(text: &str) -> Option<[f64; N]> {
    let numbers: Vec<f64> = text.split(' ').map(|word| word.parse().ok()).collect::<Option<_>>()?;
    numbers.try_into().ok()
}

impl MouseButton {
    /// The event of this button going down or up.
    pub fn event(self, down: bool) -> DeviceEvent {
        DeviceEvent::MouseButton { button: self, down }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Key;

    #[test]
    fn every_event_is_read_back_to_the_bit() {
        let third = 1.0 / 3.0;
        let pad = |event| DeviceEvent::Pad { pad: 3, event };
        let mut events = vec![
            MouseButton::Middle.event(true),
            DeviceEvent::MouseMotion { dx: third, dy: -1e-300 },
            DeviceEvent::MouseMotion { dx: -0.0, dy: 1e21 },
            DeviceEvent::FocusLost,
            DeviceEvent::FocusGained,
            pad(PadEvent::Connected),
            pad(PadEvent::Disconnected),
        ];
        events.extend(Key::ALL.iter().map(|&key| DeviceEvent::Key { key, down: key > Key::M }));
        events.extend(PadButton::ALL.iter().map(|&button| pad(PadEvent::Button { button, value: third })));
        events.extend(Stick::ALL.map(|stick| pad(PadEvent::Stick { stick, x: third, y: -0.1 })));
        for event in events {
            let line = event.to_string();
            let read = DeviceEvent::parse(&line).unwrap().unwrap();
            assert_eq!(read, event, "{line}");
            assert_eq!(read.to_string(), line);
        }
    }

    #[test]
    fn what_is_no_event_is_told_from_one_that_is_wrong() {
        assert_eq!(DeviceEvent::parse("tick 3"), None);
        for line in
            ["down Hyper", "up mouse", "mouse 1", "focus", "pad 0 z 1", "pad x a 1", "pad 0 left stick 1"]
        {
            assert!(matches!(DeviceEvent::parse(line), Some(Err(_))), "{line}");
        }
    }
}
