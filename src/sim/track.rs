//! What we remember of every body from tick to tick, in the places of Rapier's own list: how it was before the last step,
//! and what it touched in it.

use super::body::{BodyDef, BodyId, Shape};
use rapier3d::prelude::{Pose, RigidBodyHandle, Vector};

/// For how many ticks what was crammed into another body counts as such.
const CRAMMED_FOR: u64 = 30;

/// What we remember of a body.
pub(super) struct Track {
    pub id: BodyId,
    pub moves: bool,
    pub bounce: f32,
    /// From the centre to the farthest point, in metres.
    pub reach: f32,
    /// From the centre to the nearest face, in metres.
    pub thin: f32,
    /// The pose after the last step, and the one before it.
    pub pose: Pose,
    pub previous: Pose,
    /// The velocities with which the next step begins.
    pub linvel: Vector,
    pub angvel: Vector,
    /// The last tick in which it moved.
    pub moved_at: u64,
    /// Whether it looks ahead of itself.
    pub looks: bool,
    /// The last tick in which it pushed on another body, and on how many then.
    pub pushed_at: u64,
    pub pushed_on: u32,
    /// The last tick in which it was deep in another body that it did not just hit.
    pub crammed_at: u64,
    /// Bodies with which it pushed on each other, and the last tick in which they did; each pair stands with only one of
    /// the two.
    touching: Vec<(RigidBodyHandle, u64)>,
}

impl Track {
    pub fn new(id: BodyId, def: &BodyDef, pose: Pose, linvel: Vector) -> Track {
        let (reach, thin) = match def.shape {
            Shape::Box { size } => (size.length() / 2.0, size.min_element() / 2.0),
            Shape::Sphere { radius } => (radius, radius),
        };
        Track {
            id,
            moves: !def.is_static,
            bounce: def.bounce as f32,
            reach: reach as f32,
            thin: thin as f32,
            pose,
            previous: pose,
            linvel,
            angvel: Vector::ZERO,
            moved_at: 0,
            looks: false,
            pushed_at: 0,
            pushed_on: 0,
            crammed_at: 0,
            touching: Vec::new(),
        }
    }

    /// How fast its fastest point may be, in m/s.
    pub fn speed(&self) -> f32 {
        self.linvel.length() + self.angvel.length() * self.reach
    }

    /// The velocity of a point of it, as the next step begins.
    pub fn velocity_at(&self, point: Vector) -> Vector {
        self.linvel + self.angvel.cross(point - self.pose.translation)
    }

    /// Whether it was made inside another body and is not long out of it.
    pub fn crammed_lately(&self, tick: u64) -> bool {
        self.crammed_at > 0 && self.crammed_at + CRAMMED_FOR >= tick
    }

    /// How many others it pushed on in a tick.
    pub fn company(&self, tick: u64) -> u32 {
        if self.pushed_at == tick { self.pushed_on } else { 0 }
    }

    /// The bodies that stand here as pushing in a tick.
    pub fn touching(&self, tick: u64) -> impl Iterator<Item = RigidBodyHandle> {
        self.touching.iter().filter(move |(_, at)| *at == tick).map(|(other, _)| *other)
    }

    fn push_on(&mut self, tick: u64) {
        self.pushed_on = self.company(tick) + 1;
        self.pushed_at = tick;
    }
}

/// The memory of all bodies.
#[derive(Default)]
pub(super) struct Tracks(Vec<Option<Track>>);

impl Tracks {
    pub fn insert(&mut self, handle: RigidBodyHandle, track: Track) {
        let at = index(handle);
        if at >= self.0.len() {
            self.0.resize_with(at + 1, || None);
        }
        self.0[at] = Some(track);
    }

    pub fn remove(&mut self, handle: RigidBodyHandle) {
        if let Some(track) = self.0.get_mut(index(handle)) {
            *track = None;
        }
    }

    pub fn get(&self, handle: RigidBodyHandle) -> Option<&Track> {
        self.0.get(index(handle))?.as_ref()
    }

    pub fn get_mut(&mut self, handle: RigidBodyHandle) -> Option<&mut Track> {
        self.0.get_mut(index(handle))?.as_mut()
    }

    /// Notes that two bodies push on each other in a tick, and returns whether they did in the one before.
    pub fn touch(&mut self, one: RigidBodyHandle, two: RigidBodyHandle, tick: u64) -> bool {
        // With the ground a pair would have many to look through.
        let keeper_is_one = match (self.get(one), self.get(two)) {
            (Some(a), Some(b)) if a.moves == b.moves => index(one) < index(two),
            (Some(a), _) => a.moves,
            _ => false,
        };
        let (keeper, other) = if keeper_is_one { (one, two) } else { (two, one) };
        if let Some(other) = self.get_mut(other) {
            other.push_on(tick);
        }
        let Some(keeper) = self.get_mut(keeper) else {
            return false;
        };
        keeper.push_on(tick);
        let mut free = None;
        for (at, (known, last)) in keeper.touching.iter_mut().enumerate() {
            if *known == other {
                let before = *last + 1 >= tick;
                *last = tick;
                return before;
            }
            if *last + 1 < tick {
                free = Some(at);
            }
        }
        match free {
            Some(at) => keeper.touching[at] = (other, tick),
            None => keeper.touching.push((other, tick)),
        }
        false
    }
}

fn index(handle: RigidBodyHandle) -> usize {
    handle.into_raw_parts().0 as usize
}
