//! A gamepad by its parts: what they are called, and how one gamepad's state follows from what it did.
//!
//! Values come in raw and are made usable here, once: a stick has a round dead zone, outside of which its tilt grows from 0 to
//! 1; a button or trigger presses at half and lets go a little under that. Numbers that make no sense count as 0.

use super::Binding;
use std::fmt;

macro_rules! buttons {
    ($($variant:ident $name:literal $(| $other:literal)*),* $(,)?) => {
        /// A button of a gamepad; the triggers are buttons too.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum PadButton { $($variant),* }

        impl PadButton {
            /// Every button, in the order of its declaration.
            pub const ALL: &'static [PadButton] = &[$(PadButton::$variant),*];

            /// Every name of the button; the first is the one that is shown.
            pub fn names(self) -> &'static [&'static str] {
                match self { $(PadButton::$variant => &[$name $(, $other)*]),* }
            }
        }
    };
}

buttons! {
    A "a" | "south" | "cross", B "b" | "east" | "circle", X "x" | "west" | "square", Y "y" | "north" | "triangle",
    Lb "lb", Rb "rb", Lt "lt", Rt "rt", Ls "ls", Rs "rs",
    Back "back" | "select", Start "start" | "menu", Guide "guide",
    DpadUp "dpad_up", DpadDown "dpad_down", DpadLeft "dpad_left", DpadRight "dpad_right",
}

impl PadButton {
    /// The button of that name; case does not matter. `None` for a name that no button has.
    pub fn parse(name: &str) -> Option<PadButton> {
        let has = |button: &&PadButton| button.names().iter().any(|known| known.eq_ignore_ascii_case(name));
        PadButton::ALL.iter().find(has).copied()
    }

    /// The first of its names.
    pub fn name(self) -> &'static str {
        self.names().first().copied().unwrap_or_default()
    }

    /// All names of all buttons, for messages about one that is unknown.
    pub fn list() -> String {
        let names: Vec<String> = PadButton::ALL.iter().map(|button| button.names().join("|")).collect();
        names.join(", ")
    }
}

/// A stick of a gamepad.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stick {
    Left,
    Right,
}

impl Stick {
    pub const ALL: [Stick; 2] = [Stick::Left, Stick::Right];

    /// "left" or "right", in any case.
    pub fn parse(name: &str) -> Option<Stick> {
        Stick::ALL.into_iter().find(|stick| stick.name().eq_ignore_ascii_case(name))
    }

    pub fn name(self) -> &'static str {
        match self {
            Stick::Left => "left",
            Stick::Right => "right",
        }
    }
}

impl fmt::Display for Stick {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} stick", self.name())
    }
}

/// One thing that a gamepad did.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PadEvent {
    /// It was plugged in, or again: nothing of it is pressed.
    Connected,
    /// It was unplugged: everything of it is let go.
    Disconnected,
    /// How far a button or trigger is pressed, 0 to 1. Buttons without a scale are 0 or 1.
    Button { button: PadButton, value: f64 },
    /// Where a stick is, each -1 to 1: x grows to the right, y away from the player. Raw, without any dead zone.
    Stick { stick: Stick, x: f64, y: f64 },
}

/// A stick this close to its middle is in its middle, as part of its full tilt.
pub const DEAD_ZONE: f64 = 0.15;
/// Worn sticks do not reach their edge: from here on the tilt is full.
const FULL_TILT: f64 = 0.95;
/// A button or trigger presses when it is pressed so far.
const PRESSES: f64 = 0.5;
/// It lets go when it is pressed no farther than this.
const LETS_GO: f64 = 0.4;
/// A stick that moved so far, as part of its full tilt, is in use; a worn one trembles less.
const IN_USE: f64 = 0.1;

/// A stick's tilt, without its dead zone: the direction as it was, the length 0 at the edge of the dead zone and 1 at the end.
pub fn tilt(x: f64, y: f64) -> (f64, f64) {
    let (x, y) = (finite(x, -1.0), finite(y, -1.0));
    let length = libm::hypot(x, y);
    if length <= DEAD_ZONE {
        return (0.0, 0.0);
    }
    let wanted = ((length - DEAD_ZONE) / (FULL_TILT - DEAD_ZONE)).min(1.0);
    (x / length * wanted, y / length * wanted)
}

