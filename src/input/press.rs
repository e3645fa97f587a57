//! Key presses written down beforehand: `KEY@TICK[+TICKS]`, as the command line takes them.

use super::{DeviceEvent, Key};
use std::collections::BTreeSet;
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
    /// What these presses do at the start of the frame that runs `tick`, whatever their order. A key is down while any press
    /// holds it; one press that follows right on another is a press of its own.
    pub fn events_at(presses: &[Press], tick: u64) -> Vec<DeviceEvent> {
        let keys: BTreeSet<Key> = presses.iter().map(|press| press.key).collect();
        let mut events = Vec::new();
        for key in keys {
            let mut of_key = presses.iter().filter(|press| press.key == key);
            let (before, now) = (
                of_key.clone().any(|press| press.holds_at(tick.saturating_sub(1))),
                of_key.clone().any(|press| press.holds_at(tick)),
            );
            let goes_on = of_key.any(|press| press.holds_at(tick.saturating_sub(1)) && press.holds_at(tick));
            if before && !goes_on {
                events.push(DeviceEvent::Key { key, down: false });
            }
            if now && !goes_on {
                events.push(DeviceEvent::Key { key, down: true });
            }
        }
        events
    }

    fn holds_at(&self, tick: u64) -> bool {
        let start = self.tick.max(1);
        (start..start.saturating_add(self.ticks)).contains(&tick)
    }
}

impl FromStr for Press {
    type Err = String;

    fn from_str(text: &str) -> Result<Press, String> {
        const FORM: &str = "a press is written KEY@TICK or KEY@TICK+TICKS, such as M@60 or W@1+120";
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

    /// The ticks, up to the sixth, in which M is down, and those in which it goes down.
    fn m_is_down(presses: &[&str]) -> (Vec<u64>, Vec<u64>) {
        let presses: Vec<Press> = presses.iter().map(|text| text.parse().unwrap()).collect();
        let (mut held, mut down, mut pressed) = (Vec::new(), false, Vec::new());
        for tick in 1..=6 {
            for event in Press::events_at(&presses, tick) {
                let DeviceEvent::Key { key: Key::M, down: now } = event else { panic!("{event:?}") };
                assert_ne!(now, down, "twice the same at tick {tick}");
                down = now;
                if now {
                    pressed.push(tick);
                }
            }
            if down {
                held.push(tick);
            }
        }
        (held, pressed)
    }

    #[test]
    fn a_key_goes_down_and_up_at_its_ticks() {
        assert_eq!(m_is_down(&["M@0+2"]), (vec![1, 2], vec![1]));
        assert_eq!(m_is_down(&["M@3"]), (vec![3], vec![3]));
    }

    #[test]
    fn presses_of_one_key_add_up_in_any_order() {
        for presses in [["M@4+2", "M@2+1"], ["M@2+1", "M@4+2"]] {
            assert_eq!(m_is_down(&presses), (vec![2, 4, 5], vec![2, 4]));
        }
        for presses in [["M@4+2", "M@2+2"], ["M@2+2", "M@4+2"]] {
            assert_eq!(m_is_down(&presses), (vec![2, 3, 4, 5], vec![2, 4]));
        }
        for presses in [["M@2+4", "M@3+1"], ["M@3+1", "M@2+4"]] {
            assert_eq!(m_is_down(&presses), (vec![2, 3, 4, 5], vec![2]));
        }
    }
}
