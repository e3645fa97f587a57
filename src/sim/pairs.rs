//! Rapier's list of pairs that are near each other, without those whose bodies are gone.
//!
//! Rapier keeps a pair for ever if its body is removed and another one takes the place of that within one step: it writes the pairs
//! of the new body over those of the old one before it has looked which those were. A reload does just that. The list can be neither
//! read nor changed, but the whole can be written as bytes and read back: that is meant for saved games, and exact.
//!
//! A pair with a body that is gone decides nothing. Pairs are looked up by bodies that are there, and the end of such a pair is
//! passed over. So a run goes on without them as it would have with them, to the bit.

use rapier3d::parry::partitioning::Bvh;
use rapier3d::prelude::*;

/// Two that are near each other, and since which step.
type Pair = ((ColliderHandle, ColliderHandle), u32);
/// By a collider's place: how many had the place before, and which colliders are near.
type Partners = Vec<(u32, Vec<ColliderHandle>)>;

/// All pairs, and the same by collider.
type Lists = (Vec<Pair>, Partners);

/// About what is written of a collider and its pairs.
const BYTES_A_COLLIDER: usize = 96;

/// A copy without pairs of colliders that are gone, and with room for what is in it. `None` if Rapier writes something else than we
/// know, as another version of it may.
pub(super) fn living(broad_phase: &BroadPhaseBvh, colliders: &ColliderSet) -> Option<BroadPhaseBvh> {
    // Room enough, in most cases, from the start.
    let room = 4096 + BYTES_A_COLLIDER * colliders.len();
    let written = postcard::to_extend(broad_phase, Vec::with_capacity(room)).ok()?;
    let (tree, mut lists, rest) = parts(&written)?;
    let (pairs, partners) = &mut lists;
    pairs.retain(|&((one, other), _)| colliders.contains(one) && colliders.contains(other));
    for (_, near) in partners {
        near.retain(|&other| colliders.contains(other));
    }
    let mut bytes = Vec::with_capacity(room);
    bytes.extend_from_slice(tree);
    bytes = postcard::to_extend(&lists, bytes).ok()?;
    bytes.extend_from_slice(rest);
    let (copy, left) = postcard::take_from_bytes(&bytes).ok()?;
    left.is_empty().then_some(copy)
}

/// The bytes of the tree, the lists of pairs, and the bytes of what comes after them.
fn parts(written: &[u8]) -> Option<(&[u8], Lists, &[u8])> {
    let (_, after) = postcard::take_from_bytes::<Bvh>(written).ok()?;
    let (lists, rest) = postcard::take_from_bytes(after).ok()?;
    Some((&written[..written.len() - after.len()], lists, rest))
}

#[cfg(test)]
mod tests {
    use super::super::body::{BodyDef, BodyId, Shape};
    use super::super::digest::Digest;
    use super::super::tidy::Removed;
    use super::super::world::World;
    use super::*;
    use glam::DVec3;

    const TOWERS: usize = 6;
    const STOREYS: usize = 7;

    fn floor() -> World {
        let mut world = World::new();
        let floor = Shape::Box { size: DVec3::new(40.0, 1.0, 40.0) };
        world.spawn(None, &BodyDef { is_static: true, pos: DVec3::ZERO, ..BodyDef::new(floor) }).unwrap();
        world
    }

    /// As a reload does it: the old towers go and new ones come before the next step.
    fn reload(world: &mut World) {
        world.remove_owned_by(1);
        for tower in 0..TOWERS {
            for storey in 0..STOREYS {
                let pos = DVec3::new(2.0 * tower as f64, 1.0 + storey as f64, 0.1 * (storey % 2) as f64);
                let def = BodyDef { pos, ..BodyDef::new(Shape::Box { size: DVec3::splat(1.0) }) };
                world.spawn(Some(1), &def).unwrap();
            }
        }
    }

    fn count(broad_phase: &BroadPhaseBvh) -> [usize; 2] {
        let written = postcard::to_allocvec(broad_phase).unwrap();
        let (_, (pairs, partners), _) = parts(&written).unwrap();
        [pairs.len(), partners.iter().map(|(_, near)| near.len()).sum()]
    }

    #[test]
    fn pairs_of_removed_bodies_do_not_pile_up() {
        let mut world = floor();
        for tick in 0..800 {
            if tick % 20 == 0 {
                reload(&mut world);
            }
            world.step(tick);
        }
        // Each storey is near the one below it, the lowest near the floor; each of a pair is the other's partner.
        let pairs = TOWERS * STOREYS;
        let copy = living(&world.physics.broad_phase, &world.physics.colliders).unwrap();
        assert_eq!(count(&copy), [pairs, 2 * pairs]);
        // Memory is given back at every other of the 40 reloads, and that of pairs at every eighth of these.
        let [held, _] = count(&world.physics.broad_phase);
        assert!(held <= 17 * pairs, "{held} pairs");
    }

    #[test]
    fn what_holds_no_pairs_of_removed_bodies_is_copied_to_the_byte() {
        let mut world = floor();
        reload(&mut world);
        (0..90).for_each(|tick| world.step(tick));
        let copy = living(&world.physics.broad_phase, &world.physics.colliders).unwrap();
        let written = |pairs| postcard::to_allocvec(pairs).unwrap();
        assert!(written(&copy) == written(&world.physics.broad_phase));
    }

    /// The digest after every tick of a run in which towers are reloaded and pushed over.
    fn digests(living_only: bool) -> Vec<u64> {
        let mut world = floor();
        // Among so many that never move Rapier keeps its tree in another way than where all move.
        for n in 0..1_000 {
            let pos = DVec3::new(60.0 + f64::from(n % 40) * 2.0, 0.5, f64::from(n / 40) * 2.0);
            let def = BodyDef { is_static: true, pos, ..BodyDef::new(Shape::Sphere { radius: 0.5 }) };
            world.spawn(None, &def).unwrap();
        }
        let mut digests = Vec::new();
        for tick in 0..600 {
            if tick % 45 == 0 {
                reload(&mut world);
            }
            if tick % 10 == 0 {
                let moving = world.bodies().filter(|body| !body.is_static);
                let bodies: Vec<BodyId> = moving.map(|body| body.id).collect();
                let id = bodies[tick as usize % bodies.len()];
                world.impulse(id, DVec3::new(3000.0, 0.0, 900.0), None).unwrap();
            }
            // So it gives nothing back by itself.
            world.removed = Removed::default();
            world.step(tick);
            if living_only {
                let copy = living(&world.physics.broad_phase, &world.physics.colliders);
                world.physics.broad_phase = copy.unwrap();
            }
            let mut digest = Digest::quick();
            world.digest(&mut digest);
            digests.push(digest.short());
        }
        let [held, _] = count(&world.physics.broad_phase);
        assert_eq!(held > 3 * TOWERS * STOREYS, !living_only, "{held} pairs");
        digests
    }

    #[test]
    fn a_run_without_the_pairs_of_removed_bodies_is_the_same_to_the_bit() {
        assert!(digests(true) == digests(false));
    }
}
