//! How the picture trembles when something heavy falls. Nothing but the picture does.
//!
//! The strength falls evenly and is part of the simulation, so that a gamepad can rumble with it. The trembling itself is a
//! sum of sines of the simulation's time, so it is smooth at any frame rate and the same in every run. It turns the view
//! and never moves the eye, which therefore stays out of walls.

use crate::sim::DT;
use glam::DVec3;

/// How much strength goes in a second.
const FADES: f64 = 1.0;
/// The furthest that the view turns at full strength, in degrees.
const FURTHEST: f64 = 3.0;
/// Turns a second, and the part of the whole, of the sines for one axis.
const YAW: [(f64, f64); 3] = [(7.3, 0.5), (11.9, 0.3), (17.1, 0.2)];
const PITCH: [(f64, f64); 3] = [(8.1, 0.5), (13.3, 0.3), (15.7, 0.2)];

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Shake {
    strength: f64,
    before: f64,
}

impl Shake {
    /// 0..=1.
    pub fn strength(&self) -> f64 {
        self.strength
    }

    /// Strengths add up to no more than 1.
    pub fn add(&mut self, amount: f64) {
        self.strength = (self.strength + amount).clamp(0.0, 1.0);
    }

    pub fn tick(&mut self) {
        self.before = self.strength;
        self.strength = (self.strength - FADES * DT).max(0.0);
    }

    /// A direction as it trembles at a time in seconds, at a part, 0..=1, of the last tick.
    pub fn turned(&self, forward: DVec3, time: f64, part: f64) -> DVec3 {
        let strength = self.before + (self.strength - self.before) * part;
        if strength == 0.0 {
            return forward;
        }
        let swing = |sines: [(f64, f64); 3]| -> f64 {
            let sum: f64 = sines
                .iter()
                .map(|(pace, share)| share * libm::sin(time * pace * std::f64::consts::TAU))
                .sum();
            // The square: small shakes are felt, and large ones are much larger.
            sum * strength * strength * FURTHEST.to_radians()
        };
        let right = forward.cross(DVec3::Y).try_normalize().unwrap_or(DVec3::X);
        let up = right.cross(forward);
        (forward + right * swing(YAW) + up * swing(PITCH)).normalize()
    }
}
