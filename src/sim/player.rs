//! The one who walks: a capsule that is no body.
//!
//! It is only ever measured against the bodies: no ray hits it, no contact names it. How it gets along is in `walk`.

use super::digest::Digest;
use super::error::SimError;
use super::mover::{self, Capsule};
use super::unstick;
use super::walk;
use super::world::World;
use super::{DT, body};
use glam::DVec3;
use rapier3d::prelude::Pose;

/// Where the player starts, and comes back to from below.
pub const SPAWN: DVec3 = DVec3::new(0.0, 0.1, 6.0);
const FALLEN_BELOW: f64 = -20.0;
const RADIUS: f64 = 0.3;
const CROUCHING: f64 = 1.2;
const WALK: f64 = 1.6;
const RUN: f64 = 3.6;
const SPRINT: f64 = 6.2;
const CROUCH: f64 = 1.4;
const ACCELERATION: f64 = 16.0;
const DECELERATION: f64 = 20.0;
const AIR_ACCELERATION: f64 = 5.0;
const JUMP: f64 = 5.2;
const COYOTE: f64 = 0.12;
const JUMP_BUFFER: f64 = 0.15;
/// For comparing sums of ticks with times.
const HALF_A_TICK: f64 = DT / 2.0;
/// How fast the player turns to where it walks when the camera looks elsewhere, in degrees a second.
const TURNS: f64 = 720.0;

/// What the player wants in one tick.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Walk {
    /// -1..=1, to the right of where the camera looks. Longer than 1 together with `forward` is shortened to 1.
    pub right: f64,
    /// -1..=1, to where the camera looks.
    pub forward: f64,
    /// Jump was pressed in this tick.
    pub jump_pressed: bool,
    /// Faster than running.
    pub sprint: bool,
    /// Slower than running.
    pub walk: bool,
    /// Low and slow.
    pub crouch: bool,
}

/// What the player stands on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Support {
    pub id: body::BodyId,
    /// Its pose when the player last moved.
    pub pose: Pose,
}

/// The walking capsule.
#[derive(Clone, Debug)]
pub struct Player {
    pub(super) feet: DVec3,
    previous: DVec3,
    /// Of its own: what carries the player comes on top.
    pub(super) velocity: DVec3,
    pub(super) carried: DVec3,
    yaw: f64,
    previous_yaw: f64,
    pub(super) support: Option<Support>,
    height: f64,
    /// Seconds in which a jump still counts as one from the ground.
    coyote: f64,
    /// Seconds in which a press of jump still counts.
    wants_jump: f64,
}

impl Default for Player {
    fn default() -> Player {
        Player {
            feet: SPAWN,
            previous: SPAWN,
            velocity: DVec3::ZERO,
            carried: DVec3::ZERO,
            yaw: 0.0,
            previous_yaw: 0.0,
            support: None,
            height: Player::STANDING,
            coyote: 0.0,
            wants_jump: 0.0,
        }
    }
}

impl Player {
    /// The height of one who does not crouch, in metres.
    pub const STANDING: f64 = 1.8;

    /// The lowest point, in metres.
    pub fn feet(&self) -> DVec3 {
        self.feet
    }

    /// The feet one tick ago.
    pub fn prev_feet(&self) -> DVec3 {
        self.previous
    }

    /// m/s, with what carries the player: how it moves through the yard.
    pub fn velocity(&self) -> DVec3 {
        self.velocity + self.carried
    }

    /// m/s, without what carries the player: how it moves over what it stands on, and what moves its legs. In the air
    /// there is nothing to count from, and it is the same as [`Player::velocity`].
    pub fn own_velocity(&self) -> DVec3 {
        self.velocity
    }

    /// The flat unit vector to where the player looks.
    pub fn facing(&self) -> DVec3 {
        facing(self.yaw)
    }

    /// Whether something carries the feet.
    pub fn grounded(&self) -> bool {
        self.support.is_some()
    }

    /// Whether the capsule is low.
    pub fn crouching(&self) -> bool {
        self.height < Player::STANDING
    }

    /// Of the capsule now, in metres: 1.8, or 1.2 crouching.
    pub fn height(&self) -> f64 {
        self.height
    }

    /// Degrees to the right of -Z, -180..=180.
    pub fn yaw_degrees(&self) -> f64 {
        self.yaw
    }

    /// The same one tick ago, as far as the player turned by itself: what the mouse turns is turned at once.
    pub fn prev_yaw_degrees(&self) -> f64 {
        self.previous_yaw
    }

    pub(super) fn turn(&mut self, degrees: f64) {
        self.yaw = wrapped(self.yaw + degrees);
        self.previous_yaw = self.yaw;
    }

    pub(super) fn teleport(&mut self, feet: DVec3) -> Result<(), SimError> {
        body::point("pos", feet)?;
        let (yaw, height) = (self.yaw, self.height);
        *self = Player { feet, previous: feet, yaw, previous_yaw: yaw, height, ..Player::default() };
        Ok(())
    }

    pub(super) fn capsule(&self) -> Capsule {
        Capsule { radius: RADIUS, height: self.height }
    }

