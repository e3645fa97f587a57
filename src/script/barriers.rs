//! What populations keep out of: the static bodies of the yard, as far as they stand in a population's plane.
//!
//! A population that collides keeps its [`Obstacles`] until a static body is made or removed; the next step then has new ones.
//! Those that collide in the same way share them. All of it belongs to the population, and outlives reloads with it.

use super::crowds::Entry;
use super::host::Host;
use super::shown::Plane;
use crate::crowd::error::Result;
use crate::crowd::ledger::Charge;
use crate::crowd::{Obstacles, Solid};
use crate::sim::{BodyView, Digest, Shape, World};
use glam::DVec3;
use std::rc::Rc;

/// How a population collides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Collides {
    /// Of its agents, in metres.
    pub radius: f64,
    pub plane: Plane,
}

/// How a population collides, and with what.
#[derive(Debug)]
pub struct Barriers {
    pub how: Collides,
    /// Which static bodies there were.
    statics: u64,
    obstacles: Rc<Obstacles>,
    _charge: Charge,
}

/// A body that the plane only touches, up to so many metres deep, does not stand in it: the ground under agents, for one.
const TOUCHING: f64 = 0.001;

/// The yard's own ground is so much thicker for agents, in metres: whoever is inside of something that stands on it comes out above.
const GROUND_DEPTH: f64 = 20.0;

/// From now on a population collides in this way, or no longer.
///
/// # Errors
/// In words, if it cannot.
pub fn set(host: &Host, entry: &Entry, how: Option<Collides>) -> Result<()> {
    let barriers = how.map(|how| find(host, entry, how)).transpose()?;
    let obstacles = barriers.as_ref().map(|barriers| barriers.obstacles.clone());
    entry.population.borrow_mut().set_obstacles(obstacles);
    entry.barriers.replace(barriers);
    Ok(())
}

/// Lets a population that collides know what stands now.
///
/// # Errors
/// In words, if it cannot.
pub fn refresh(host: &Host, entry: &Entry) -> Result<()> {
    let known = entry.barriers.borrow().as_ref().map(|barriers| (barriers.how, barriers.statics));
    match known {
        Some((how, statics)) if statics != host.sim.borrow().world.statics_version() => {
            set(host, entry, Some(how))
        }
        _ => Ok(()),
    }
}

fn find(host: &Host, entry: &Entry, how: Collides) -> Result<Rc<Barriers>> {
    let sim = host.sim.borrow();
    let statics = sim.world.statics_version();
    // Whoever pays for them must be the same, as they may go first.
    let same = |other: &Barriers| other.how == how && other.statics == statics;
    if let Some(known) = host.crowds.barriers_of(entry.owner, same) {
        return Ok(known);
    }
    let dim = entry.population.borrow().dim();
    let obstacles = Obstacles::new(how.radius, dim, solids(&sim.world, how.plane))?;
    let charge = host.crowds.ledger(entry.owner).charge(obstacles.bytes());
    Ok(Rc::new(Barriers { how, statics, obstacles: Rc::new(obstacles), _charge: charge }))
}

/// All static bodies that stand in a plane, in its coordinates.
fn solids(world: &World, plane: Plane) -> Vec<Solid> {
    world.statics().filter_map(|body| solid(&body, plane)).collect()
}

fn solid(body: &BodyView, plane: Plane) -> Option<Solid> {
    let (across, along, normal, height) = match plane {
        Plane::Space => return Some(in_space(body)),
        Plane::Flat { y } => (DVec3::X, DVec3::Z, DVec3::Y, y),
        Plane::Upright { z } => (DVec3::X, DVec3::Y, DVec3::Z, z),
    };
    let off = (body.pos.dot(normal) - height).abs();
    let center = [body.pos.dot(across), body.pos.dot(along), 0.0];
    let flat = |x: f64, y: f64| [x, y, f64::INFINITY];
    let size = match body.shape {
        Shape::Sphere { radius } => {
            let round = (radius * radius - off * off).max(0.0).sqrt();
            return (off < radius - TOUCHING).then_some(Solid {
                center,
                half: flat(0.0, 0.0),
                round,
                turn: None,
            });
        }
        Shape::Box { size } => size / 2.0,
    };
    let axes = [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| body.rotation * axis);
    let extent = |way: DVec3| (0..3).map(|k| axes[k].dot(way).abs() * size[k]).sum::<f64>();
    if off >= extent(normal) - TOUCHING {
        return None;
    }
    let upright = (0..3).find(|&k| axes[k].dot(normal).abs() > 1.0 - 1e-9);
    Some(match upright {
        Some(k) if !is_straight(body) => {
            let (a, b) = ((k + 1) % 3, (k + 2) % 3);
            let row = |k: usize| [axes[k].dot(across), axes[k].dot(along), 0.0];
            let turn = Some([row(a), row(b), [0.0, 0.0, 1.0]]);
            Solid { center, half: flat(size[a], size[b]), round: 0.0, turn }
        }
        // One that leans counts with all that is under and over it.
        _ => Solid { center, half: flat(extent(across), extent(along)), round: 0.0, turn: None },
    })
}

