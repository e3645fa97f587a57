//! How each mode frames its picture.

use super::framing::{Arm, Framing, reach};
use super::{Camera, ViewMode};
use crate::sim::DT;
use crate::sim::player::Player;
use crate::sim::world::World;
use glam::DVec3;

/// The picture begins so many metres before the eye. With a wide field of view its corners are farther away than the probe
/// reaches, which then grows; the widest picture is taken to be 21:9.
const NEAR: f64 = 0.06;
const WIDEST: f64 = 21.0 / 9.0;
/// Straight down but for a tenth of a degree, so that the picture still has an upper edge.
const DOWN: f64 = -89.9;
/// The eyes are never nearer to the top of the head, in metres.
const FOREHEAD: f64 = 0.15;
/// The part of a step that the eye has still to go a tick later: half of it takes 0.06 s.
const LAGS: f64 = 0.82;
const FURTHEST_LAG: f64 = 0.5;
/// What one looks at when one looks at the player: so many metres above the feet.
const MIDDLE: f64 = 1.2;
/// How fast the eye goes up and down when the player crouches, in m/s.
const CROUCHES: f64 = 4.0;
/// A ball of this radius, in metres, must find room wherever the camera goes.
const PROBE: f64 = 0.2;

impl Camera {
    /// The eye goes up stairs on a ramp, and down when the player crouches as fast as a person would.
    pub(super) fn make_up_for_steps(&mut self, player: &Player) {
        if player.grounded() && self.grounded {
            self.lag -= player.feet().y - player.prev_feet().y - player.carried.y * DT;
        }
        self.lag = (self.lag * LAGS).clamp(-FURTHEST_LAG, FURTHEST_LAG);
        if self.lag.abs() < 1e-6 {
            self.lag = 0.0;
        }
        self.grounded = player.grounded();
        let missing = player.height() - self.tall;
        self.tall += missing.clamp(-CROUCHES * DT, CROUCHES * DT);
    }

    /// Where first and third person, and an orbit, look: yaw and pitch.
    pub(super) fn direction(&self, player: &Player) -> (f64, f64) {
        if self.mode().turns_player() {
            (player.yaw_degrees(), self.pitch)
        } else {
            (self.orbit_yaw, self.orbit_pitch)
        }
    }

    /// How the picture is framed with the player's feet somewhere, its arm at full length.
    pub(super) fn frame(&self, world: &World, player: &Player, feet: DVec3) -> Framing {
        if let Some((_, path)) = &self.path {
            let (eye, target) = path.place();
            return Framing::Aim { eye, target };
        }
        let above = |height| self.above(world, player, feet, height);
        let middle = |target: Option<DVec3>| target.unwrap_or_else(|| above(MIDDLE));
        let (yaw, pitch) = self.direction(player);
        let arm = |base, yaw, pitch, length| Arm { base, side: 0.0, yaw, pitch, length, collides: false };
        Framing::Arm(match self.mode() {
            ViewMode::Third { distance, height, side } => {
                Arm { side, collides: true, ..arm(above(height), yaw, pitch, distance) }
            }
            ViewMode::First { height } => arm(above(height), yaw, pitch, 0.0),
            ViewMode::Orbit { target, distance, height, .. } => Arm {
                // Somebody else's middle may be inside of something.
                collides: target.is_none(),
                ..arm(middle(target), yaw, pitch, distance.hypot(height))
            },
            ViewMode::Topdown { target, height, yaw } => arm(middle(target), yaw, DOWN, height),
            ViewMode::Iso { target, distance, yaw, pitch } => arm(middle(target), yaw, -pitch, distance),
            ViewMode::Side { target, distance, height, yaw } => {
                let pitch = -libm::atan2(height, distance).to_degrees();
                arm(middle(target), yaw, pitch, distance.hypot(height))
            }
            ViewMode::Fixed { pos, target } => {
                return Framing::Aim { eye: pos.unwrap_or(self.shot.eye), target: middle(target) };
            }
        })
    }

    /// A place above the feet, at this height for one who stands, where a probe finds room.
    fn above(&self, world: &World, player: &Player, feet: DVec3, height: f64) -> DVec3 {
        let of = |tall: f64| (height * tall / Player::STANDING).min(tall - FOREHEAD);
        let safe = of(player.height());
        reach(world, PROBE, feet + DVec3::Y * safe, DVec3::Y * (of(self.tall) + self.lag - safe))
    }

    pub(super) fn probe(&self) -> f64 {
        let widest = self.fov_now.max(self.fov_before);
        let half = libm::tan((widest / 2.0).to_radians());
        let corner = NEAR * (1.0 + half * half * (1.0 + WIDEST * WIDEST)).sqrt();
        corner.max(PROBE)
    }
}
