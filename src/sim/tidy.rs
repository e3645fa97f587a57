//! Memory that is given back: Rapier's lists keep the room of their fullest moment, and it has hundreds of them. One of them keeps
//! more than that (see `pairs`).
//!
//! What is given back is room and nothing else: a run goes on as it would have, to the bit. A step does it, once enough bodies
//! were removed since the last time.

use super::pairs;
use super::world::World;
use rapier3d::prelude::*;

/// Fewer removals are never worth it.
const FEW: usize = 64;
/// The list of pairs has its turn every so many times: it grows slowly, a copy of it takes twice as long as one of the touches, and
/// the room for passing things that the copy lacks is soon made again, elsewhere in memory.
const TURN: u32 = 8;

/// What tells when memory is to be given back.
#[derive(Default)]
pub(super) struct Removed {
    /// How many bodies were removed since the last time.
    bodies: usize,
    /// How many times there were since the list of pairs had its turn.
    times: u32,
}

impl Removed {
    pub fn count_one(&mut self) {
        self.bodies += 1;
    }
}

impl World {
    /// Gives back the room that Rapier's lists of touches do not need, once half as many bodies were removed as there are: so the
    /// removal of a body costs no more for it, however many there are. Every few times pairs of bodies that are gone go, too.
    pub(super) fn tidy(&mut self) {
        if self.removed.bodies < FEW.max(self.table.len() / 2) {
            return;
        }
        self.removed.bodies = 0;
        self.removed.times += 1;
        // It holds nothing from one step to the next.
        self.physics.physics_pipeline = PhysicsPipeline::new();
        // A copy of a list has room for what is in it. The other parts of Rapier hold little besides, and copies of them leave more
        // holes in the system's memory than they give back.
        self.physics.narrow_phase = self.physics.narrow_phase.clone();
        if self.removed.times >= TURN {
            self.removed.times = 0;
            if let Some(copy) = pairs::living(&self.physics.broad_phase, &self.physics.colliders) {
                self.physics.broad_phase = copy;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::body::{BodyDef, BodyId, Shape};
    use super::super::contact::Contact;
    use super::super::digest::Digest;
    use super::*;
    use glam::DVec3;

    /// A heap in which bodies are removed and made in every tick; where they all are in the end.
    fn heap(tidies: bool) -> Vec<(BodyId, DVec3, DVec3)> {
        let mut world = World::new();
        let floor = Shape::Box { size: DVec3::new(40.0, 1.0, 40.0) };
        world.spawn(None, &BodyDef { is_static: true, ..BodyDef::new(floor) }).unwrap();
        let mut ids = Vec::new();
        let mut tidied = 0;
        for tick in 1..=400_u32 {
            let at = DVec3::new(f64::from(tick % 5), 1.0 + f64::from(tick % 7), f64::from(tick % 3));
            let shape = match tick % 2 {
                0 => Shape::Sphere { radius: 0.3 },
                _ => Shape::Box { size: DVec3::splat(0.5) },
            };
            ids.push(world.spawn(Some(1), &BodyDef { pos: at, ..BodyDef::new(shape) }).unwrap());
            if ids.len() > 100 {
                world.remove(ids.remove(tick as usize % 50)).unwrap();
            }
            if !tidies {
                world.removed = Removed::default();
            }
            let before = world.removed.bodies;
            world.step(u64::from(tick));
            tidied += usize::from(world.removed.bodies < before);
        }
        assert_eq!(tidied, if tidies { 4 } else { 0 });
        let at = |id| (id, world.position(id).unwrap(), world.velocity(id).unwrap());
        ids.into_iter().map(at).collect()
    }

    #[test]
    fn giving_memory_back_changes_no_bit_of_what_comes() {
        assert_eq!(heap(true), heap(false));
    }

    /// What can be known of a tick: which touches began, and the fingerprint, which tells who pushes on whom.
    type Told = (Vec<Contact>, String);

    /// A rain on a floor, of which every second body that hits something is removed, as a hook of `Contact` may do, right
    /// after the step. Memory is given back after the steps that `tidies` names.
    fn rain(tidies: impl Fn(u64) -> bool) -> Vec<Told> {
        let mut world = World::new();
        let floor = Shape::Box { size: DVec3::new(40.0, 1.0, 40.0) };
        world.spawn(None, &BodyDef { is_static: true, ..BodyDef::new(floor) }).unwrap();
        let mut told = Vec::new();
        for tick in 1..=300_u64 {
            let at = DVec3::new((tick % 7) as f64 * 0.4, 1.5 + (tick % 3) as f64, (tick % 4) as f64 * 0.4);
            let shape = match tick % 2 {
                0 => Shape::Sphere { radius: 0.3 },
                _ => Shape::Box { size: DVec3::splat(0.5) },
            };
            let velocity = DVec3::new(0.0, -1.0 - (tick % 11) as f64, 0.0);
            let def = BodyDef { pos: at, velocity, bounce: 0.5, ..BodyDef::new(shape) };
            world.spawn(Some(1), &def).unwrap();
            world.removed = match tidies(tick) {
                true => Removed { bodies: usize::MAX, times: TURN },
                false => Removed::default(),
            };
            world.step(tick);
            assert_eq!(world.removed.bodies, 0, "memory is given back when it is due");
            let mut digest = Digest::new();
            world.digest(&mut digest);
            let contacts = world.contacts.take();
            for contact in &contacts {
                if contact.b.0 % 2 == 0 {
                    // It may have been removed for the contact before.
                    let _ = world.remove(contact.b);
                }
            }
            told.push((contacts, digest.finish()));
        }
        told
    }

    #[test]
    fn touches_that_begin_and_end_in_the_tick_that_gives_memory_back_are_told_as_ever() {
        let never = rain(|_| false);
        let begins = |from: u64, every: usize| -> usize {
            never.iter().skip(from as usize).step_by(every).map(|(contacts, _)| contacts.len()).sum()
        };
        assert!(begins(0, 1) > 500, "{}", begins(0, 1));
        for first in 0..3 {
            assert!(begins(first, 3) > 100, "touches begin in the very ticks that give memory back");
            assert!(rain(|tick| tick % 3 == first + 1) == never, "from tick {first} on");
        }
        assert!(rain(|_| true) == never, "in every tick");
    }
}