fn finite(value: f64, least: f64) -> f64 {
    if value.is_finite() { value.clamp(least, 1.0) } else { 0.0 }
}

/// How much an event says that somebody uses this gamepad.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Use {
    #[default]
    None,
    /// Something is not at rest. A worn gamepad that nobody touches does that too.
    Slight,
    /// A button went down, or something moved farther than it trembles.
    Clear,
}

/// What an event did to a gamepad.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Effect {
    pub used: Use,
    /// A button that went down, or a stick that left its middle.
    pub went_down: Option<Binding>,
    /// A stick that is clearly in use.
    pub moved: Option<Stick>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Control {
    value: f64,
    down: bool,
    /// The least value since it was last found in use.
    noted: f64,
    /// Pressed since before anybody looked: it counts only after it was let go.
    stale: bool,
}

#[derive(Clone, Copy, Debug, Default)]
struct Tilt {
    now: (f64, f64),
    /// Where it was when it was last found in use.
    noted: (f64, f64),
    stale: bool,
}

/// The state of one gamepad.
#[derive(Clone, Debug, Default)]
pub(super) struct Pad {
    buttons: [Control; PadButton::ALL.len()],
    sticks: [Tilt; Stick::ALL.len()],
}

impl Pad {
    /// Takes in what the gamepad did. Unless somebody is `looking`, what is pressed counts only after it was let go.
    pub fn take(&mut self, event: PadEvent, looking: bool) -> Effect {
        match event {
            PadEvent::Connected | PadEvent::Disconnected => {
                *self = Pad::default();
                Effect::default()
            }
            PadEvent::Button { button, value } => self.press(button, finite(value, 0.0), looking),
            PadEvent::Stick { stick, x, y } => self.move_stick(stick, tilt(x, y), looking),
        }
    }

    fn press(&mut self, button: PadButton, value: f64, looking: bool) -> Effect {
        let Some(control) = self.buttons.get_mut(button as usize) else { return Effect::default() };
        let was_down = control.down;
        control.value = value;
        control.down = if was_down { value > LETS_GO } else { value >= PRESSES };
        control.stale = value > LETS_GO && (control.stale || !looking);
        control.noted = control.noted.min(value);
        if control.stale || !looking {
            return Effect::default();
        }
        let begins = control.down && !was_down;
        let clear = begins || value - control.noted >= IN_USE;
        if clear {
            control.noted = value;
        }
        Effect {
            used: if clear { Use::Clear } else { Use::of(value > 0.0) },
            went_down: begins.then_some(Binding::Pad(button)),
            moved: None,
        }
    }

    fn move_stick(&mut self, stick: Stick, now: (f64, f64), looking: bool) -> Effect {
        let Some(tilt) = self.sticks.get_mut(stick as usize) else { return Effect::default() };
        let rests = now == (0.0, 0.0);
        let begins = tilt.now == (0.0, 0.0) && !rests;
        tilt.now = now;
        tilt.stale = !rests && (tilt.stale || !looking);
        if rests || tilt.stale {
            tilt.noted = now;
            return Effect::default();
        }
        let clear = libm::hypot(now.0 - tilt.noted.0, now.1 - tilt.noted.1) >= IN_USE;
        if clear {
            tilt.noted = now;
        }
        Effect {
            used: if clear { Use::Clear } else { Use::Slight },
            went_down: begins.then_some(Binding::Stick(stick)),
            moved: clear.then_some(stick),
        }
    }

    /// Whatever is pressed or tilted counts only after it was let go.
    pub fn look_away(&mut self) {
        for control in &mut self.buttons {
            control.stale = control.value > LETS_GO;
        }
        for tilt in &mut self.sticks {
            tilt.stale = tilt.now != (0.0, 0.0);
        }
    }

