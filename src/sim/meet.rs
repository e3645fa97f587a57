//! Whether two bodies that are still apart meet within the next tick.
//!
//! A body that looks ahead sees as far as it gets in a tick, so that Rapier makes contacts before two bodies touch and
//! neither passes through the other, nor sinks into it first. Such a contact is a plane, though, and a body that would
//! have flown past an edge would bounce off the plane through it. Here the real shapes are swept, and only contacts that
//! will be stay.

use super::DT;
use rapier3d::parry::query::{self, ShapeCastOptions};
use rapier3d::parry::shape::Cuboid;
use rapier3d::prelude::*;

/// Nearer bodies than this, in metres, are left to Rapier.
pub(super) const MARGIN: f32 = 0.02;
/// A surface that turns farther than this in a tick, in metres, makes a straight sweep say little.
const SPIN: f32 = 0.02;
/// A ball this near to a box has met it, in metres.
const MET: f32 = 1e-4;

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

/// A body on its way through the tick.
struct Sweep<'a> {
    collider: &'a Collider,
    pose: &'a Pose,
    /// How far it gets.
    way: Vector,
    moves: bool,
    /// How far its surface turns.
    turns: f32,
}

impl<'a> Sweep<'a> {
    fn new(collider: &'a Collider, rigid: Option<&RigidBody>) -> Sweep<'a> {
        let dt = DT as f32;
        let moves = rigid.is_some_and(RigidBody::is_dynamic);
        let velocity = rigid.map_or(Vector::ZERO, RigidBody::linvel) + gravity(moves) * dt;
        let turns = rigid.map_or(0.0, |rigid| rigid.angvel().length()) * reach(collider) * dt;
        Sweep { collider, pose: collider.position(), way: velocity * dt, moves, turns }
    }
}

/// Sweeps both along their ways.
pub(super) fn within_a_tick(
    one: (&Collider, Option<&RigidBody>),
    two: (&Collider, Option<&RigidBody>),
) -> Meeting {
    let (one, two) = (Sweep::new(one.0, one.1), Sweep::new(two.0, two.1));
    // From here on, two moves past one that stands.
    let way = two.way - one.way;
    let from = two.pose.translation - one.pose.translation;
    match (one.collider.shape().as_typed_shape(), two.collider.shape().as_typed_shape()) {
        (TypedShape::Ball(a), TypedShape::Ball(b)) => match spheres_meet(from, way, a.radius + b.radius) {
            None => Meeting::None,
            Some(part) => met(&one, &two, part, (from + way * part).normalize_or(Vector::Y), Some(a.radius)),
        },
        (TypedShape::Ball(ball), TypedShape::Cuboid(solid)) if two.turns <= SPIN => {
            match ball_meets_box(-from, -way, ball.radius, two.pose, solid) {
                None => Meeting::None,
                Some((part, out)) => met(&one, &two, part, -out, Some(ball.radius)),
            }
        }
        (TypedShape::Cuboid(solid), TypedShape::Ball(ball)) if one.turns <= SPIN => {
            match ball_meets_box(from, way, ball.radius, one.pose, solid) {
                None => Meeting::None,
                Some((part, out)) => met(&one, &two, part, out, None),
            }
        }
        (TypedShape::Cuboid(a), TypedShape::Cuboid(b)) if one.turns <= SPIN && two.turns <= SPIN => {
            boxes_meet(&one, &two, (a, b), from, way)
        }
        _ => Meeting::Somewhere,
    }
}

/// A meeting after a part of the tick, with the normal from one to two. `radius` is that of one, if it is a ball; else
/// two is.
fn met(one: &Sweep, two: &Sweep, part: f32, normal: Vector, radius: Option<f32>) -> Meeting {
    let way = two.way - one.way;
    if way.dot(normal) >= 0.0 {
        return Meeting::Somewhere;
    }
    // Both points as they are now, which is before both went their ways.
    let (on_one, on_two) = match radius {
        Some(radius) => {
            let on_one = one.pose.translation + normal * radius;
            (on_one, on_one - way * part)
        }
        None => {
            let on_two = two.pose.translation - normal * ball_radius(two.collider);
            (on_two + way * part, on_two)
        }
    };
    let gap = (on_two - on_one).dot(normal);
    // Rapier lets the push act half way between the two points. That must lie ahead of what moves, or it would be spun by a
    // push that only stops it. With two that move it cannot for both: `bounce` mends what comes of that.
    match (one.moves, two.moves) {
        (true, false) => Meeting::At { normal, on_one, on_two: on_one + normal * gap },
        (false, true) => Meeting::At { normal, on_one: on_two - normal * gap, on_two },
        _ => Meeting::At { normal, on_one, on_two },
    }
}

fn ball_radius(collider: &Collider) -> f32 {
    collider.shape().as_ball().map_or(0.0, |ball| ball.radius)
}

/// The part of a way at which its point first is as near to the origin as `radius`.
fn spheres_meet(from: Vector, way: Vector, radius: f32) -> Option<f32> {
    let (a, b, c) = (way.length_squared(), from.dot(way), from.length_squared() - radius * radius);
    if c <= 0.0 {
        return Some(0.0);
    }
    let root = b * b - a * c;
    if b >= 0.0 || root < 0.0 {
        return None;
    }
    // This form loses no digits where the two nearly touch already.
    let part = c / (-b + root.sqrt());
    (part <= 1.0).then_some(part)
}

/// The part of a ball's way at which it meets a box, and the way out of the box there. `from` is from the box's centre.
fn ball_meets_box(
    from: Vector,
    way: Vector,
    radius: f32,
    pose: &Pose,
    solid: &Cuboid,
) -> Option<(f32, Vector)> {
    let back = pose.rotation.inverse();
    let (from, way, half) = (back * from, back * way, solid.half_extents);
    let mut part = 0.0;
    // The box lies behind the plane through its nearest point, so that far is free in any case.
    for _ in 0..32 {
        let at = from + way * part;
        let away = at - at.clamp(-half, half);
        let distance = away.length();
        if distance <= 0.0 {
            return Some((part, pose.rotation * -way.normalize_or(Vector::NEG_Y)));
        }
        let out = away / distance;
        let closing = -out.dot(way);
        let gap = distance - radius;
        if gap <= MET && (closing > 0.0 || gap <= 0.0) {
            return Some((part, pose.rotation * out));
        }
        if closing <= 0.0 {
            return None;
        }
        part += gap / closing;
        if part > 1.0 {
            return None;
        }
    }
    let at = from + way * part;
    Some((part, pose.rotation * (at - at.clamp(-half, half)).normalize_or(Vector::Y)))
}

fn boxes_meet(one: &Sweep, two: &Sweep, (a, b): (&Cuboid, &Cuboid), from: Vector, way: Vector) -> Meeting {
    // Most are told apart, or not, by the balls around and inside them.
    if spheres_meet(from, way, a.half_extents.length() + b.half_extents.length()).is_none() {
        return Meeting::None;
    }
    if spheres_meet(from, way, a.half_extents.min_element() + b.half_extents.min_element()).is_some() {
        return Meeting::Somewhere;
    }
    let options = ShapeCastOptions::with_max_time_of_impact(1.0);
    match query::cast_shapes(
        one.pose,
        one.way,
        one.collider.shape(),
        two.pose,
        two.way,
        two.collider.shape(),
        options,
    ) {
        Ok(Some(_)) => Meeting::Somewhere,
        _ => Meeting::None,
    }
}

/// From the centre of a body to its farthest point.
fn reach(collider: &Collider) -> f32 {
    match collider.shape().as_typed_shape() {
        TypedShape::Cuboid(cuboid) => cuboid.half_extents.length(),
        TypedShape::Ball(ball) => ball.radius,
        _ => collider.shape().compute_local_bounding_sphere().radius,
    }
}
