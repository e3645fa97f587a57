//! What we remember of every body from tick to tick, in the places of Rapier's own list: how it was before the last step,
//! and how many others it pushed on in it.

use super::body::{BodyDef, BodyId, Shape};
use rapier3d::prelude::{Pose, RigidBodyHandle, Vector};
use std::sync::atomic::{AtomicU64, Ordering};

/// For how many ticks what was crammed into another body counts as such.
const CRAMMED_FOR: u64 = 30;

/// A body that is so many ticks old may still be where it was made.
const YOUNG: u64 = 2;

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
    /// It waits in the list of bodies that were made or pushed since the last step.
    pub stirred: bool,
    /// It waits in the list of bodies with a force on them.
    pub forced: bool,
    /// It waits for room.
    pub waiting: bool,
    /// Whether it looks ahead of itself.
    pub looks: bool,
    /// The first tick after which it was there.
    pub born_at: u64,
    /// The last tick in which it was deep in another body because one of the two was made there.
    pub crammed_at: u64,
    company: Company,
}

impl Track {
    pub fn new(id: BodyId, def: &BodyDef, pose: Pose, linvel: Vector, tick: u64) -> Track {
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
            stirred: false,
            forced: false,
            waiting: false,
            looks: false,
            born_at: tick,
            crammed_at: 0,
            company: Company::default(),
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

    /// Whether an overlap with it may come from where it was made.
    pub fn may_be_crammed(&self, tick: u64) -> bool {
        self.born_at + YOUNG >= tick || self.crammed_lately(tick)
    }

    /// How many others that move it pushed on in a tick, of the last in which it pushed on any.
    pub fn company(&self, tick: u64) -> u64 {
        self.company.of(tick)
    }

    /// Notes that it pushes on another body that moves. Any thread may.
    pub fn push_on_another(&self, tick: u64) {
        self.company.add(tick);
    }
}

/// A count that belongs to one tick, with the tick above it.
#[derive(Default)]
struct Company(AtomicU64);

impl Company {
    const BITS: u32 = 16;

    fn of(&self, tick: u64) -> u64 {
        let now = self.0.load(Ordering::Relaxed);
        if now >> Self::BITS == tick { now & ((1 << Self::BITS) - 1) } else { 0 }
    }

    fn add(&self, tick: u64) {
        // Sums are the same in whatever order threads come.
        let next = |now: u64| if now >> Self::BITS == tick { now + 1 } else { (tick << Self::BITS) + 1 };
        let _ = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |now| Some(next(now)));
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

    /// For how many places there is room.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// All of them, each in the place that its handle names.
    pub fn places(&mut self) -> &mut [Option<Track>] {
        &mut self.0
    }
}

fn index(handle: RigidBodyHandle) -> usize {
    handle.into_raw_parts().0 as usize
}
