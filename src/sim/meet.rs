//! Whether two bodies that are still apart meet within the next tick.
//!
//! Every moving body looks as far ahead as it gets in a tick, so that Rapier makes contacts before two bodies touch and
//! neither passes through the other, nor sinks into it first. Such a contact is a plane, though, and a body that would
//! have flown past an edge would bounce off the plane through it. Here the real shapes are swept, and only contacts that
//! will be stay.

use super::DT;
use rapier3d::parry::query::{self, ShapeCastOptions};
use rapier3d::prelude::*;

/// Nearer bodies than this, in metres, are left to Rapier.
pub(super) const MARGIN: f32 = 0.02;
/// A surface that turns farther than this in a tick, in metres, makes a straight sweep say little.
const SPIN: f32 = 0.02;

/// How two bodies come together.
pub(super) enum Meeting {
    /// Not within the tick.
    None,
    /// They do, where Rapier thinks or near there.
    Somewhere,
    /// They do, at these points of theirs as they are now, with the normal that they will have, from one to two.
    At { normal: Vector, on_one: Vector, on_two: Vector },
}

/// The acceleration of a body that falls, as those do that move.
pub(super) fn gravity(moves: bool) -> Vector {
    if moves { Vector::new(0.0, -9.81, 0.0) } else { Vector::ZERO }
}

fn is_dynamic(rigid: Option<&RigidBody>) -> bool {
    rigid.is_some_and(RigidBody::is_dynamic)
}

/// Sweeps both along their ways.
pub(super) fn within_a_tick(
    (one, rigid1): (&Collider, Option<&RigidBody>),
    (two, rigid2): (&Collider, Option<&RigidBody>),
) -> Meeting {
    let dt = DT as f32;
    let turns = |rigid: Option<&RigidBody>, collider| {
        rigid.is_some_and(|rigid| rigid.angvel().length() * reach(collider) * dt > SPIN)
    };
    let is_ball = |collider: &Collider| collider.shape().as_ball().is_some();
    if (turns(rigid1, one) && !is_ball(one)) || (turns(rigid2, two) && !is_ball(two)) {
        return Meeting::Somewhere;
    }
    let velocity =
        |rigid: Option<&RigidBody>| rigid.map_or(Vector::ZERO, RigidBody::linvel) + gravity(is_dynamic(rigid)) * dt;
    let (v1, v2) = (velocity(rigid1), velocity(rigid2));
    let options = ShapeCastOptions::with_max_time_of_impact(dt);
    let (pose1, pose2) = (one.position(), two.position());
    let Ok(Some(hit)) = query::cast_shapes(pose1, v1, one.shape(), pose2, v2, two.shape(), options) else {
        return Meeting::None;
    };
    let normal = pose1.rotation * hit.normal1;
    if !(is_ball(one) || is_ball(two)) || (v1 - v2).dot(normal) <= 0.0 {
        return Meeting::Somewhere;
    }
    let on_one = pose1 * hit.witness1;
    let on_two = on_one - (v2 - v1) * hit.time_of_impact;
    let gap = (on_two - on_one).dot(normal);
    // Rapier lets the push act half way between the two points. For a ball that must lie ahead of its centre, or it
    // would be spun by a push that only stops it; with two balls that move, neither gets its full due.
    let (on_one, on_two) = match (is_ball(one) && is_dynamic(rigid1), is_ball(two) && is_dynamic(rigid2)) {
        (true, false) => (on_one, on_one + normal * gap),
        (false, true) => (on_two - normal * gap, on_two),
        _ => (on_one, on_two),
    };
    Meeting::At { normal, on_one, on_two }
}

/// From the centre of a body to its farthest point.
fn reach(collider: &Collider) -> f32 {
    match collider.shape().as_typed_shape() {
        TypedShape::Cuboid(cuboid) => cuboid.half_extents.length(),
        TypedShape::Ball(ball) => ball.radius,
        _ => collider.shape().compute_local_bounding_sphere().radius,
    }
}
