//! Who looks ahead: fast bodies see in time what they will hit, so that they neither pass through it nor sink into it.
//!
//! Looking costs, as Rapier then takes no short cut for any pair of the body. So a body on its own looks, and one with
//! company, pushing on others that move, only when it is fast enough to get well into another body, or out of it on the
//! other side.

use super::body::MAX_SPEED;
use super::meet;
use super::track::{Company, Track};
use super::world::World;
use rapier3d::geometry::NEW_CONTACT_BIT;
use rapier3d::prelude::*;

/// A body on its own with a point faster than this, which gets 2 cm in a tick, looks ahead. Rapier always looks 2 cm ahead;
/// it does not let what looks farther come to rest.
const ALONE_FROM: f32 = 1.2;
/// A body with company looks ahead if it gets farther in a tick than this part of its thickness,
const PART: f32 = 0.4;
/// but none slower than the first, in m/s, and all that are faster than the second.
const LIMITS: (f32, f32) = (0.6, 5.0);
/// Who looks goes on until it is slower than this part of what it takes to begin.
const UNTIL: f32 = 0.85;
/// The solver is not told of deeper overlaps than this, in metres, as its thrust grows with the depth.
const DEEPEST: f32 = -0.1;
const DT: f32 = super::DT as f32;

/// Whether a body should look ahead in the next step; `tick` is the last one.
pub(super) fn should_look(track: &Track, company: Company, tick: u64) -> bool {
    let danger = (PART * track.thin / DT).clamp(LIMITS.0, LIMITS.1);
    let from = if company.of(tick) == 0 { danger.min(ALONE_FROM) } else { danger };
    track.crammed_lately(tick) || track.speed() >= if track.looks { from * UNTIL } else { from }
}

impl World {
    /// Takes in what was made or pushed since the last step.
    pub(super) fn take_in_stirred(&mut self) {
        let mut stirred = std::mem::take(&mut self.stirred);
        for handle in stirred.drain(..) {
            let company = self.tracks.company(handle);
            // It may be gone again.
            let (Some(rigid), Some(track)) = (self.physics.bodies.get(handle), self.tracks.get_mut(handle))
            else {
                continue;
            };
            track.stirred = false;
            if !rigid.is_dynamic() {
                continue;
            }
            let last = self.tick;
            (track.linvel, track.angvel) = (rigid.linvel(), rigid.angvel());
            let look = should_look(track, company, last);
            if track.moved_at != last {
                self.touches.note_resting(&self.physics, rigid, &mut self.tracks, last);
            }
            self.set_look(handle, look);
        }
        self.stirred = stirred;
    }

    /// Turns the look ahead of a body on or off. One that looks is announced where it will get to.
    pub(super) fn set_look(&mut self, handle: RigidBodyHandle, look: bool) {
        let Some(track) = self.tracks.get_mut(handle) else {
            return;
        };
        let changes = std::mem::replace(&mut track.looks, look) != look;
        let World { physics, .. } = self;
        let Some(rigid) = physics.bodies.get(handle).filter(|_| look || changes) else {
            return;
        };
        let Some(&collider) = rigid.colliders().first() else {
            return;
        };
        if look && let Some(shape) = physics.colliders.get(collider) {
            let along = Pose::from_translation(rigid.linvel() * DT);
            let swept = shape.shape().compute_swept_aabb(shape.position(), &(along * *shape.position()));
            physics.broad_phase.set_aabb(&physics.integration_parameters, collider, swept);
        }
        if !changes {
            return;
        }
        if let Some(rigid) = physics.bodies.get_mut(handle) {
            rigid.set_soft_ccd_prediction(if look { MAX_SPEED as f32 * DT } else { 0.0 });
        }
        if let Some(shape) = physics.colliders.get_mut(collider) {
            let on = ActiveHooks::MODIFY_SOLVER_CONTACTS;
            shape.set_active_hooks(if look { on } else { ActiveHooks::empty() });
        }
    }
}

/// Corrects what Rapier makes of two bodies that are still apart.
pub(super) struct LookAhead;

impl PhysicsHooks for LookAhead {
    fn modify_solver_contacts(&self, context: &mut ContactModificationContext) {
        let ModifiableContacts::Rigid(pair) = &mut context.contacts else {
            return;
        };
        if pair.solver_contacts.iter().any(|point| point.dist <= meet::MARGIN) {
            for point in pair.solver_contacts.iter_mut() {
                point.dist = point.dist.max(DEEPEST);
            }
            return;
        }
        let rigid = |handle: Option<RigidBodyHandle>| handle.and_then(|handle| context.bodies.get(handle));
        let one = (&context.colliders[context.collider1], rigid(context.rigid_body1));
        let two = (&context.colliders[context.collider2], rigid(context.rigid_body2));
        match meet::within_a_tick(one, two) {
            meet::Meeting::None => pair.solver_contacts.clear(),
            meet::Meeting::Somewhere => put_back_corners(pair, [one.0, two.0]),
            meet::Meeting::At { normal, on_one, on_two } => {
                *pair.normal = normal;
                for point in pair.solver_contacts.iter_mut() {
                    (point.anchor1, point.anchor2) = (on_one, on_two);
                    point.dist = (on_two - on_one).dot(normal);
                }
            }
        }
    }
}

/// Of faces that meet in more than four points, Rapier keeps only one as long as they are far apart; boxes would turn
/// around it and pass. Puts three others back, as far apart from each other as there are.
fn put_back_corners(pair: &mut ModifiableManifold, [one, two]: [&Collider; 2]) {
    let points = &pair.manifold.points;
    let [first] = pair.solver_contacts[..] else {
        return;
    };
    if points.len() <= 4 {
        return;
    }
    let kept = (first.contact_id[0] & !NEW_CONTACT_BIT) as usize;
    let Some(start) = points.get(kept).map(|point| point.local_p1) else {
        return;
    };
    let farthest = |far: &dyn Fn(Vector) -> f32| {
        let by_distance =
            |a: &usize, b: &usize| far(points[*a].local_p1).total_cmp(&far(points[*b].local_p1));
        (0..points.len()).max_by(by_distance).unwrap_or(kept)
    };
    let across = farthest(&|point| (point - start).length_squared());
    let aside = (points[across].local_p1 - start).cross(pair.manifold.local_n1);
    let sides =
        [farthest(&|point| (point - start).dot(aside)), farthest(&|point| -(point - start).dot(aside))];
    let mut chosen = vec![kept];
    for at in [across, sides[0], sides[1]] {
        if !chosen.contains(&at) {
            chosen.push(at);
            let point = &points[at];
            let new = if point.data.impulse == 0.0 { NEW_CONTACT_BIT } else { 0 };
            let mut contact = first;
            (contact.anchor1, contact.anchor2) =
                (one.position() * point.local_p1, two.position() * point.local_p2);
            (contact.dist, contact.contact_id) = (point.dist, [at as u32 | new]);
            pair.solver_contacts.push(contact);
        }
    }
}
