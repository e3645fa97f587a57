//! Gamepads of this machine: what they do as our own events, and their rumble. The one place that knows the driver's library.
//!
//! A machine without gamepads, or one on which they cannot be reached, is one on which nothing ever happens here. Values pass
//! raw: dead zones and edges are the business of `input`.

use gilrs::ff::{BaseEffect, BaseEffectType, Effect, EffectBuilder, Ticks};
use gilrs::{Axis, Button, EventType, GamepadId, Gilrs, GilrsBuilder};

use crate::input::{DeviceEvent, PadButton, PadEvent, PadId, Stick};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// The gamepads of this machine.
pub struct Pads {
    /// None where they cannot be reached.
    driver: Option<Gilrs>,
    /// Where each stick is: the driver tells of one axis at a time.
    sticks: BTreeMap<(PadId, Stick), (f64, f64)>,
    /// Events that nobody has taken yet.
    waiting: Vec<DeviceEvent>,
    /// The gamepad that something came from last: it is the one that somebody holds.
    used: Option<GamepadId>,
    rumble: Rumble,
}

/// What shakes, how much, and until when.
#[derive(Default)]
struct Rumble {
    effect: Option<(GamepadId, Effect)>,
    strength: f64,
    until: Option<Instant>,
}

/// Changes of strength smaller than this are not worth telling a gamepad.
const FELT: f64 = 0.02;

impl Default for Pads {
    fn default() -> Pads {
        Pads::open()
    }
}

impl Pads {
    /// Looks for gamepads. Those that are plugged in later are found too.
    pub fn open() -> Pads {
        // Its own dead zones would come on top of ours.
        let driver = GilrsBuilder::new().with_default_filters(false).build().ok();
        let connected = |(id, _)| DeviceEvent::Pad { pad: number(id), event: PadEvent::Connected };
        let waiting =
            driver.as_ref().map(|driver| driver.gamepads().map(connected).collect()).unwrap_or_default();
        Pads { driver, sticks: BTreeMap::new(), waiting, used: None, rumble: Rumble::default() }
    }

    /// Adds what the gamepads did since the last time, and ends a rumble whose time is over. To be called every frame.
    pub fn poll(&mut self, events: &mut Vec<DeviceEvent>) {
        events.append(&mut self.waiting);
        while let Some(event) = self.driver.as_mut().and_then(Gilrs::next_event) {
            self.take(event.id, event.event, events);
        }
        if self.rumble.until.is_some_and(|until| Instant::now() >= until) {
            self.stop_rumble();
        }
    }

    fn take(&mut self, id: GamepadId, event: EventType, events: &mut Vec<DeviceEvent>) {
        let pad = number(id);
        let mut tell = |event| events.push(DeviceEvent::Pad { pad, event });
        match event {
            EventType::Connected => {
                self.forget(pad);
                tell(PadEvent::Connected);
            }
            EventType::Disconnected => {
                self.forget(pad);
                tell(PadEvent::Disconnected);
            }
            // Presses come with their values, which say more.
            EventType::ButtonChanged(button, value, _) => {
                if let Some(button) = self::button(button) {
                    self.used = Some(id);
                    tell(PadEvent::Button { button, value: f64::from(value) });
                }
            }
            EventType::AxisChanged(axis, value, _) => {
                let value = f64::from(value);
                if let Some((less, more)) = dpad(axis) {
                    self.used = Some(id);
                    tell(PadEvent::Button { button: less, value: pressed(value < -0.5) });
                    tell(PadEvent::Button { button: more, value: pressed(value > 0.5) });
                } else if let Some((stick, is_x)) = self::stick(axis) {
                    let place = self.sticks.entry((pad, stick)).or_default();
                    *(if is_x { &mut place.0 } else { &mut place.1 }) = value;
                    let (x, y) = *place;
                    if x.hypot(y) > 0.5 {
                        self.used = Some(id);
                    }
                    tell(PadEvent::Stick { stick, x, y });
                }
            }
            _ => {}
        }
    }

    fn forget(&mut self, pad: PadId) {
        self.sticks.retain(|(of, _), _| *of != pad);
        self.used = self.used.filter(|&used| number(used) != pad);
        if self.rumble.effect.as_ref().is_some_and(|(id, _)| number(*id) == pad) {
            self.rumble = Rumble::default();
        }
    }

