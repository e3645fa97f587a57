//! Exact geometry for things that are no bodies: the player's capsule and the camera's probe.
//!
//! Both are a segment with a radius around it. Against boxes and spheres the nearest points have closed forms, so that
//! nothing here iterates towards an answer except a sweep, which walks from one separating plane to the next.

use super::body::BodyId;
use super::contact::tagged_id;
use super::convert::{dquat, dvec, vec};
use super::world::World;
use glam::{DQuat, DVec3};
use rapier3d::prelude::{Aabb, Collider, TypedShape};

/// Nearer than this counts as touching, in metres.
pub(super) const TOUCH: f64 = 1e-6;

/// An upright capsule, or a ball if it is no taller than wide.
#[derive(Clone, Copy, Debug)]
pub(super) struct Capsule {
    pub radius: f64,
    pub height: f64,
}

/// Something solid near a capsule.
#[derive(Clone, Copy, Debug)]
pub(super) struct Solid {
    pub id: BodyId,
    pub moves: bool,
    pos: DVec3,
    rotation: DQuat,
    form: Form,
}

#[derive(Clone, Copy, Debug)]
enum Form {
    Box(DVec3),
    Ball(f64),
}

/// Where a solid is nearest to a capsule.
#[derive(Clone, Copy, Debug)]
pub(super) struct Surface {
    pub id: BodyId,
    pub moves: bool,
    /// From the solid to the capsule, of length 1.
    pub normal: DVec3,
    /// Between the two surfaces, in metres; negative when they overlap.
    pub gap: f64,
    /// On the solid.
    pub point: DVec3,
    /// The highest y of the normals of the faces that meet at `point`: an edge of a flat roof has 1.
    pub upward: f64,
    /// The middle line of the capsule is inside the solid, so that `normal` and `gap` say little.
    pub inside: bool,
}

/// Everything solid around a capsule that may move by `along`.
pub(super) fn solids(world: &World, capsule: Capsule, feet: DVec3, along: DVec3) -> Vec<Solid> {
    let width = DVec3::splat(capsule.radius + 0.1);
    let (low, high) = (
        feet - DVec3::Y * 0.1,
        feet + DVec3::Y * (capsule.height + 0.1),
    );
    let (low, high) = (low.min(low + along) - width, high.max(high + along) + width);
    let aabb = Aabb::new(vec(low), vec(high));
    world
        .near(aabb)
        .into_iter()
        .filter_map(|(id, collider)| solid(world, id, collider))
        .collect()
}

fn solid(world: &World, id: BodyId, collider: &Collider) -> Option<Solid> {
    debug_assert_eq!(id, tagged_id(collider));
    let form = match collider.shape().as_typed_shape() {
        TypedShape::Cuboid(cuboid) => Form::Box(dvec(cuboid.half_extents)),
        TypedShape::Ball(ball) => Form::Ball(f64::from(ball.radius)),
        _ => return None,
    };
    let pose = collider.position();
    let moves = !world.table.get(id)?.is_static;
    Some(Solid {
        id,
        moves,
        pos: dvec(pose.translation),
        rotation: dquat(pose.rotation).normalize(),
        form,
    })
}

impl Capsule {
    /// The ends of the middle line.
    fn line(&self, feet: DVec3) -> (DVec3, DVec3) {
        let top = (self.height - self.radius).max(self.radius);
        (feet + DVec3::Y * self.radius, feet + DVec3::Y * top)
    }

    /// Where a solid is nearest.
    pub fn nearest(&self, feet: DVec3, solid: &Solid) -> Surface {
        let (bottom, top) = self.line(feet);
        let (on_line, point, upward) = match solid.form {
            Form::Ball(radius) => {
                let along =
                    ((solid.pos.y - bottom.y) / (top.y - bottom.y).max(1e-12)).clamp(0.0, 1.0);
                let on_line = bottom.lerp(top, along);
                let out = (on_line - solid.pos).normalize_or(DVec3::Y);
                let point = solid.pos + out * radius;
                let inside = (on_line - solid.pos).length() < radius;
                (on_line, if inside { on_line } else { point }, out.y)
            }
            Form::Box(half) => {
                let back = solid.rotation.inverse();
                let (a, b) = (back * (bottom - solid.pos), back * (top - solid.pos));
                let on_line = a.lerp(b, nearest_to_box(a, b, half));
                let point = on_line.clamp(-half, half);
                let upward = highest_face(point, half, solid.rotation);
                (
                    solid.pos + solid.rotation * on_line,
                    solid.pos + solid.rotation * point,
                    upward,
                )
            }
        };
        let away = on_line - point;
        let distance = away.length();
        let inside = distance < 1e-7;
        Surface {
            id: solid.id,
            moves: solid.moves,
            normal: if inside { DVec3::Y } else { away / distance },
            gap: distance - self.radius,
            point,
            upward,
            inside,
        }
    }

    /// The first solid that stops a move by `along`, and the part of the move, 0..=1, that is possible. Solids that
    /// already overlap the middle line stop nothing.
    pub fn sweep(&self, feet: DVec3, along: DVec3, solids: &[Solid]) -> Option<(f64, Surface)> {
        let mut first: Option<(f64, Surface)> = None;
        for solid in solids {
            let end = first.map_or(1.0, |(part, _)| part);
            if let Some((part, surface)) = self.sweep_one(feet, along, solid, end) {
                first = Some((part, surface));
            }
        }
        first
    }

