//! Gets the player out of what appears, or moves to, where it stands.
//!
//! A moving body that is lighter than a person does not shift one: it passes through, whether it is thrown or rolls up and
//! stays. Only what comes up from below carries the player whatever its weight.

use super::DT;
use super::mover::{self, Capsule, Solid};
use super::player::Player;
use super::walk::{PLAYER_MASS, world_velocity};
use super::world::World;
use glam::DVec3;

/// Deeper overlaps than this, in metres, are mended.
const OVERLAP: f64 = 1e-4;
/// A moving body pushes the player out of itself no faster than this, in m/s.
const PUSHED_OUT: f64 = 3.0;
/// A body whose surface looks up at least this much, as the cosine of the angle, is below.
const BELOW: f64 = 0.6;

/// Brings the capsule out of what it overlaps.
pub(super) fn get_out_of_solids(player: &mut Player, world: &World) {
    let capsule = player.capsule();
    let mut solids = mover::solids(world, capsule, player.feet, DVec3::ZERO);
    // What never moves has the last word: nothing presses the player into a wall.
    solids.sort_by_key(|solid| !solid.moves);
    let start = player.feet;
    for _ in 0..8 {
        let mut clear = true;
        for solid in &solids {
            let surface = capsule.nearest(player.feet, solid);
            if surface.gap >= -OVERLAP || surface.inside {
                continue;
            }
            if is_light(world, solid) && surface.normal.y < BELOW {
                continue;
            }
            let mut out = surface.normal * -surface.gap;
            if solid.moves {
                // What comes down on somebody standing does not press them into the ground.
                if player.grounded() {
                    out.y = out.y.max(0.0);
                }
                out = out.clamp_length_max(PUSHED_OUT * DT);
            } else {
                clear = false;
            }
            player.feet += out;
        }
        if clear {
            break;
        }
    }
    let holds = |solid: &&Solid| stays(world, solid);
    let deep = |solid: &Solid| is_in(capsule, player.feet, solid, if solid.moves { 1.0 } else { 0.01 });
    if solids.iter().filter(holds).any(deep) {
        player.feet = nearest_free_place(world, capsule, start).unwrap_or(player.feet);
        player.velocity = DVec3::ZERO;
    }
}

/// Whether a solid neither yields nor moves on by itself: what is light or flies fast passes through the player.
fn stays(world: &World, solid: &Solid) -> bool {
    !solid.moves || (!is_light(world, solid) && world_velocity(world, solid.id).length() < PUSHED_OUT)
}

fn is_light(world: &World, solid: &Solid) -> bool {
    solid.moves && world.rigid(solid.id).is_some_and(|rigid| f64::from(rigid.mass()) < PLAYER_MASS)
}

/// Whether the capsule overlaps a solid by more than `depth`.
fn is_in(capsule: Capsule, feet: DVec3, solid: &Solid, depth: f64) -> bool {
    let surface = capsule.nearest(feet, solid);
    surface.inside || surface.gap < -depth
}

/// The nearest place, sideways or straight up, where the capsule overlaps nothing that stays, on a way that leads
/// through nothing but what it is stuck in.
fn nearest_free_place(world: &World, capsule: Capsule, feet: DVec3) -> Option<DVec3> {
    let staying = |place: DVec3, along: DVec3| -> Vec<Solid> {
        let solids = mover::solids(world, capsule, place, along).into_iter();
        solids.filter(|solid| stays(world, solid)).collect()
    };
    let ways = (0..16).map(|n| {
        let angle = f64::from(n) * std::f64::consts::TAU / 16.0;
        DVec3::new(libm::cos(angle), 0.0, libm::sin(angle))
    });
    let mut best: Option<(f64, DVec3)> = None;
    for way in ways.chain([DVec3::Y]) {
        let mut place = feet;
        for _ in 0..16 {
            let solids = staying(place, DVec3::ZERO);
            let held = solids.iter().filter(|solid| is_in(capsule, place, solid, OVERLAP));
            let out = held.map(|solid| capsule.way_out(place, way, solid)).fold(0.0, f64::max);
            if out == 0.0 {
                break;
            }
            place += way * (out + OVERLAP);
        }
        let far = place.distance(feet);
        let mut solids = staying(feet, place - feet);
        let free = !solids.iter().any(|solid| is_in(capsule, place, solid, OVERLAP * 2.0));
        solids.retain(|solid| !is_in(capsule, feet, solid, OVERLAP));
        let open = capsule.sweep(feet, place - feet, &solids).is_none();
        if free && open && far < best.map_or(f64::MAX, |(least, _)| least) - 1e-3 {
            best = Some((far, place));
        }
    }
    best.map(|(_, place)| place)
}
