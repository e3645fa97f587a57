//! Actions: what scripts ask about instead of keys.
//!
//! Edges come from our own state, never from a device's, so a key that repeats presses once. A tap that goes down and up
//! within one frame is held for that frame and released in the next: no press is ever lost. Walking follows whatever was used for it
//! last, keys or stick.

use super::binding::no_button;
use super::bindings::Bindings;
use super::pads::Pads;
use super::standard::{DIRECTIONS, STANDARD};
use super::{Binding, DeviceEvent, Key, PadButton, PadId};
use std::collections::{BTreeSet, HashMap};
use std::fmt;

/// Degrees that the view turns for each pixel of mouse movement.
const DEGREES_PER_PIXEL: f64 = 0.12;
/// Degrees a second that the view turns with a stick at full tilt, to the sides and up.
const STICK_TURNS: (f64, f64) = (200.0, 140.0);

/// Why something cannot be done with an action: one sentence for the script's author or the player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputError(pub(super) String);

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

pub(super) struct Action {
    id: String,
    label: String,
    /// What sets it off unless somebody bound it anew.
    pub(super) usual: Vec<Binding>,
    pub(super) bindings: Vec<Binding>,
    held: bool,
    pressed: bool,
    released: bool,
    value: f64,
}

/// Every action and its state in the current frame.
pub struct Input {
    pub(super) actions: Vec<Action>,
    pub(super) by_id: HashMap<String, usize>,
    /// Keys and buttons of the mouse that are down.
    down: BTreeSet<Binding>,
    pads: Pads,
    /// In degrees, to the right and up.
    look: (f64, f64),
    walk: (f64, f64),
    /// Whether a stick was used for walking after the last key.
    walks_by_stick: bool,
    pub(super) changed: Bindings,
}

impl Default for Input {
    fn default() -> Input {
        Input::new()
    }
}

impl Input {
    /// With the standard actions, nothing held.
    pub fn new() -> Input {
        let mut input = Input {
            actions: Vec::new(),
            by_id: HashMap::new(),
            down: BTreeSet::new(),
            pads: Pads::default(),
            look: (0.0, 0.0),
            walk: (0.0, 0.0),
            walks_by_stick: false,
            changed: Bindings::default(),
        };
        for (id, label, bindings) in STANDARD {
            input.insert(id, label, bindings.to_vec());
        }
        input
    }

    fn insert(&mut self, id: &str, label: &str, usual: Vec<Binding>) {
        self.by_id.insert(id.to_owned(), self.actions.len());
        self.actions.push(Action {
            id: id.to_owned(),
            label: label.to_owned(),
            bindings: self.changed.get(id).map_or_else(|| usual.clone(), <[Binding]>::to_vec),
            usual,
            held: false,
            pressed: false,
            released: false,
            value: 0.0,
        });
    }