    fn sweep_one(
        &self,
        feet: DVec3,
        along: DVec3,
        solid: &Solid,
        end: f64,
    ) -> Option<(f64, Surface)> {
        let mut part = 0.0;
        let mut surface = self.nearest(feet, solid);
        for _ in 0..40 {
            let closing = -surface.normal.dot(along);
            if surface.inside || closing <= 1e-12 {
                return None;
            }
            if surface.gap <= TOUCH {
                return Some((part, surface));
            }
            // The solid lies behind the plane through its nearest point, so this far is free in any case.
            part += surface.gap / closing;
            if part >= end {
                return None;
            }
            surface = self.nearest(feet + along * part, solid);
        }
        Some((part, surface))
    }

    /// How far the capsule has to go in a direction to have this solid behind it.
    pub fn way_out(&self, feet: DVec3, direction: DVec3, solid: &Solid) -> f64 {
        let (bottom, top) = self.line(feet);
        let rear = bottom.dot(direction).min(top.dot(direction)) - self.radius;
        let reach = match solid.form {
            Form::Ball(radius) => radius,
            Form::Box(half) => (solid.rotation.inverse() * direction).abs().dot(half),
        };
        (solid.pos.dot(direction) + reach - rear).max(0.0)
    }
}

/// Where on the line a..b, 0..=1, it is nearest to a box around the origin; the middle if a whole stretch is.
///
/// The squared distance is convex and, between the planes of the box's faces, quadratic: its slope rises in straight
/// pieces, and is zero where we look for.
fn nearest_to_box(a: DVec3, b: DVec3, half: DVec3) -> f64 {
    let d = b - a;
    let slope = |t: f64| {
        let p = a + d * t;
        (p - p.clamp(-half, half)).dot(d)
    };
    let mut knots = [0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
    let mut count = 2;
    for axis in 0..3 {
        for face in [-half[axis], half[axis]] {
            let t = (face - a[axis]) / d[axis];
            if t > 0.0 && t < 1.0 {
                knots[count] = t;
                count += 1;
            }
        }
    }
    let knots = &mut knots[..count];
    knots.sort_unstable_by(f64::total_cmp);
    let flat = 1e-12;
    // The first and the last place with no slope to speak of.
    let (mut first, mut last) = (None, 0.0);
    for pair in knots.windows(2) {
        let (t0, t1) = (pair[0], pair[1]);
        let (s0, s1) = (slope(t0), slope(t1));
        let zero = if s0.abs() <= flat {
            t0
        } else if s0 < 0.0 && s1 > 0.0 {
            t0 + (t1 - t0) * (s0 / (s0 - s1))
        } else {
            continue;
        };
        first.get_or_insert(zero);
        last = if s1.abs() <= flat { t1 } else { zero };
    }
    match first {
        Some(first) => (first + last) / 2.0,
        None if slope(0.0) > 0.0 => 0.0,
        None => 1.0,
    }
}

/// How far up the most upward of the faces looks that a point on a box belongs to.
fn highest_face(point: DVec3, half: DVec3, rotation: DQuat) -> f64 {
    let mut highest = -1.0_f64;
    for axis in 0..3 {
        if point[axis].abs() >= half[axis] - 1e-6 {
            let mut normal = DVec3::ZERO;
            normal[axis] = point[axis].signum();
            highest = highest.max((rotation * normal).y);
        }
    }
    highest
}

#[cfg(test)]
mod tests {
    use super::*;

    const PERSON: Capsule = Capsule {
        radius: 0.3,
        height: 1.8,
    };

    fn box_at(pos: DVec3, half: DVec3) -> Solid {
        Solid {
            id: BodyId(1),
            moves: false,
            pos,
            rotation: DQuat::IDENTITY,
            form: Form::Box(half),
        }
    }

    #[test]
    fn a_wall_beside_the_capsule_is_as_far_as_it_is() {
        let wall = box_at(DVec3::new(2.0, 1.0, 0.0), DVec3::ONE);
        let surface = PERSON.nearest(DVec3::ZERO, &wall);
        assert!((surface.gap - 0.7).abs() < 1e-12, "{}", surface.gap);
        assert_eq!(surface.normal, DVec3::NEG_X);
    }

    #[test]
    fn a_sweep_ends_where_the_surfaces_touch() {
        let wall = box_at(DVec3::new(2.0, 1.0, 0.0), DVec3::ONE);
        let (part, _) = PERSON.sweep(DVec3::ZERO, DVec3::X, &[wall]).unwrap();
        assert!((part - 0.7).abs() < 1e-9, "{part}");
        assert!(PERSON.sweep(DVec3::ZERO, DVec3::Z, &[wall]).is_none());
    }

    #[test]
    fn a_sweep_past_a_corner_hits_it_or_misses_it_exactly() {
        let wall = box_at(DVec3::new(2.0, 1.0, 1.0), DVec3::ONE);
        let from = |z: f64| DVec3::new(0.0, 0.0, z);
        assert!(
            PERSON
                .sweep(from(-0.3001), DVec3::X * 4.0, &[wall])
                .is_none()
        );
        let (part, _) = PERSON.sweep(from(-0.18), DVec3::X * 4.0, &[wall]).unwrap();
        assert!((part * 4.0 - (1.0 - 0.24)).abs() < 1e-5, "{part}");
    }

    #[test]
    fn the_edge_of_a_flat_roof_knows_that_the_roof_is_flat() {
        let step = box_at(DVec3::new(1.25, 0.0, 0.0), DVec3::new(1.0, 0.2, 1.0));
        let surface = PERSON.nearest(DVec3::ZERO, &step);
        assert_eq!(surface.upward, 1.0);
        assert!(
            surface.normal.y > 0.3 && surface.normal.y < 0.5,
            "{}",
            surface.normal
        );
    }
}