    pub fn is_down(&self, button: PadButton) -> bool {
        self.buttons.get(button as usize).is_some_and(|control| control.down && !control.stale)
    }

    /// How far a button is pressed, 0 to 1.
    pub fn value(&self, button: PadButton) -> f64 {
        self.buttons
            .get(button as usize)
            .filter(|control| !control.stale)
            .map_or(0.0, |control| control.value)
    }

    /// A stick's tilt, at most 1 long.
    pub fn tilt(&self, stick: Stick) -> (f64, f64) {
        self.sticks.get(stick as usize).filter(|tilt| !tilt.stale).map_or((0.0, 0.0), |tilt| tilt.now)
    }
}

impl Use {
    fn of(slight: bool) -> Use {
        if slight { Use::Slight } else { Use::None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_of_every_button_finds_it_in_any_case() {
        let names: usize = PadButton::ALL.iter().map(|button| button.names().len()).sum();
        assert_eq!((PadButton::ALL.len(), names), (17, 27));
        for &button in PadButton::ALL {
            for name in button.names() {
                assert_eq!(PadButton::parse(name), Some(button));
                assert_eq!(PadButton::parse(&name.to_uppercase()), Some(button));
            }
        }
        for (name, button) in [
            ("cross", PadButton::A),
            ("Circle", PadButton::B),
            ("square", PadButton::X),
            ("TRIANGLE", PadButton::Y),
            ("select", PadButton::Back),
            ("menu", PadButton::Start),
        ] {
            assert_eq!(PadButton::parse(name), Some(button));
        }
        assert_eq!(PadButton::parse("z"), None);
    }

    #[test]
    fn the_dead_zone_is_round_and_taken_away_once() {
        assert_eq!(tilt(0.0, 0.0), (0.0, 0.0));
        assert_eq!(tilt(0.1, 0.1), (0.0, 0.0));
        // Each alone is inside of the dead zone, and together they are not.
        let (x, y) = tilt(0.12, 0.12);
        assert!(x > 0.0 && x == y && x < 0.02, "{x} {y}");
        // Halfway between the edge of the dead zone and the end is half a tilt, in every direction.
        for degrees in [0.0_f64, 30.0, 45.0, 135.0, 270.0] {
            let (sin, cos) = degrees.to_radians().sin_cos();
            let half = (DEAD_ZONE + FULL_TILT) / 2.0;
            let (x, y) = tilt(half * cos, half * sin);
            assert!((x.hypot(y) - 0.5).abs() < 1e-12, "{degrees}: {x} {y}");
            assert!((x - 0.5 * cos).abs() < 1e-12 && (y - 0.5 * sin).abs() < 1e-12);
        }
        assert_eq!(tilt(1.0, 0.0), (1.0, 0.0));
        let (x, y) = tilt(1.0, 1.0);
        assert!((x.hypot(y) - 1.0).abs() < 1e-12, "the corner of a square stick is no farther than its edge");
        assert_eq!(tilt(f64::NAN, f64::INFINITY), (0.0, 0.0));
        assert_eq!(tilt(-7.0, 0.0), (-1.0, 0.0));
    }

    #[test]
    fn a_trigger_presses_at_half_and_lets_go_a_little_under_it() {
        let mut pad = Pad::default();
        let mut pull = |value| {
            let effect = pad.take(PadEvent::Button { button: PadButton::Rt, value }, true);
            (effect.went_down.is_some(), pad.is_down(PadButton::Rt), pad.value(PadButton::Rt))
        };
        assert_eq!(pull(0.49), (false, false, 0.49));
        assert_eq!(pull(0.5), (true, true, 0.5));
        assert_eq!(pull(0.45), (false, true, 0.45));
        assert_eq!(pull(0.55), (false, true, 0.55));
        assert_eq!(pull(0.4), (false, false, 0.4));
        assert_eq!(pull(0.49), (false, false, 0.49));
        assert_eq!(pull(2.0), (true, true, 1.0));
        assert_eq!(pull(f64::NAN), (false, false, 0.0));
    }
}