    /// Makes an action; one that exists stays as it is. Names of keys and buttons are checked in either case.
    ///
    /// # Errors
    /// No name, or a name of a key or button that does not exist.
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
            let button = PadButton::parse(name).ok_or_else(|| InputError(no_button(name)))?;
            bindings.push(Binding::Pad(button));
        }
        if !self.by_id.contains_key(id) {
            self.insert(id, label.unwrap_or(id), bindings);
        }
        Ok(())
    }

    /// Takes the frame's events; what the questions below answer holds until the next call. `dt` is the frame's length in
    /// seconds: a stick turns the view for so long.
    pub fn begin_frame(&mut self, events: &[DeviceEvent], dt: f64) {
        let mut mouse = (0.0, 0.0);
        // What went down in this frame counts as held in it, even when it is up again already.
        let mut went_down = BTreeSet::new();
        for event in events {
            let (binding, down) = match *event {
                DeviceEvent::Key { key, down } => (Binding::Key(key), down),
                DeviceEvent::MouseButton { button, down } => (Binding::Mouse(button), down),
                DeviceEvent::MouseMotion { dx, dy } => {
                    mouse = (mouse.0 + dx, mouse.1 + dy);
                    continue;
                }
                DeviceEvent::Pad { pad, event } => {
                    let effect = self.pads.take(pad, event);
                    went_down.extend(effect.went_down);
                    let walks = |stick| self.bindings_of("move").contains(&Binding::Stick(stick));
                    self.walks_by_stick |= effect.moved.is_some_and(walks);
                    continue;
                }
                DeviceEvent::FocusLost => {
                    self.down.clear();
                    self.pads.focus(false);
                    went_down.clear();
                    mouse = (0.0, 0.0);
                    continue;
                }
                DeviceEvent::FocusGained => {
                    self.pads.focus(true);
                    continue;
                }
            };
            if !down {
                self.down.remove(&binding);
            } else if self.down.insert(binding) {
                went_down.insert(binding);
            }
            if DIRECTIONS.iter().any(|id| self.bindings_of(id).contains(&binding)) {
                self.walks_by_stick = false;
            }
        }
        for at in 0..self.actions.len() {
            self.update(at, &went_down);
        }
        self.walk = self.find_walk();
        self.update_move(&went_down);
        self.look = self.find_look(mouse, dt);
    }

    fn update(&mut self, at: usize, went_down: &BTreeSet<Binding>) {
        let Some(action) = self.actions.get(at).filter(|action| action.id != "move") else { return };
        let state = self.state(&action.bindings, went_down);
        if let Some(action) = self.actions.get_mut(at) {
            action.set(state);
        }
    }

    /// Walking is one action, whatever sets its directions off.
    fn update_move(&mut self, went_down: &BTreeSet<Binding>) {
        let mut bindings = self.bindings_of("move").to_vec();
        DIRECTIONS.iter().for_each(|id| bindings.extend_from_slice(self.bindings_of(id)));
        // Two directions at once are as far as one, and opposite ones go nowhere but are held.
        let value = libm::hypot(self.walk.0, self.walk.1).min(1.0);
        let state = State { value, ..self.state(&bindings, went_down) };
        if let Some(action) = self.by_id.get("move").and_then(|&at| self.actions.get_mut(at)) {
            action.set(state);
        }
    }

    fn state(&self, bindings: &[Binding], went_down: &BTreeSet<Binding>) -> State {
        let again = bindings.iter().any(|b| went_down.contains(b));
        let held = again || bindings.iter().any(|&b| self.is_down(b));
        // A second key of an action that is already held is no new press.
        let alone = !bindings.iter().any(|b| self.is_down(*b) && !went_down.contains(b));
        let value = |b: &Binding| {
            let tapped = went_down.contains(b) && !self.is_down(*b);
            if tapped { 1.0 } else { self.value_of(*b) }
        };
        let value = bindings.iter().map(value).fold(0.0, f64::max);
        State { held, pressed: again && alone, value }
    }

    fn is_down(&self, binding: Binding) -> bool {
        match binding {
            Binding::Pad(button) => self.pads.is_down(button),
            Binding::Stick(stick) => self.pads.tilt(stick) != (0.0, 0.0),
            Binding::Key(_) | Binding::Mouse(_) => self.down.contains(&binding),
            Binding::MouseMotion => false,
        }
    }

    fn value_of(&self, binding: Binding) -> f64 {
        match binding {
            Binding::Pad(button) => self.pads.value(button),
            Binding::Stick(stick) => {
                let (x, y) = self.pads.tilt(stick);
                libm::hypot(x, y).min(1.0)
            }
            _ => f64::from(u8::from(self.is_down(binding))),
        }
    }

    fn find_walk(&self) -> (f64, f64) {
        let [forward, left, back, right] = DIRECTIONS.map(|id| self.value(id));
        let by_keys = (right - left, forward - back);
        let by_stick = self.tilt_of("move");
        let stick_counts = by_stick != (0.0, 0.0) && (self.walks_by_stick || by_keys == (0.0, 0.0));
        if stick_counts { by_stick } else { by_keys }
    }

    fn find_look(&self, mouse: (f64, f64), dt: f64) -> (f64, f64) {
        let (x, y) = self.tilt_of("look");
        let by_stick = (x * STICK_TURNS.0 * dt, y * STICK_TURNS.1 * dt);
        if !self.bindings_of("look").contains(&Binding::MouseMotion) {
            return by_stick;
        }
        (by_stick.0 + mouse.0 * DEGREES_PER_PIXEL, by_stick.1 - mouse.1 * DEGREES_PER_PIXEL)
    }

    /// Of the stick that an action is bound to; of the one that is tilted farther, if both are.
    fn tilt_of(&self, id: &str) -> (f64, f64) {
        let mut tilt: (f64, f64) = (0.0, 0.0);
        for binding in self.bindings_of(id) {
            let Binding::Stick(stick) = *binding else { continue };
            let (x, y) = self.pads.tilt(stick);
            if libm::hypot(x, y) > libm::hypot(tilt.0, tilt.1) {
                tilt = (x, y);
            }
        }
        tilt
    }

    pub(super) fn get(&self, id: &str) -> Option<&Action> {
        self.by_id.get(id).and_then(|&index| self.actions.get(index))
    }

    fn bindings_of(&self, id: &str) -> &[Binding] {
        self.get(id).map_or(&[], |action| &action.bindings)
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

    /// How far the action is pressed, 0 to 1: between the two for triggers and sticks.
    pub fn value(&self, id: &str) -> f64 {
        self.get(id).map_or(0.0, |action| action.value)
    }

    /// The walking direction as (right, forward), each −1 to 1.
    pub fn walk(&self) -> (f64, f64) {
        self.walk
    }

    /// How far the view turns in this frame as (right, up), in degrees.
    pub fn look(&self) -> (f64, f64) {
        self.look
    }

    /// The gamepad that was used last; `None` before the first use, and when that one was unplugged.
    pub fn active_pad(&self) -> Option<PadId> {
        self.pads.active()
    }

    /// Every action in the order of definition: its id, its label and what sets it off.
    pub fn actions(&self) -> impl Iterator<Item = (&str, &str, &[Binding])> {
        self.actions
            .iter()
            .map(|action| (action.id.as_str(), action.label.as_str(), action.bindings.as_slice()))
    }
}

