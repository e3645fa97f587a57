//! What sets bodies in motion from outside: velocities, impulses, forces.
//!
//! Scripts may push what is not the yard's own; the player pushes anything that moves. No push, however large, makes
//! numbers that the solver could not carry on with.

use super::body::{self, BodyId, MAX_SPEED};
use super::convert::{dvec, vec};
use super::error::SimError;
use super::world::World;
use glam::DVec3;
use rapier3d::prelude::RigidBody;

/// Faster spin than this, in rad/s, comes only from absurd impulses.
const MAX_SPIN: f32 = 200.0;

impl World {
    /// Gives a body a velocity in m/s and wakes it; its spin stays. A static body stays where it is.
    ///
    /// # Errors
    /// An unknown id, one of the yard's own, or a velocity that is not finite.
    pub fn set_velocity(&mut self, id: BodyId, v: DVec3) -> Result<(), SimError> {
        body::finite("velocity", v)?;
        self.push(id, |rigid| rigid.set_linvel(vec(capped(v)), false))
    }

    /// Adds an impulse in N·s: at the centre, or at a point of the world, where it also turns the body. Wakes it.
    /// Nothing happens to a static body.
    ///
    /// # Errors
    /// An unknown id, one of the yard's own, or numbers that are not finite.
    pub fn impulse(&mut self, id: BodyId, v: DVec3, point: Option<DVec3>) -> Result<(), SimError> {
        body::finite("impulse", v)?;
        if let Some(point) = point {
            body::point("point", point)?;
        }
        self.push(id, |rigid| {
            let most = f64::from(rigid.mass()) * 2.0 * MAX_SPEED;
            let v = vec(shortened(v, most));
            match point {
                Some(point) => rigid.apply_impulse_at_point(v, vec(point), false),
                None => rigid.apply_impulse(v, false),
            }
            let (speed, spin) = (dvec(rigid.linvel()), rigid.angvel());
            rigid.set_linvel(vec(capped(speed)), false);
            rigid.set_angvel(spin.clamp_length_max(MAX_SPIN), false);
        })
    }

    /// Adds a force in N to what pushes a body over the next tick; after it, all of it is forgotten. Wakes the body.
    ///
    /// # Errors
    /// An unknown id, one of the yard's own, or a force that is not finite.
    pub fn force(&mut self, id: BodyId, v: DVec3) -> Result<(), SimError> {
        body::finite("force", v)?;
        self.push(id, |rigid| {
            // More than this would exceed the highest speed in one tick.
            let most = f64::from(rigid.mass()) * 2.0 * MAX_SPEED / super::DT;
            let sum = shortened(dvec(rigid.user_force()) + shortened(v, most), most);
            rigid.reset_forces(false);
            rigid.add_force(vec(sum), false);
        })?;
        if let Some(rigid) = self.table.get(id).map(|body| body.rigid)
            && let Some(track) = self.tracks.get_mut(rigid)
            && !std::mem::replace(&mut track.forced, true)
        {
            self.forced.push(rigid);
        }
        Ok(())
    }

    fn push(&mut self, id: BodyId, change: impl FnOnce(&mut RigidBody)) -> Result<(), SimError> {
        let body = self.find(id)?;
        if body.owner.is_none() {
            return Err(belongs_to_the_yard(id));
        }
        if body.is_static {
            return Ok(());
        }
        let handle = body.rigid;
        if self.tracks.get(handle).is_some_and(|track| track.waiting) {
            // It keeps what it is given until it is let in.
            if let Some(rigid) = self.physics.bodies.get_mut(handle) {
                change(rigid);
            }
            return Ok(());
        }
        self.shove(id, change);
        Ok(())
    }

    /// Changes the motion of any body, the yard's crates too, and wakes it: the player may, scripts may not. One that waits for
    /// room or is lost is out of reach.
    pub(super) fn shove(&mut self, id: BodyId, change: impl FnOnce(&mut RigidBody)) {
        let Some(handle) = self.table.get(id).map(|body| body.rigid) else {
            return;
        };
        if let Some(rigid) = self.physics.bodies.get_mut(handle).filter(|rigid| rigid.is_enabled()) {
            change(rigid);
            rigid.wake_up(true);
            self.stir(handle);
        }
    }
}

/// What a script hears that lays hands on the yard itself.
pub(super) fn belongs_to_the_yard(id: BodyId) -> SimError {
    SimError::new(format!("body {id} belongs to the yard itself: a script cannot remove or push it"))
}

/// Shortened to the highest speed.
pub(super) fn capped(v: DVec3) -> DVec3 {
    shortened(v, MAX_SPEED)
}

/// No longer than `most`; right for lengths whose square is too large for a number, too.
fn shortened(v: DVec3, most: f64) -> DVec3 {
    let largest = v.abs().max_element();
    if largest <= most { v.clamp_length_max(most) } else { (v / largest).normalize() * most }
}
