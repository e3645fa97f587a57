//! Touches: how bouncy each one is, and a list of those that began.
//!
//! Rapier asks [`Watch`] about every pair near touching of which at least one body moves. There we see the velocities
//! that the bodies had when the step began, before any solving. The bounce of a pair is decided there, and so is the
//! closing speed that a [`Contact`] reports. After the step we look which of those pairs pushed on each other.

use super::body::BodyId;
use super::convert::dvec;
use super::digest::Digest;
use super::meet::{self, Meeting};
use super::table::Table;
use glam::DVec3;
use rapier3d::prelude::*;
use std::sync::{Mutex, PoisonError};

/// Closing speeds under this, in m/s, never bounce.
const BOUNCE_FROM: f32 = 1.0;
/// Closing speeds under this, in m/s, are not reported.
const REPORT_FROM: f32 = 0.5;
/// Deeper overlaps than this, in metres, come from bodies that were made inside each other.
const CRAMMED: f32 = -0.02;
/// The solver is not told of more, as its thrust grows with the depth.
const DEEPEST: f32 = -0.1;
/// No faster than this, in m/s, do such bodies drive each other apart.
const APART: f32 = 3.0;
/// How many contacts are kept between two calls of [`Contacts::take`].
const KEPT: usize = 32;

/// The beginning of a touch between two bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// The body with the smaller id.
    pub a: BodyId,
    /// The other.
    pub b: BodyId,
    /// How fast the two closed in along the normal before they touched, in m/s, spin included; at least 0.5.
    pub speed: f64,
    /// The middle of where they touch.
    pub pos: DVec3,
    /// The material of `a`.
    pub material_a: i64,
    /// The material of `b`.
    pub material_b: i64,
    /// The tick in which it happened: the first step of a world is tick 1.
    pub tick: u64,
}

/// What a collider carries: its body's id and its bounce.
pub(super) fn tag(id: BodyId, bounce: f32) -> u128 {
    u128::from(id.0 as u64) | u128::from(bounce.to_bits()) << 64
}

/// The body of a collider that carries a [`tag`].
pub(super) fn tagged_id(collider: &Collider) -> BodyId {
    BodyId(collider.user_data as u64 as i64)
}

fn tagged_bounce(collider: &Collider) -> f32 {
    f32::from_bits((collider.user_data >> 64) as u32)
}

/// A pair that may push on each other in this step.
struct Near {
    a: BodyId,
    b: BodyId,
    /// One that moves is first. Rapier finds a pair by walking over all pairs of the first, and the ground has one with
    /// everything that lies on it.
    colliders: (ColliderHandle, ColliderHandle),
    /// Closing speed along the normal, the fastest of all points of contact.
    closing: f32,
    middle: Vector,
    touched_before: bool,
}

/// The listener that goes into a step.
#[derive(Default)]
pub(super) struct Watch {
    near: Mutex<Vec<Near>>,
    /// Bodies that are deep in another, and their speed.
    crammed: Mutex<Vec<(RigidBodyHandle, f32)>>,
}

impl PhysicsHooks for Watch {
    fn modify_solver_contacts(&self, context: &mut ContactModificationContext) {
        let (handle1, handle2) = (context.collider1, context.collider2);
        let (one, two) = (&context.colliders[handle1], &context.colliders[handle2]);
        let rigid = |handle: Option<RigidBodyHandle>| handle.and_then(|handle| context.bodies.get(handle));
        let (rigid1, rigid2) = (rigid(context.rigid_body1), rigid(context.rigid_body2));
        let ModifiableContacts::Rigid(pair) = &mut context.contacts else {
            return;
        };
        if pair.solver_contacts.iter().all(|point| point.dist > meet::MARGIN) {
            match meet::within_a_tick((one, rigid1), (two, rigid2)) {
                Meeting::None => pair.solver_contacts.clear(),
                Meeting::Somewhere => (),
                Meeting::At { normal, on_one, on_two } => {
                    *pair.normal = normal;
                    for point in pair.solver_contacts.iter_mut() {
                        (point.anchor1, point.anchor2) = (on_one, on_two);
                        point.dist = (on_two - on_one).dot(normal);
                    }
                }
            }
        }
        if pair.solver_contacts.is_empty() {
            return;
        }
        if pair.solver_contacts.iter().any(|point| point.dist < CRAMMED) {
            let both = [context.rigid_body1, context.rigid_body2].into_iter().flatten();
            let speeds =
                both.filter_map(|handle| Some((handle, context.bodies.get(handle)?.linvel().length())));
            self.crammed.lock().unwrap_or_else(PoisonError::into_inner).extend(speeds);
        }
        for point in pair.solver_contacts.iter_mut() {
            point.dist = point.dist.max(DEEPEST);
        }
        let velocity =
            |body: Option<&RigidBody>, at| body.map_or(Vector::ZERO, |body| body.velocity_at_point(at));
        let falls = (meet::gravity(rigid1) - meet::gravity(rigid2)).dot(*pair.normal);
        let (mut closing, mut at_impact, mut middle) = (f32::MIN, 0.0, Vector::ZERO);
        for point in pair.solver_contacts.iter() {
            let at = (point.anchor1 + point.anchor2) * 0.5;
            let now = (velocity(rigid1, at) - velocity(rigid2, at)).dot(*pair.normal);
            if now > closing {
                closing = now;
                // What gravity adds on the way that is left.
                at_impact = (now * now.max(0.0) + 2.0 * falls * point.dist.max(0.0)).max(0.0).sqrt();
            }
            middle += at;
        }
        middle /= pair.solver_contacts.len() as f32;
        let bounce = tagged_bounce(one).max(tagged_bounce(two));
        // Rapier multiplies with the speed at the start of the step.
        *pair.restitution =
            if at_impact >= BOUNCE_FROM && closing > 0.0 { bounce * at_impact / closing } else { 0.0 };
        let (a, b) = (tagged_id(one), tagged_id(two));
        let near = Near {
            a: a.min(b),
            b: a.max(b),
            colliders: if rigid1.is_some_and(RigidBody::is_dynamic) {
                (handle1, handle2)
            } else {
                (handle2, handle1)
            },
            closing: at_impact,
            middle,
            touched_before: pair.manifold.points.iter().any(|point| point.data.impulse > 0.0),
        };
        self.near.lock().unwrap_or_else(PoisonError::into_inner).push(near);
    }
}

