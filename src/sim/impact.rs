//! How two bodies met that now push on each other.
//!
//! The solver has changed their velocities by now; those from before the step are in the tracks.

use super::meet::gravity;
use super::track::{Track, Tracks};
use rapier3d::geometry::NEW_CONTACT_BIT;
use rapier3d::prelude::*;

/// A touch that began in the last step.
pub(super) struct Begun {
    pub bodies: [RigidBodyHandle; 2],
    /// From the first body to the second.
    pub normal: Vector,
    /// Closing speed at the touch, in m/s, the fastest of all points of contact.
    pub speed: f32,
    /// The middle of where they touch.
    pub middle: Vector,
    pub points: Vec<Point>,
}

/// Where two bodies push on each other.
#[derive(Clone, Copy)]
pub(super) struct Point {
    /// From the centre of each body to its own surface there.
    pub arms: [Vector; 2],
    /// Where Rapier let the push act, from the same centres.
    pub solver_arms: [Vector; 2],
    /// How far they were apart, in metres.
    pub gap: f32,
    /// How fast they closed in, in m/s.
    pub closing: f32,
    /// How hard they pushed, in N·s.
    pub impulse: f32,
}

/// How two bodies met that push on each other.
pub(super) fn begun(pair: &ContactPair, tracks: &Tracks) -> Option<Begun> {
    let manifold = pair.manifolds().first()?;
    let bodies = [manifold.data.rigid_body1?, manifold.data.rigid_body2?];
    let [one, two] = [tracks.get(bodies[0])?, tracks.get(bodies[1])?];
    let normal = manifold.data.normal;
    let falls = (gravity(one.moves) - gravity(two.moves)).dot(normal);
    let (mut fastest, mut speed, mut middle) = (f32::MIN, 0.0, Vector::ZERO);
    let mut points = Vec::new();
    for contact in &manifold.data.solver_contacts {
        let on = [place(one, contact.anchor1), place(two, contact.anchor2)];
        let at = (on[0] + on[1]) * 0.5;
        middle += at;
        let gap = (on[1] - on[0]).dot(normal);
        let closing = (one.velocity_at(at) - two.velocity_at(at)).dot(normal);
        if closing > fastest {
            fastest = closing;
            // What gravity adds on the way that is left.
            speed = (closing * closing.max(0.0) + 2.0 * falls * gap.max(0.0)).max(0.0).sqrt();
        }
        let Some(data) = data(manifold, contact).filter(|data| data.impulse > 0.0) else {
            continue;
        };
        points.push(Point {
            arms: [on[0] - one.pose.translation, on[1] - two.pose.translation],
            solver_arms: [data.solver_dp1, data.solver_dp2],
            gap,
            closing,
            impulse: data.impulse,
        });
    }
    for point in &mut points {
        // Every point gets its share of what gravity adds.
        point.closing = if fastest > 0.0 { point.closing * speed / fastest } else { 0.0 };
    }
    let middle = middle / manifold.data.solver_contacts.len() as f32;
    Some(Begun { bodies, normal, speed, middle, points })
}

/// Where a point that Rapier keeps was before the step. What never moves has its points in the world.
fn place(track: &Track, anchor: Vector) -> Vector {
    if track.moves { track.pose.transform_point(anchor) } else { anchor }
}

fn data<'a>(manifold: &'a ContactManifold, contact: &SolverContact) -> Option<&'a ContactData> {
    let at = contact.contact_id[0] & !NEW_CONTACT_BIT;
    manifold.points.get(at as usize).map(|point| &point.data)
}

/// How hard two bodies pushed on each other at a point, in N·s.
pub(super) fn impulse(manifold: &ContactManifold, contact: &SolverContact) -> f32 {
    data(manifold, contact).map_or(0.0, |data| data.impulse)
}
