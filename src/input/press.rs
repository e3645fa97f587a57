//! Key presses written down beforehand: `KEY@TICK[+TICKS]`, as the command line takes them.

use super::{DeviceEvent, Key};
use std::str::FromStr;

/// A key held down from the frame of one tick on, for a number of ticks. The first tick of a run is 1; a press at tick
/// 0 counts as one at tick 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Press {
    pub key: Key,
    pub tick: u64,
    pub ticks: u64,
}

impl Press {
    /// What this press does at the start of the frame that runs `tick`.
    pub fn event_at(&self, tick: u64) -> Option<DeviceEvent> {
        let start = self.tick.max(1);
        let key = self.key;
        if tick == start {
            Some(DeviceEvent::Key { key, down: true })
        } else if tick == start.saturating_add(self.ticks) {
            Some(DeviceEvent::Key { key, down: false })
        } else {
            None
        }
    }
}

impl FromStr for Press {
    type Err = String;

    fn from_str(text: &str) -> Result<Press, String> {
        const FORM: &str = "a press is written KEY@TICK or KEY@TICK+TICKS, such as M@60 or W@0+120";
        let (name, when) = text.rsplit_once('@').ok_or_else(|| format!("{FORM}: `{text}` has no @"))?;
        let key = Key::parse(name)
            .ok_or_else(|| format!("there is no key named `{name}`; keys are {}", Key::NAMES))?;
        let (tick, ticks) = when.split_once('+').unwrap_or((when, "1"));
        let number = |what: &str, text: &str| {
            text.parse::<u64>().map_err(|_| format!("{FORM}: `{text}` is not a {what}"))
        };
        let (tick, ticks) = (number("tick", tick)?, number("number of ticks", ticks)?);
        if ticks == 0 {
            return Err("a press lasts at least one tick".into());
        }
        Ok(Press { key, tick, ticks })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_press_is_read_with_and_without_its_length() {
        let m = Press { key: Key::M, tick: 60, ticks: 1 };
        assert_eq!("M@60".parse(), Ok(m));
        assert_eq!("m@60+1".parse(), Ok(m));
        let shift = Press { key: Key::LeftShift, tick: 0, ticks: 120 };
        assert_eq!("Left Shift@0+120".parse(), Ok(shift));
    }

    #[test]
    fn a_wrong_press_says_what_was_wrong() {
        for (text, part) in [
            ("M", "has no @"),
            ("Hyper@3", "no key named `Hyper`"),
            ("M@-3", "`-3` is not a tick"),
            ("M@3+", "`` is not a number of ticks"),
            ("M@3+0", "at least one tick"),
        ] {
            let message = text.parse::<Press>().unwrap_err();
            assert!(message.contains(part), "{text}: {message}");
        }
    }

    #[test]
    fn a_key_goes_down_and_up_at_its_ticks() {
        let press = Press { key: Key::M, tick: 0, ticks: 2 };
        let down = (0..6).map(|tick| press.event_at(tick)).collect::<Vec<_>>();
        let key = |down| Some(DeviceEvent::Key { key: Key::M, down });
        assert_eq!(down, [None, key(true), None, key(false), None, None]);
    }
}