fn in_space(body: &BodyView) -> Solid {
    let (mut center, mut half, round) = match body.shape {
        Shape::Sphere { radius } => (body.pos, DVec3::ZERO, radius),
        Shape::Box { size } => (body.pos, size / 2.0, 0.0),
    };
    if body.owner.is_none() && body.pos.y + half.y <= 0.0 {
        center.y -= GROUND_DEPTH / 2.0;
        half.y += GROUND_DEPTH / 2.0;
    }
    let axes = [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| (body.rotation * axis).to_array());
    let turn = (!is_straight(body)).then_some(axes);
    Solid { center: center.to_array(), half: half.to_array(), round, turn }
}

fn is_straight(body: &BodyView) -> bool {
    body.rotation.xyz() == DVec3::ZERO
}

impl Collides {
    pub fn digest(&self, digest: &mut Digest) {
        let (kind, place) = match self.plane {
            Plane::Space => (0, 0.0),
            Plane::Flat { y } => (1, y),
            Plane::Upright { z } => (2, z),
        };
        digest.f64(self.radius);
        digest.u64(kind);
        digest.f64(place);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::Sim;
    use glam::DQuat;

    fn wall() -> BodyView {
        let sim = Sim::new();
        let body = sim.world.statics().nth(1).unwrap();
        BodyView {
            shape: Shape::Box { size: DVec3::new(4.0, 2.0, 1.0) },
            pos: DVec3::new(5.0, 1.0, 7.0),
            ..body
        }
    }

    #[test]
    fn a_box_stands_in_a_plane_that_cuts_it_and_not_in_one_that_touches_it() {
        let at = |y: f64| solid(&wall(), Plane::Flat { y });
        let found = at(0.3).unwrap();
        assert_eq!((found.center, found.half), ([5.0, 7.0, 0.0], [2.0, 0.5, f64::INFINITY]));
        assert!(at(0.0).is_none() && at(2.0).is_none() && at(1.99).is_some() && at(-5.0).is_none());
        let upright = solid(&wall(), Plane::Upright { z: 6.6 }).unwrap();
        assert_eq!((upright.center, upright.half), ([5.0, 1.0, 0.0], [2.0, 1.0, f64::INFINITY]));
    }

    #[test]
    fn a_box_may_be_turned_or_lean_and_a_ball_is_as_wide_as_the_plane_cuts_it() {
        let turned = BodyView { rotation: DQuat::from_rotation_y(-0.5), ..wall() };
        let found = solid(&turned, Plane::Flat { y: 0.3 }).unwrap();
        // Its long side leads along (cos, sin).
        let (sine, cosine) = 0.5_f64.sin_cos();
        let tip = [5.0 + 3.0 * cosine, 7.0 + 3.0 * sine, 0.0];
        let (distance, out) = found.distance(tip);
        assert!((distance - 1.0).abs() < 1e-9 && (out[0] - cosine).abs() < 1e-9, "{distance} {out:?}");
        let leaning = BodyView { rotation: DQuat::from_rotation_z(0.5), ..wall() };
        let found = solid(&leaning, Plane::Flat { y: 0.3 }).unwrap();
        assert!(found.turn.is_none() && (found.half[0] - (2.0 * cosine + sine)).abs() < 1e-9);
        let ball =
            BodyView { shape: Shape::Sphere { radius: 5.0 }, pos: DVec3::new(0.0, -4.0, 0.0), ..wall() };
        assert_eq!(solid(&ball, Plane::Flat { y: 0.0 }).unwrap().round, 3.0);
        assert!(solid(&ball, Plane::Flat { y: 1.0 }).is_none());
    }
}