impl Watch {
    /// Slows down what was driven out of another body in this step: many that were made in one place would otherwise
    /// add up their thrusts.
    pub fn slow_what_was_crammed(&mut self, bodies: &mut RigidBodySet) {
        let crammed = self.crammed.get_mut().unwrap_or_else(PoisonError::into_inner);
        crammed.sort_unstable_by_key(|(handle, _)| handle.into_raw_parts());
        crammed.dedup_by_key(|(handle, _)| *handle);
        for &(handle, before) in crammed.iter() {
            let most = APART.max(before);
            let too_fast = bodies.get(handle).is_some_and(|body| body.linvel().length() > most);
            if too_fast && let Some(body) = bodies.get_mut(handle) {
                let velocity = body.linvel().clamp_length_max(most);
                body.set_linvel(velocity, false);
            }
        }
    }
}

/// The contacts that wait to be taken, and which pairs touch.
#[derive(Default)]
pub(super) struct Contacts {
    waiting: Vec<Contact>,
    /// The moving pairs that pushed on each other in the last step, sorted. Made anew in every step, so that nothing
    /// stale can stay in it.
    touching: Vec<(BodyId, BodyId)>,
}

impl Contacts {
    /// Takes over what a step's listener saw.
    pub fn collect(&mut self, watch: Watch, narrow_phase: &NarrowPhase, table: &Table, tick: u64) {
        let mut near = watch.near.into_inner().unwrap_or_else(PoisonError::into_inner);
        near.sort_unstable_by_key(|near| (near.a, near.b));
        let before = std::mem::take(&mut self.touching);
        for near in near {
            if !pushed(narrow_phase, near.colliders) {
                continue;
            }
            let pair = (near.a, near.b);
            self.touching.push(pair);
            let begins = !near.touched_before && before.binary_search(&pair).is_err();
            if begins && near.closing >= REPORT_FROM {
                let material = |id| table.get(id).map_or(0, |body| body.material);
                self.waiting.push(Contact {
                    a: near.a,
                    b: near.b,
                    speed: f64::from(near.closing),
                    pos: dvec(near.middle),
                    material_a: material(near.a),
                    material_b: material(near.b),
                    tick,
                });
            }
        }
        self.keep_the_hardest();
    }

    /// Of more than can be handed out the fastest stay; of equally fast ones the earlier, then those of lower ids.
    fn keep_the_hardest(&mut self) {
        if self.waiting.len() > KEPT {
            // Stable, and they wait in the order of tick and ids.
            self.waiting.sort_by(|a, b| b.speed.total_cmp(&a.speed));
            self.waiting.truncate(KEPT);
            self.waiting.sort_by_key(|contact| (contact.tick, contact.a, contact.b));
        }
    }

    /// Hands out what waits, in the order of tick, then `a`, then `b`.
    pub fn take(&mut self) -> Vec<Contact> {
        std::mem::take(&mut self.waiting)
    }

    pub fn digest(&self, d: &mut Digest) {
        for contact in &self.waiting {
            d.i64(contact.a.0);
            d.i64(contact.b.0);
            d.f64(contact.speed);
            d.u64(contact.tick);
        }
        for (a, b) in &self.touching {
            d.i64(a.0);
            d.i64(b.0);
        }
    }
}

fn pushed(narrow_phase: &NarrowPhase, (one, two): (ColliderHandle, ColliderHandle)) -> bool {
    narrow_phase.contact_pair(one, two).is_some_and(|pair| {
        let rigid = match &pair.contacts {
            PairContacts::Rigid(rigid) => rigid,
            PairContacts::Soft { .. } => return false,
        };
        rigid.manifolds.iter().any(|manifold| manifold.points.iter().any(|point| point.data.impulse > 0.0))
    })
}
