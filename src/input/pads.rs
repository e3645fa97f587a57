//! All gamepads together. The one that was used last is the one that counts: the others are as if they lay untouched, until
//! somebody uses one of them.

use super::pad::{Effect, Pad, Use};
use super::{PadButton, PadEvent, Stick};
use std::collections::BTreeMap;

/// A gamepad's number. One that is plugged in again has the number that it had.
pub type PadId = u32;

/// More gamepads than this are not listened to.
const MOST_PADS: PadId = 16;

pub(super) struct Pads {
    pads: BTreeMap<PadId, Pad>,
    active: Option<PadId>,
    /// Whether the window has the keyboard, as far as is known.
    focused: bool,
}

impl Default for Pads {
    fn default() -> Pads {
        Pads { pads: BTreeMap::new(), active: None, focused: true }
    }
}

impl Pads {
    /// Takes in what a gamepad did. The effect is none for one that does not count.
    pub fn take(&mut self, id: PadId, event: PadEvent) -> Effect {
        if id >= MOST_PADS {
            return Effect::default();
        }
        if event == PadEvent::Disconnected {
            self.pads.remove(&id);
            self.active = self.active.filter(|&active| active != id);
            return Effect::default();
        }
        let effect = self.pads.entry(id).or_default().take(event, self.focused);
        // While none counts, the slightest use will do.
        let least = if self.active.is_none() { Use::Slight } else { Use::Clear };
        if effect.used >= least {
            self.active = Some(id);
        }
        if self.active == Some(id) { effect } else { Effect::default() }
    }

    /// The window lost the keyboard, or has it again.
    pub fn focus(&mut self, focused: bool) {
        self.focused = focused;
        if !focused {
            self.pads.values_mut().for_each(Pad::look_away);
        }
    }

    /// The gamepad that counts.
    pub fn active(&self) -> Option<PadId> {
        self.active
    }

    fn pad(&self) -> Option<&Pad> {
        self.pads.get(&self.active?)
    }

    pub fn is_down(&self, button: PadButton) -> bool {
        self.pad().is_some_and(|pad| pad.is_down(button))
    }

    pub fn value(&self, button: PadButton) -> f64 {
        self.pad().map_or(0.0, |pad| pad.value(button))
    }

    pub fn tilt(&self, stick: Stick) -> (f64, f64) {
        self.pad().map_or((0.0, 0.0), |pad| pad.tilt(stick))
    }
}