    /// Shakes the gamepad that was used last, `strength` 0 to 1, for so many seconds unless it is told otherwise before. One
    /// that cannot shake does not.
    pub fn rumble(&mut self, strength: f64, seconds: f64) {
        let strength = if strength.is_finite() { strength.clamp(0.0, 1.0) } else { 0.0 };
        let length = Duration::try_from_secs_f64(seconds).unwrap_or_default();
        if strength < FELT || length.is_zero() {
            return self.stop_rumble();
        }
        self.rumble.until = Instant::now().checked_add(length);
        let held = self.rumble.effect.as_ref().map(|(id, _)| *id);
        if held == self.used && (strength - self.rumble.strength).abs() < FELT {
            return;
        }
        self.rumble.strength = strength;
        if held != self.used || held.is_none() {
            self.rumble.effect = self.used.and_then(|id| Some((id, self.shaking(id)?)));
        }
        // A gamepad that was unplugged this very moment refuses, and then nothing shakes.
        if let Some((_, effect)) = &self.rumble.effect {
            let _ = effect.set_gain(strength as f32).and_then(|()| effect.play());
        }
    }

    fn stop_rumble(&mut self) {
        self.rumble.strength = 0.0;
        self.rumble.until = None;
        if let Some((_, effect)) = &self.rumble.effect {
            let _ = effect.stop();
        }
    }

    /// An effect that shakes until it is stopped, if the gamepad can.
    fn shaking(&mut self, id: GamepadId) -> Option<Effect> {
        let driver = self.driver.as_mut()?;
        if !driver.connected_gamepad(id)?.is_ff_supported() {
            return None;
        }
        let mut effect = EffectBuilder::new();
        for kind in
            [BaseEffectType::Strong { magnitude: u16::MAX }, BaseEffectType::Weak { magnitude: u16::MAX }]
        {
            let scheduling = gilrs::ff::Replay { play_for: Ticks::from_ms(1_000), ..Default::default() };
            effect.add_effect(BaseEffect { kind, scheduling, ..Default::default() });
        }
        effect.gamepads(&[id]).finish(driver).ok()
    }
}

fn number(id: GamepadId) -> PadId {
    PadId::try_from(usize::from(id)).unwrap_or(PadId::MAX)
}

fn pressed(pressed: bool) -> f64 {
    f64::from(u8::from(pressed))
}

fn button(button: Button) -> Option<PadButton> {
    Some(match button {
        Button::South => PadButton::A,
        Button::East => PadButton::B,
        Button::West => PadButton::X,
        Button::North => PadButton::Y,
        Button::LeftTrigger => PadButton::Lb,
        Button::RightTrigger => PadButton::Rb,
        Button::LeftTrigger2 => PadButton::Lt,
        Button::RightTrigger2 => PadButton::Rt,
        Button::LeftThumb => PadButton::Ls,
        Button::RightThumb => PadButton::Rs,
        Button::Select => PadButton::Back,
        Button::Start => PadButton::Start,
        Button::Mode => PadButton::Guide,
        Button::DPadUp => PadButton::DpadUp,
        Button::DPadDown => PadButton::DpadDown,
        Button::DPadLeft => PadButton::DpadLeft,
        Button::DPadRight => PadButton::DpadRight,
        Button::C | Button::Z | Button::Unknown => return None,
    })
}

/// The stick that an axis is of, and whether it is its x.
fn stick(axis: Axis) -> Option<(Stick, bool)> {
    Some(match axis {
        Axis::LeftStickX => (Stick::Left, true),
        Axis::LeftStickY => (Stick::Left, false),
        Axis::RightStickX => (Stick::Right, true),
        Axis::RightStickY => (Stick::Right, false),
        _ => return None,
    })
}

/// The buttons that an axis is, where the cross of a gamepad is made of axes: at its lower and upper end.
fn dpad(axis: Axis) -> Option<(PadButton, PadButton)> {
    match axis {
        Axis::DPadX => Some((PadButton::DpadLeft, PadButton::DpadRight)),
        Axis::DPadY => Some((PadButton::DpadDown, PadButton::DpadUp)),
        _ => None,
    }
}
