//! What a touch that begins does to velocities beyond stopping: bounce, and what the solver got wrong.
//!
//! Rapier brings two bodies that meet to rest against each other. Here they are then driven apart at their bounce times
//! the speed at which they met. Doing it after the step leaves Rapier free to skip the pairs that lie still, which it does
//! only where nobody meddles with them.

use super::impact::{Begun, Point};
use super::meet::MARGIN;
use super::track::Tracks;
use rapier3d::prelude::*;
use std::collections::BTreeMap;

/// Closing speeds under this, in m/s, never bounce.
const BOUNCE_FROM: f32 = 1.0;
const ROUNDS: usize = 8;

/// A body on the way.
struct Moving {
    handle: RigidBodyHandle,
    inverse_mass: f32,
    inverse_inertia: AngularInertia,
    linvel: Vector,
    angvel: Vector,
}

/// What is wanted at one point: the two to part at a speed.
struct Wanted {
    /// Places in the list of moving bodies; what never moves has none.
    bodies: [Option<usize>; 2],
    normal: Vector,
    arms: [Vector; 2],
    speed: f32,
    mass: f32,
    impulse: f32,
}

/// Lets the touches that began bounce.
pub(super) fn bounce(begun: &[Begun], tracks: &Tracks, bodies: &mut RigidBodySet) {
    let mut moving: Vec<Moving> = Vec::new();
    let mut places: BTreeMap<(u32, u32), usize> = BTreeMap::new();
    let mut wanted: Vec<Wanted> = Vec::new();
    for touch in begun {
        let [Some(one), Some(two)] = touch.bodies.map(|body| tracks.get(body)) else {
            continue;
        };
        let bounce = if touch.speed >= BOUNCE_FROM { one.bounce.max(two.bounce) } else { 0.0 };
        let far = |point: &Point| point.gap > MARGIN;
        if bounce == 0.0 && !touch.points.iter().any(far) {
            continue;
        }
        let places = touch.bodies.map(|handle| {
            let rigid = bodies.get(handle).filter(|rigid| rigid.is_dynamic())?;
            Some(*places.entry(handle.into_raw_parts()).or_insert_with(|| {
                let mass = rigid.mass_properties();
                moving.push(Moving {
                    handle,
                    inverse_mass: mass.effective_inv_mass.x,
                    inverse_inertia: mass.effective_world_inv_inertia,
                    linvel: rigid.linvel(),
                    angvel: rigid.angvel(),
                });
                moving.len() - 1
            }))
        });
        for point in touch.points.iter().filter(|point| point.closing > 0.0) {
            if far(point) {
                take_back_spin(&mut moving, places, touch.normal, point);
            }
            let mass = inverse_mass(&moving, places, touch.normal, point.arms);
            if mass > 0.0 {
                wanted.push(Wanted {
                    bodies: places,
                    normal: touch.normal,
                    arms: point.arms,
                    speed: bounce * point.closing,
                    mass: 1.0 / mass,
                    impulse: 0.0,
                });
            }
        }
    }
    for _ in 0..ROUNDS {
        for wanted in &mut wanted {
            wanted.approach(&mut moving);
        }
    }
    for body in &moving {
        if let Some(rigid) = bodies.get_mut(body.handle) {
            rigid.set_linvel(body.linvel, false);
            rigid.set_angvel(body.angvel, false);
        }
    }
}

impl Wanted {
    /// Adds the push that is missing, or takes back what was too much of it.
    fn approach(&mut self, moving: &mut [Moving]) {
        let velocity = |place: Option<usize>, arm: Vector| {
            place.map_or(Vector::ZERO, |at| moving[at].linvel + moving[at].angvel.cross(arm))
        };
        let [one, two] = [0, 1].map(|side| velocity(self.bodies[side], self.arms[side]));
        let missing = (one - two).dot(self.normal) + self.speed;
        let impulse = (self.impulse + missing * self.mass).max(0.0);
        let push = self.normal * (impulse - self.impulse);
        self.impulse = impulse;
        for (side, push) in [(0, -push), (1, push)] {
            if let Some(body) = self.bodies[side].map(|at| &mut moving[at]) {
                body.linvel += push * body.inverse_mass;
                body.angvel += body.inverse_inertia * self.arms[side].cross(push);
            }
        }
    }
}

/// The inverse of the mass that a push between two bodies feels.
fn inverse_mass(moving: &[Moving], places: [Option<usize>; 2], normal: Vector, arms: [Vector; 2]) -> f32 {
    let one = |side: usize| {
        places[side].map_or(0.0, |at| {
            let turn = arms[side].cross(normal);
            moving[at].inverse_mass + turn.dot(moving[at].inverse_inertia * turn)
        })
    };
    one(0) + one(1)
}

/// Two bodies that met far apart, at the start of the step, were pushed at the middle of the way between them, by too long
/// an arm: takes back what that changed in their spin.
fn take_back_spin(moving: &mut [Moving], places: [Option<usize>; 2], normal: Vector, point: &Point) {
    let push = normal * point.impulse;
    for (side, push) in [(0, -push), (1, push)] {
        if let Some(body) = places[side].map(|at| &mut moving[at]) {
            let arm = point.arms[side] - point.solver_arms[side];
            body.angvel += body.inverse_inertia * arm.cross(push);
        }
    }
}