/// What an action is in a frame.
#[derive(Clone, Copy)]
struct State {
    held: bool,
    pressed: bool,
    value: f64,
}

impl Action {
    fn set(&mut self, state: State) {
        self.pressed = state.pressed;
        self.released = self.held && !state.held;
        self.held = state.held;
        self.value = state.value;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DT: f64 = 1.0 / 60.0;

    fn key(key: Key, down: bool) -> DeviceEvent {
        DeviceEvent::Key { key, down }
    }

    fn state(input: &Input, id: &str) -> (bool, bool, bool) {
        (input.pressed(id), input.held(id), input.released(id))
    }

    #[test]
    fn a_press_is_seen_for_one_frame_and_repeats_are_none() {
        let mut input = Input::new();
        input.begin_frame(&[key(Key::Space, true)], DT);
        assert_eq!(state(&input, "jump"), (true, true, false));
        input.begin_frame(&[key(Key::Space, true)], DT);
        assert_eq!(state(&input, "jump"), (false, true, false));
        input.begin_frame(&[key(Key::Space, false)], DT);
        assert_eq!(state(&input, "jump"), (false, false, true));
        input.begin_frame(&[], DT);
        assert_eq!(state(&input, "jump"), (false, false, false));
    }

    #[test]
    fn a_tap_within_one_frame_is_not_lost() {
        let mut input = Input::new();
        input.begin_frame(&[key(Key::Space, true), key(Key::Space, false)], DT);
        assert_eq!(state(&input, "jump"), (true, true, false));
        input.begin_frame(&[], DT);
        assert_eq!(state(&input, "jump"), (false, false, true));
    }

    #[test]
    fn letting_go_and_pressing_again_within_one_frame_is_a_new_press() {
        let mut input = Input::new();
        input.begin_frame(&[key(Key::Space, true)], DT);
        input.begin_frame(&[key(Key::Space, false), key(Key::Space, true)], DT);
        assert_eq!(state(&input, "jump"), (true, true, false));
    }

    #[test]
    fn two_actions_on_one_key_both_fire_and_an_existing_one_stays() {
        let mut input = Input::new();
        assert_eq!(input.define("a", None, Some("m"), Some("triangle")), Ok(()));
        assert_eq!(input.define("b", Some("B"), Some("M"), None), Ok(()));
        assert_eq!(input.define("a", Some("other"), Some("N"), None), Ok(()));
        input.begin_frame(&[key(Key::M, true)], DT);
        assert!(input.pressed("a") && input.pressed("b"));
        let (_, label, bindings) = input.actions().find(|(id, ..)| *id == "a").unwrap();
        assert_eq!((label, bindings), ("a", &[Binding::Key(Key::M), Binding::Pad(PadButton::Y)][..]));
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
        input.begin_frame(&[key(Key::W, true)], DT);
        assert_eq!(input.walk(), (0.0, 1.0));
        input.begin_frame(&[DeviceEvent::FocusLost], DT);
        assert_eq!(input.walk(), (0.0, 0.0));
        assert_eq!(state(&input, "move"), (false, false, true));
    }

    #[test]
    fn the_mouse_turns_the_view_by_the_sum_of_its_motions() {
        let mut input = Input::new();
        let motion = |dx, dy| DeviceEvent::MouseMotion { dx, dy };
        input.begin_frame(&[motion(10.0, 0.0), motion(15.0, -5.0)], DT);
        assert_eq!(input.look(), (3.0, 0.6));
        input.begin_frame(&[], DT);
        assert_eq!(input.look(), (0.0, 0.0));
    }
}
