//! Actions: what scripts ask about instead of keys.
//!
//! Edges come from our own state, never from a device's, so a key that repeats presses once. A tap that goes down and up
//! within one frame is held for that frame and released in the next: no press is ever lost.

use super::{DeviceEvent, Key, MouseButton};
use std::collections::{BTreeSet, HashMap};
use std::fmt;

/// Degrees that the view turns for each pixel of mouse movement.
const DEGREES_PER_PIXEL: f64 = 0.12;

/// What sets an action off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Binding {
    Key(Key),
    Mouse(MouseButton),
    /// A button of a gamepad, by the first of its names.
    Pad(&'static str),
}

impl fmt::Display for Binding {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Binding::Key(key) => key.fmt(f),
            Binding::Mouse(MouseButton::Left) => f.write_str("left mouse button"),
            Binding::Mouse(MouseButton::Right) => f.write_str("right mouse button"),
            Binding::Mouse(MouseButton::Middle) => f.write_str("middle mouse button"),
            Binding::Pad(name) => write!(f, "pad {name}"),
        }
    }
}

/// The buttons of a gamepad: every row is one button and its names, the first of which is kept.
const PAD_BUTTONS: &[&[&str]] = &[
    &["a", "south", "cross"],
    &["b", "east", "circle"],
    &["x", "west", "square"],
    &["y", "north", "triangle"],
    &["lb"],
    &["rb"],
    &["lt"],
    &["rt"],
    &["ls"],
    &["rs"],
    &["back", "select"],
    &["start", "menu"],
    &["guide"],
    &["dpad_up"],
    &["dpad_down"],
    &["dpad_left"],
    &["dpad_right"],
];

fn pad_button(name: &str) -> Option<&'static str> {
    PAD_BUTTONS
        .iter()
        .find(|names| names.iter().any(|known| known.eq_ignore_ascii_case(name)))
        .and_then(|names| names.first().copied())
}

/// Why an action could not be defined: one sentence for the script's author.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputError(String);

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

struct Action {
    id: String,
    label: String,
    bindings: Vec<Binding>,
    held: bool,
    pressed: bool,
    released: bool,
}

/// Every action and its state in the current frame.
pub struct Input {
    actions: Vec<Action>,
    by_id: HashMap<String, usize>,
    down: BTreeSet<Binding>,
    look: (f64, f64),
}

impl Default for Input {
    fn default() -> Input {
        Input::new()
    }
}

impl Input {
    /// With the standard actions, nothing held.
    pub fn new() -> Input {
        let mut input =
            Input { actions: Vec::new(), by_id: HashMap::new(), down: BTreeSet::new(), look: (0.0, 0.0) };
        let key = Binding::Key;
        let standard: [(&str, &str, &[Binding]); 11] = [
            ("move", "Walk", &[key(Key::W), key(Key::A), key(Key::S), key(Key::D)]),
            ("look", "Look around", &[]),
            ("jump", "Jump", &[key(Key::Space), Binding::Pad("a")]),
            ("sprint", "Sprint", &[key(Key::LeftShift), Binding::Pad("ls")]),
            ("walk", "Walk slowly", &[key(Key::LeftAlt)]),
            ("crouch", "Crouch", &[key(Key::C), Binding::Pad("b")]),
            ("fire", "Fire", &[Binding::Mouse(MouseButton::Left), Binding::Pad("rt")]),
            ("aim", "Aim", &[Binding::Mouse(MouseButton::Right), Binding::Pad("lt")]),
            ("interact", "Use", &[key(Key::E), Binding::Pad("y")]),
            ("camera.toggle", "Switch camera", &[key(Key::V), Binding::Pad("rs")]),
            ("panels", "Panels", &[key(Key::F1), Binding::Pad("back")]),
        ];
        for (id, label, bindings) in standard {
            input.insert(id, label, bindings.to_vec());
        }
        input
    }

    fn insert(&mut self, id: &str, label: &str, bindings: Vec<Binding>) {
        self.by_id.insert(id.to_owned(), self.actions.len());
        self.actions.push(Action {
            id: id.to_owned(),
            label: label.to_owned(),
            bindings,
            held: false,
            pressed: false,
            released: false,
        });
    }

