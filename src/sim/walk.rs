//! How the player's capsule gets along among the bodies: carried, over steps, along walls, pushing.

use super::DT;
use super::body::BodyId;
use super::convert::{dvec, vec};
use super::mover::{self, Capsule, Solid, Surface};
use super::player::{Player, Support};
use super::world::World;
use glam::DVec3;

const GRAVITY: f64 = 9.81;
/// The cosine of 50°: surfaces that look up less than this are too steep to stand on.
const WALKABLE: f64 = 0.642_787_609_686_539_3;
/// The round foot stands on the edge of something flat, if its centre is at least this far above it, as part of the
/// radius: coming from the air, and when it already stood.
const EDGE_FROM_AIR: f64 = 0.5;
const EDGE_STANDING: f64 = 0.05;
const STEP_UP: f64 = 0.35;
const SNAP_DOWN: f64 = 0.25;
/// In kg.
pub(super) const PLAYER_MASS: f64 = 70.0;
const PUSH: f64 = 400.0;
/// What moves faster than this, in m/s, carries nobody.
const FASTEST_SUPPORT: f64 = 60.0;

/// Moves the player with what it stands on.
pub(super) fn be_carried(player: &mut Player, world: &World) {
    let Some(support) = player.support else {
        return;
    };
    let Some(rigid) = world.rigid(support.id) else {
        player.leave_ground();
        return;
    };
    let local = support.pose.inverse_transform_point(vec(player.feet));
    let along = dvec(rigid.position().transform_point(local)) - dvec(support.pose.transform_point(local));
    if along.length() >= FASTEST_SUPPORT * DT {
        // Nobody can stand on that: it goes, and the player stays behind.
        player.carried = DVec3::ZERO;
        player.support = None;
        return;
    }
    player.carried = along / DT;
    if along.length() > 1e-7 {
        // What carries the player does not stand in its way.
        let capsule = player.capsule();
        let mut solids = mover::solids(world, capsule, player.feet, along);
        solids.retain(|solid| solid.id != support.id);
        player.feet = slide(capsule, player.feet, along, &solids, Normals::Real).feet;
    }
}

/// One tick of walking or flying. `lag` is by how much the tick's mean velocity is short of the one at its end, and `target`
/// the wanted flat velocity, for pushing.
pub(super) fn go(player: &mut Player, world: &mut World, lag: DVec3, target: DVec3) {
    let capsule = player.capsule();
    let was_grounded = player.grounded();
    let start = player.feet;
    let along = flat_part(player.velocity - lag) * DT;
    let moved = if was_grounded {
        walk(world, capsule, start, along)
    } else {
        let fall = DVec3::Y * (GRAVITY * DT);
        let along = (player.velocity - lag - fall / 2.0) * DT;
        player.velocity -= fall;
        let solids = mover::solids(world, capsule, start, along);
        slide(capsule, start, along, &solids, Normals::Real)
    };
    player.feet = moved.feet;
    let mean = stopped(world, player, &moved.hits, flat_part(player.velocity - lag));
    push(world, &moved.hits, target);
    // What was pushed gives way: the player keeps up with it.
    player.velocity = stopped(world, player, &moved.hits, player.velocity);
    // Over a step the speed stays what it was.
    if was_grounded && !moved.stepped {
        let speed = mean.length();
        let possible = flat_part(player.feet - start).length() / DT;
        if possible < speed - 1e-9 {
            let part = possible / speed;
            (player.velocity.x, player.velocity.z) = (player.velocity.x * part, player.velocity.z * part);
        }
    }
    find_ground(player, world, was_grounded);
}

/// What is left of a velocity when it meets surfaces, which may move out of its way.
fn stopped(world: &World, player: &Player, hits: &[Surface], mut velocity: DVec3) -> DVec3 {
    let grounded = player.grounded();
    for surface in hits {
        // Of the body in the way, seen from what carries the player.
        let own = if surface.moves {
            (world_velocity(world, surface.id) - player.carried).dot(surface.normal).min(0.0)
        } else {
            0.0
        };
        if velocity.dot(surface.normal) < own && (!grounded || surface.upward < WALKABLE) {
            let normal = if grounded { flat(surface.normal) } else { surface.normal };
            velocity -= normal * (velocity.dot(normal) - own).min(0.0);
        }
    }
    velocity
}

/// The velocity of a body, in m/s.
pub(super) fn world_velocity(world: &World, id: BodyId) -> DVec3 {
    world.velocity(id).unwrap_or(DVec3::ZERO)
}

/// Stands the player on what is under it, if anything is.
fn find_ground(player: &mut Player, world: &World, was_grounded: bool) {
    let capsule = player.capsule();
    if player.velocity.y > 1e-9 {
        player.leave_ground();
        return;
    }
    let reach = if was_grounded { SNAP_DOWN } else { 1e-3 };
    let down = DVec3::NEG_Y * reach;
    let solids = mover::solids(world, capsule, player.feet, down);
    let part = capsule.sweep(player.feet, down, &solids).map_or(1.0, |(part, _)| part);
    let place = player.feet + down * part;
    let touching = solids.iter().map(|solid| capsule.nearest(place, solid));
    let ground = touching
        .filter(|surface| {
            surface.gap <= 2.0 * mover::TOUCH && !surface.inside && carries(surface, was_grounded)
        })
        .max_by(|a, b| a.normal.y.total_cmp(&b.normal.y));
    let Some(surface) = ground else {
        player.leave_ground();
        return;
    };
    if part * reach > mover::TOUCH {
        player.feet = place;
    }
    player.velocity.y = 0.0;
    if player.support.is_none() {
        // Landing on something that moves: from now on the own velocity is counted relative to it.
        let carried = world_velocity(world, surface.id);
        player.velocity -= flat_part(carried);
        player.carried = carried;
    }
    player.support = world.rigid(surface.id).map(|rigid| Support { id: surface.id, pose: *rigid.position() });
}

