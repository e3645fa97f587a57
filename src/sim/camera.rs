//! The eye: over the player's right shoulder, or in its head.

use super::DT;
use super::digest::Digest;
use super::mover::{self, Capsule};
use super::player::Player;
use super::world::World;
use glam::DVec3;

const PIVOT_HEIGHT: f64 = 1.5;
const EYE_HEIGHT: f64 = 1.65;
const SIDEWAYS: f64 = 0.45;
const ARM: f64 = 3.5;
/// How fast the arm grows back, in m/s.
const GROWS: f64 = 4.0;
const STEEPEST: f64 = 80.0;
/// A ball of radius 0.2 that must find room wherever the camera goes.
const PROBE: Capsule = Capsule {
    radius: 0.2,
    height: 0.4,
};

/// Where the picture is taken from.
#[derive(Clone, Debug)]
pub struct Camera {
    pivot: DVec3,
    position: DVec3,
    previous_position: DVec3,
    forward: DVec3,
    previous_forward: DVec3,
    pitch: f64,
    arm: f64,
    first_person: bool,
}

impl Camera {
    pub(super) fn new(world: &World, player: &Player) -> Camera {
        let mut camera = Camera {
            pivot: DVec3::ZERO,
            position: DVec3::ZERO,
            previous_position: DVec3::ZERO,
            forward: DVec3::NEG_Z,
            previous_forward: DVec3::NEG_Z,
            pitch: -12.0,
            arm: ARM,
            first_person: false,
        };
        camera.jump_to(world, player);
        camera
    }

    /// Where it is, in metres.
    pub fn position(&self) -> DVec3 {
        self.position
    }

    /// What it turns around: the pivot beside the player's head; in first person a metre ahead of the eye.
    pub fn target(&self) -> DVec3 {
        if self.first_person {
            self.position + self.forward
        } else {
            self.pivot
        }
    }

    /// The unit vector to where it looks.
    pub fn forward(&self) -> DVec3 {
        self.forward
    }

    /// Where it was one tick ago.
    pub fn prev_position(&self) -> DVec3 {
        self.previous_position
    }

    /// Where it looked one tick ago.
    pub fn prev_forward(&self) -> DVec3 {
        self.previous_forward
    }

    /// Changes between over the shoulder and out of the eyes, from the next tick on.
    pub fn toggle(&mut self) {
        self.first_person = !self.first_person;
    }

    /// Whether it looks out of the player's eyes.
    pub fn first_person(&self) -> bool {
        self.first_person
    }

    /// Degrees above the horizon, -80..=80.
    pub fn pitch_degrees(&self) -> f64 {
        self.pitch
    }

    pub(super) fn tilt(&mut self, degrees: f64, player: &Player) {
        self.pitch = (self.pitch + degrees).clamp(-STEEPEST, STEEPEST);
        self.look_ahead(player);
    }

    fn look_ahead(&mut self, player: &Player) {
        let pitch = self.pitch.to_radians();
        self.forward = player.facing() * libm::cos(pitch) + DVec3::Y * libm::sin(pitch);
    }

    /// One tick, after the player's.
    pub(super) fn follow(&mut self, world: &World, player: &Player) {
        self.previous_position = self.position;
        self.previous_forward = self.forward;
        self.look_ahead(player);
        let scale = player.height() / Player::default().height();
        self.pivot = player.feet() + DVec3::Y * (PIVOT_HEIGHT * scale);
        self.pivot = reach(world, self.pivot, player.right() * SIDEWAYS);
        let far = reach(world, self.pivot, -self.forward * ARM).distance(self.pivot);
        self.arm = far.min(self.arm + GROWS * DT);
        self.position = if self.first_person {
            player.feet() + DVec3::Y * (EYE_HEIGHT * scale)
        } else {
            self.pivot - self.forward * self.arm
        };
    }

    /// Follows at once, without a way between: after a jump of the player.
    pub(super) fn jump_to(&mut self, world: &World, player: &Player) {
        self.arm = ARM;
        self.follow(world, player);
        self.previous_position = self.position;
        self.previous_forward = self.forward;
    }

    pub(super) fn digest(&self, d: &mut Digest) {
        d.vec3(self.position);
        d.vec3(self.forward);
        d.f64(self.pitch);
        d.f64(self.arm);
        d.bool(self.first_person);
    }
}

/// How far the probe gets.
fn reach(world: &World, from: DVec3, along: DVec3) -> DVec3 {
    let below = from - DVec3::Y * PROBE.radius;
    let solids = mover::solids(world, PROBE, below, along);
    let part = PROBE
        .sweep(below, along, &solids)
        .map_or(1.0, |(part, _)| part);
    from + along * part
}
