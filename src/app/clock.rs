//! How the yard's clock goes to the wall's: halted, slowly, or one tick at a time. For whoever watches closely; scripts see
//! nothing of it but that less time passes.

use crate::script::console::SPEEDS;
use crate::sim::DT;

/// No more ticks than this wait to be made one by one.
const MOST_STEPS: u32 = 3_600;

/// The yard's clock, as a person sets it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clock {
    speed: f64,
    halted: bool,
    /// Ticks that a halted clock is still to make.
    steps: u32,
}

impl Default for Clock {
    fn default() -> Clock {
        Clock { speed: 1.0, halted: false, steps: 0 }
    }
}

impl Clock {
    /// How much time passes in the yard while `seconds` pass here; `None` while it is halted. Each call is a frame.
    pub fn passes(&mut self, seconds: f64) -> Option<f64> {
        if !self.halted {
            return Some(seconds * self.speed);
        }
        self.steps = self.steps.checked_sub(1)?;
        Some(DT)
    }

    pub fn is_halted(&self) -> bool {
        self.halted
    }

    /// Whether it is halted and no tick is still to come.
    pub fn is_at_rest(&self) -> bool {
        self.halted && self.steps == 0
    }

    pub fn halt(&mut self, halted: bool) {
        self.halted = halted;
        self.steps = 0;
    }

    /// One tick, of a clock that is halted by this if it was not.
    pub fn step(&mut self) {
        self.halted = true;
        self.steps = (self.steps + 1).min(MOST_STEPS);
    }

    pub fn speed(&self) -> f64 {
        self.speed
    }

    /// Sets how fast it goes, to the wall's clock; kept within [`SPEEDS`].
    pub fn set_speed(&mut self, speed: f64) {
        if speed.is_finite() {
            self.speed = speed.clamp(*SPEEDS.start(), *SPEEDS.end());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_halted_clock_passes_no_time_but_single_ticks() {
        let mut clock = Clock::default();
        assert_eq!(clock.passes(0.02), Some(0.02));
        clock.step();
        clock.step();
        assert!(clock.is_halted());
        assert_eq!([clock.passes(0.5), clock.passes(0.5), clock.passes(0.5)], [Some(DT), Some(DT), None]);
        clock.step();
        clock.halt(false);
        clock.halt(true);
        assert_eq!(clock.passes(0.02), None);
        clock.halt(false);
        assert_eq!(clock.passes(0.02), Some(0.02));
    }

    #[test]
    fn a_slow_clock_passes_a_part_of_the_time() {
        let mut clock = Clock::default();
        clock.set_speed(0.25);
        assert_eq!(clock.passes(0.4), Some(0.1));
        clock.set_speed(1000.0);
        assert_eq!(clock.passes(1.0), Some(4.0));
        clock.set_speed(f64::NAN);
        assert_eq!(clock.speed(), 4.0);
    }
}