fn carries(surface: &Surface, was_grounded: bool) -> bool {
    let edge = if was_grounded { EDGE_STANDING } else { EDGE_FROM_AIR };
    surface.normal.y >= WALKABLE || (surface.upward >= WALKABLE && surface.normal.y >= edge)
}

/// Where a move ended, and what was in its way.
struct Moved {
    feet: DVec3,
    hits: Vec<Surface>,
    stepped: bool,
}

/// A move along the ground: straight on, or over a step if that leads farther.
fn walk(world: &World, capsule: Capsule, feet: DVec3, along: DVec3) -> Moved {
    if along == DVec3::ZERO {
        return Moved { feet, hits: Vec::new(), stepped: false };
    }
    let lift = DVec3::Y * STEP_UP;
    let mut solids = mover::solids(world, capsule, feet, along + lift);
    solids.extend(mover::solids(world, capsule, feet, along - lift));
    solids.sort_unstable_by_key(|solid| solid.id);
    solids.dedup_by_key(|solid| solid.id);
    let plain = slide(capsule, feet, along, &solids, Normals::SteepAreWalls);
    if plain.hits.is_empty() {
        return plain;
    }
    let up = capsule.sweep(feet, lift, &solids).map_or(1.0, |(part, _)| part);
    let over = slide(capsule, feet + lift * up, along, &solids, Normals::AllAreWalls);
    let down = -lift * up - DVec3::Y * 0.01;
    let Some((part, ground)) = capsule.sweep(over.feet, down, &solids) else {
        return plain;
    };
    let landed = over.feet + down * part;
    let farther = flat_part(landed - feet).dot(along) > flat_part(plain.feet - feet).dot(along) + 1e-9;
    if farther && carries(&ground, true) && ground.point.y <= feet.y + STEP_UP + 1e-3 {
        return Moved { feet: landed, hits: over.hits, stepped: true };
    }
    plain
}

/// How the surfaces in the way of a move are taken.
#[derive(Clone, Copy, PartialEq)]
enum Normals {
    /// As they are.
    Real,
    /// Those that are too steep to stand on as upright walls, and the others as ramps.
    SteepAreWalls,
    /// All as upright walls.
    AllAreWalls,
}

/// Moves as far as possible, and on along what is in the way.
fn slide(capsule: Capsule, mut feet: DVec3, along: DVec3, solids: &[Solid], normals: Normals) -> Moved {
    let mut rest = along;
    let mut hits: Vec<Surface> = Vec::new();
    let mut planes: Vec<DVec3> = Vec::new();
    for _ in 0..6 {
        let Some((part, surface)) = capsule.sweep(feet, rest, solids) else {
            feet += rest;
            break;
        };
        feet += rest * part;
        rest *= 1.0 - part;
        hits.push(surface);
        let walkable = surface.normal.y >= WALKABLE;
        if normals == Normals::SteepAreWalls && walkable {
            // Up a ramp the flat speed stays.
            rest.y = -(surface.normal.x * rest.x + surface.normal.z * rest.z) / surface.normal.y;
            rest += surface.normal * 1e-9;
            continue;
        }
        let normal = match normals {
            Normals::Real => surface.normal,
            _ => flat(surface.normal),
        };
        planes.push(normal);
        rest = along_planes(rest, &planes);
        if rest.length_squared() < 1e-18 || rest.dot(along) <= 0.0 {
            break;
        }
    }
    Moved { feet, hits, stepped: false }
}

/// What is left of a move along one plane or along the crease of two; three leave nothing.
fn along_planes(rest: DVec3, planes: &[DVec3]) -> DVec3 {
    let clears = |v: DVec3| planes.iter().all(|plane| v.dot(*plane) >= -1e-9);
    for plane in planes.iter().rev() {
        let slid = rest - *plane * rest.dot(*plane).min(0.0);
        if clears(slid) {
            return slid;
        }
    }
    if let [.., one, two] = planes {
        let crease = one.cross(*two).normalize_or_zero();
        let slid = crease * rest.dot(crease);
        if clears(slid) {
            return slid;
        }
    }
    DVec3::ZERO
}

fn flat_part(v: DVec3) -> DVec3 {
    DVec3::new(v.x, 0.0, v.z)
}

/// The normal of the upright wall that a surface amounts to for one who walks.
fn flat(normal: DVec3) -> DVec3 {
    flat_part(normal).normalize_or_zero()
}

/// Pushes the moving bodies that were in the way: towards the wanted speed, with no more than a person's strength for all
/// of them together, and level with their middle, so that they slide instead of falling over.
fn push(world: &mut World, hits: &[Surface], target: DVec3) {
    let mut pushed: Vec<BodyId> = Vec::new();
    let mut strength = PUSH * DT;
    for surface in hits.iter().filter(|surface| surface.moves) {
        let normal = flat(surface.normal);
        if normal == DVec3::ZERO || pushed.contains(&surface.id) {
            continue;
        }
        pushed.push(surface.id);
        let missing = world_velocity(world, surface.id).dot(normal) - target.dot(normal);
        if missing <= 0.0 || strength <= 0.0 {
            continue;
        }
        world.shove(surface.id, |rigid| {
            let mass = f64::from(rigid.mass()).min(PLAYER_MASS);
            let impulse = (mass * missing).min(strength);
            strength -= impulse;
            let middle = f64::from(rigid.translation().y);
            let point = DVec3::new(surface.point.x, middle, surface.point.z);
            rigid.apply_impulse_at_point(vec(-normal * impulse), vec(point), true);
        });
    }
}