    /// Makes an action; one that exists stays as it is. Names of keys and buttons are checked in either case.
    pub fn define(
        &mut self,
        id: &str,
        label: Option<&str>,
        key: Option<&str>,
        pad: Option<&str>,
    ) -> Result<(), InputError> {
        if id.is_empty() {
            return Err(InputError("an action needs a name, such as \"maze.new\"".into()));
        }
        let mut bindings = Vec::new();
        if let Some(name) = key {
            let key = Key::parse(name).ok_or_else(|| {
                InputError(format!("there is no key named \"{name}\"; keys are {}", Key::NAMES))
            })?;
            bindings.push(Binding::Key(key));
        }
        if let Some(name) = pad {
            let button = pad_button(name).ok_or_else(|| {
                let names: Vec<String> = PAD_BUTTONS.iter().map(|names| names.join("|")).collect();
                InputError(format!(
                    "there is no gamepad button named \"{name}\"; buttons are {}",
                    names.join(", ")
                ))
            })?;
            bindings.push(Binding::Pad(button));
        }
        if !self.by_id.contains_key(id) {
            self.insert(id, label.unwrap_or(id), bindings);
        }
        Ok(())
    }

    /// Takes the frame's events; what the questions below answer holds until the next call.
    pub fn begin_frame(&mut self, events: &[DeviceEvent]) {
        self.look = (0.0, 0.0);
        // What went down in this frame counts as held in it, even when it is up again already.
        let mut went_down = BTreeSet::new();
        for event in events {
            let (binding, down) = match *event {
                DeviceEvent::Key { key, down } => (Binding::Key(key), down),
                DeviceEvent::MouseButton { button, down } => (Binding::Mouse(button), down),
                DeviceEvent::MouseMotion { dx, dy } => {
                    self.look.0 += dx;
                    self.look.1 += dy;
                    continue;
                }
                DeviceEvent::FocusLost => {
                    self.down.clear();
                    went_down.clear();
                    self.look = (0.0, 0.0);
                    continue;
                }
            };
            if !down {
                self.down.remove(&binding);
            } else if self.down.insert(binding) {
                went_down.insert(binding);
            }
        }
        for action in &mut self.actions {
            let again = action.bindings.iter().any(|b| went_down.contains(b));
            let held = again || action.bindings.iter().any(|b| self.down.contains(b));
            // A second key of an action that is already held is no new press.
            let alone = !action.bindings.iter().any(|b| self.down.contains(b) && !went_down.contains(b));
            action.pressed = again && alone;
            action.released = action.held && !held;
            action.held = held;
        }
    }

    fn get(&self, id: &str) -> Option<&Action> {
        self.by_id.get(id).and_then(|&index| self.actions.get(index))
    }

    /// Whether the action began in this frame; false for an unknown one.
    pub fn pressed(&self, id: &str) -> bool {
        self.get(id).is_some_and(|action| action.pressed)
    }

    pub fn held(&self, id: &str) -> bool {
        self.get(id).is_some_and(|action| action.held)
    }

    pub fn released(&self, id: &str) -> bool {
        self.get(id).is_some_and(|action| action.released)
    }

    /// How far the action is pressed, 0 to 1.
    pub fn value(&self, id: &str) -> f64 {
        if self.held(id) { 1.0 } else { 0.0 }
    }

    /// The walking direction as (right, forward), each −1 to 1.
    pub fn walk(&self) -> (f64, f64) {
        let axis = |plus: Key, minus: Key| {
            let down = |key| i8::from(self.down.contains(&Binding::Key(key)));
            f64::from(down(plus) - down(minus))
        };
        (axis(Key::D, Key::A), axis(Key::W, Key::S))
    }

    /// How far the view turns in this frame as (right, up), in degrees.
    pub fn look(&self) -> (f64, f64) {
        (self.look.0 * DEGREES_PER_PIXEL, -self.look.1 * DEGREES_PER_PIXEL)
    }