    /// One tick. `heading` is where forward is, in degrees to the right of -Z, and with `turns` the player turns to where it
    /// goes. False when it fell out of the world and is back at the spawn.
    pub(super) fn step(&mut self, world: &mut World, wish: &Walk, heading: f64, turns: bool) -> bool {
        self.previous = self.feet;
        self.previous_yaw = self.yaw;
        unstick::get_out_of_solids(self, world);
        walk::be_carried(self, world);
        self.change_height(world, wish.crouch);
        let target = self.target(wish, heading);
        if turns && target != DVec3::ZERO {
            let missing = wrapped(heading_of(target) - self.yaw);
            self.yaw = wrapped(self.yaw + missing.clamp(-TURNS * DT, TURNS * DT));
        }
        let before = self.velocity;
        self.accelerate(target);
        // Speed changes evenly over the tick, so the way is that of the mean: stopping takes v²/2a to the millimetre.
        let mut lag = (self.velocity - before) / 2.0;
        // What carried the player has moved it already in this tick, if it jumps off.
        lag += self.jump(wish.jump_pressed);
        walk::go(self, world, lag, target);
        let fell = self.feet.y < FALLEN_BELOW;
        if fell {
            *self = Player { yaw: self.yaw, previous_yaw: self.yaw, ..Player::default() };
        }
        !fell
    }

    /// The velocity that the wish amounts to.
    fn target(&self, wish: &Walk, heading: f64) -> DVec3 {
        let number = |n: f64| {
            if n.is_finite() { n.clamp(-1.0, 1.0) } else { 0.0 }
        };
        let ahead = facing(heading);
        let right = DVec3::new(-ahead.z, 0.0, ahead.x);
        let direction = right * number(wish.right) + ahead * number(wish.forward);
        let speed = match wish {
            _ if self.crouching() => CROUCH,
            Walk { sprint: true, .. } => SPRINT,
            Walk { walk: true, .. } => WALK,
            _ => RUN,
        };
        direction.clamp_length_max(1.0) * speed
    }

    fn accelerate(&mut self, target: DVec3) {
        let flat = DVec3::new(self.velocity.x, 0.0, self.velocity.z);
        let rate = if !self.grounded() {
            if target == DVec3::ZERO { 0.0 } else { AIR_ACCELERATION }
        } else if target.length() < flat.length() {
            DECELERATION
        } else {
            ACCELERATION
        };
        let change = (target - flat).clamp_length_max(rate * DT);
        self.velocity += change;
        if change == target - flat {
            // Exactly there, so that standing is standing.
            (self.velocity.x, self.velocity.z) = (target.x, target.z);
        }
    }

    /// Jumps, if that is wanted and possible. Returns what carried the player up to then, as far as it keeps that speed.
    fn jump(&mut self, pressed: bool) -> DVec3 {
        self.coyote = if self.grounded() { COYOTE } else { self.coyote - DT };
        self.wants_jump = if pressed { JUMP_BUFFER } else { self.wants_jump - DT };
        if self.coyote > -HALF_A_TICK && self.wants_jump > -HALF_A_TICK {
            let carried = self.carried.with_y(self.carried.y.max(0.0));
            self.leave_ground();
            self.velocity.y = JUMP + carried.y;
            self.coyote = -1.0;
            self.wants_jump = -1.0;
            return carried;
        }
        DVec3::ZERO
    }

    /// What carried the player so far becomes its own velocity.
    pub(super) fn leave_ground(&mut self) {
        self.support = None;
        self.velocity += std::mem::take(&mut self.carried);
    }

    fn change_height(&mut self, world: &World, crouch: bool) {
        let height = if crouch { CROUCHING } else { Player::STANDING };
        let tall = Capsule { radius: RADIUS, height };
        if height > self.height {
            let solids = mover::solids(world, tall, self.feet, DVec3::ZERO);
            if solids.iter().any(|solid| tall.nearest(self.feet, solid).gap < -1e-4) {
                return;
            }
        }
        self.height = height;
    }

    pub(super) fn digest(&self, d: &mut Digest) {
        for v in [self.feet, self.velocity, self.carried] {
            d.vec3(v);
        }
        for n in [self.yaw, self.height, self.coyote, self.wants_jump] {
            d.f64(n);
        }
        d.i64(self.support.map_or(0, |support| support.id.0));
    }
}

/// The flat unit vector so many degrees to the right of -Z.
pub(super) fn facing(yaw_degrees: f64) -> DVec3 {
    let yaw = yaw_degrees.to_radians();
    DVec3::new(libm::sin(yaw), 0.0, -libm::cos(yaw))
}

/// The same angle within -180..=180.
pub(super) fn wrapped(degrees: f64) -> f64 {
    let rest = degrees % 360.0;
    if rest > 180.0 {
        rest - 360.0
    } else if rest < -180.0 {
        rest + 360.0
    } else {
        rest
    }
}

/// Where a direction points, as degrees to the right of -Z; 0 for one that points straight up or down.
pub(super) fn heading_of(direction: DVec3) -> f64 {
    if direction.x == 0.0 && direction.z == 0.0 {
        return 0.0;
    }
    libm::atan2(direction.x, -direction.z).to_degrees()
}