    /// Every action in the order of definition: its id, its label and what sets it off.
    pub fn actions(&self) -> impl Iterator<Item = (&str, &str, &[Binding])> {
        self.actions
            .iter()
            .map(|action| (action.id.as_str(), action.label.as_str(), action.bindings.as_slice()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(key: Key, down: bool) -> DeviceEvent {
        DeviceEvent::Key { key, down }
    }

    fn state(input: &Input, id: &str) -> (bool, bool, bool) {
        (input.pressed(id), input.held(id), input.released(id))
    }

    #[test]
    fn a_press_is_seen_for_one_frame_and_repeats_are_none() {
        let mut input = Input::new();
        input.begin_frame(&[key(Key::Space, true)]);
        assert_eq!(state(&input, "jump"), (true, true, false));
        input.begin_frame(&[key(Key::Space, true)]);
        assert_eq!(state(&input, "jump"), (false, true, false));
        input.begin_frame(&[key(Key::Space, false)]);
        assert_eq!(state(&input, "jump"), (false, false, true));
        input.begin_frame(&[]);
        assert_eq!(state(&input, "jump"), (false, false, false));
    }

    #[test]
    fn a_tap_within_one_frame_is_not_lost() {
        let mut input = Input::new();
        input.begin_frame(&[key(Key::Space, true), key(Key::Space, false)]);
        assert_eq!(state(&input, "jump"), (true, true, false));
        input.begin_frame(&[]);
        assert_eq!(state(&input, "jump"), (false, false, true));
    }

    #[test]
    fn letting_go_and_pressing_again_within_one_frame_is_a_new_press() {
        let mut input = Input::new();
        input.begin_frame(&[key(Key::Space, true)]);
        input.begin_frame(&[key(Key::Space, false), key(Key::Space, true)]);
        assert_eq!(state(&input, "jump"), (true, true, false));
    }

    #[test]
    fn two_actions_on_one_key_both_fire_and_an_existing_one_stays() {
        let mut input = Input::new();
        assert_eq!(input.define("a", None, Some("m"), Some("triangle")), Ok(()));
        assert_eq!(input.define("b", Some("B"), Some("M"), None), Ok(()));
        assert_eq!(input.define("a", Some("other"), Some("N"), None), Ok(()));
        input.begin_frame(&[key(Key::M, true)]);
        assert!(input.pressed("a") && input.pressed("b"));
        let (_, label, bindings) = input.actions().find(|(id, ..)| *id == "a").unwrap();
        assert_eq!((label, bindings), ("a", &[Binding::Key(Key::M), Binding::Pad("y")][..]));
    }

    #[test]
    fn unknown_names_are_errors_and_unknown_actions_answer_false() {
        let mut input = Input::new();
        let error = input.define("a", None, Some("Hyper"), None).unwrap_err();
        assert!(error.to_string().contains("\"Hyper\""), "{error}");
        let error = input.define("a", None, None, Some("z")).unwrap_err();
        assert!(error.to_string().contains("dpad_up"), "{error}");
        assert_eq!(state(&input, "a"), (false, false, false));
        assert_eq!(input.value("a"), 0.0);
    }

    #[test]
    fn losing_the_focus_lets_everything_go() {
        let mut input = Input::new();
        input.begin_frame(&[key(Key::W, true)]);
        assert_eq!(input.walk(), (0.0, 1.0));
        input.begin_frame(&[DeviceEvent::FocusLost]);
        assert_eq!(input.walk(), (0.0, 0.0));
        assert_eq!(state(&input, "move"), (false, false, true));
    }

    #[test]
    fn the_mouse_turns_the_view_by_the_sum_of_its_motions() {
        let mut input = Input::new();
        let motion = |dx, dy| DeviceEvent::MouseMotion { dx, dy };
        input.begin_frame(&[motion(10.0, 0.0), motion(15.0, -5.0)]);
        assert_eq!(input.look(), (3.0, 0.6));
        input.begin_frame(&[]);
        assert_eq!(input.look(), (0.0, 0.0));
    }
}
