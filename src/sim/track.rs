//! What we remember of every body from tick to tick, in the places of Rapier's own list: how it was before the last step,
//! and how many others it pushed on in it.
//!
//! What is looked up for every pair of bodies stands apart from the rest, so that it stays in the processor's cache.

use super::body::{BodyDef, BodyId, Shape};
use rapier3d::prelude::{Pose, RigidBodyHandle, Vector};

/// For how many ticks what was crammed into another body counts as such.
const CRAMMED_FOR: u64 = 30;

/// A body that is so many ticks old may still be where it was made.
const YOUNG: u64 = 2;

/// What we remember of a body.
pub(super) struct Track {
    pub id: BodyId,
    /// The first tick after which it was there.
    pub born_at: u64,
    /// The last tick in which it was deep in another body because one of the two was made there.
    pub crammed_at: u64,
    /// The last tick in which it moved.
    pub moved_at: u64,
    pub bounce: f32,
    /// From the centre to the farthest point, in metres.
    pub reach: f32,
    /// From the centre to the nearest face, in metres.
    pub thin: f32,
    pub moves: bool,
    /// It waits in the list of bodies that were made or pushed since the last step.
    pub stirred: bool,
    /// It waits in the list of bodies with a force on them.
    pub forced: bool,
    /// It waits for room.
    pub waiting: bool,
    /// Whether it looks ahead of itself.
    pub looks: bool,
    /// The velocities with which the next step begins.
    pub linvel: Vector,
    pub angvel: Vector,
    /// The pose after the last step, and the one before it.
    pub pose: Pose,
    pub previous: Pose,
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
}

/// How many others that move a body pushed on in a tick, of the last in which it pushed on any: a count with the tick above it.
#[derive(Clone, Copy, Default)]
pub(super) struct Company(u64);

impl Company {
    const BITS: u32 = 16;

    /// Zero, unless it counts this tick.
    pub fn of(self, tick: u64) -> u64 {
        if self.0 >> Self::BITS == tick { self.0 & ((1 << Self::BITS) - 1) } else { 0 }
    }

    fn add(&mut self, tick: u64) {
        self.0 = if self.0 >> Self::BITS == tick { self.0 + 1 } else { (tick << Self::BITS) + 1 };
    }
}

/// The memory of all bodies.
#[derive(Default)]
pub(super) struct Tracks {
    places: Vec<Option<Track>>,
    company: Vec<Company>,
    /// After this tick no body may be crammed, as far as is known now.
    crammed_until: u64,
}

impl Tracks {
    pub fn insert(&mut self, handle: RigidBodyHandle, track: Track) {
        let at = index(handle);
        if at >= self.places.len() {
            self.places.resize_with(at + 1, || None);
            self.company.resize(at + 1, Company::default());
        }
        self.crammed_until = self.crammed_until.max(track.born_at + YOUNG);
        self.company[at] = Company::default();
        self.places[at] = Some(track);
    }

    pub fn remove(&mut self, handle: RigidBodyHandle) {
        if let Some(track) = self.places.get_mut(index(handle)) {
            *track = None;
        }
    }

    pub fn get(&self, handle: RigidBodyHandle) -> Option<&Track> {
        self.places.get(index(handle))?.as_ref()
    }

    pub fn get_mut(&mut self, handle: RigidBodyHandle) -> Option<&mut Track> {
        self.places.get_mut(index(handle))?.as_mut()
    }

    /// For how many places there is room.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// All of them, each in the place that its handle names, and the company of each.
    pub fn places(&mut self) -> (&mut [Option<Track>], &[Company]) {
        (&mut self.places, &self.company)
    }

    /// The company of a body.
    pub fn company(&self, handle: RigidBodyHandle) -> Company {
        self.company.get(index(handle)).copied().unwrap_or_default()
    }

    /// Notes that two bodies in these places, both of which move, push on each other.
    pub fn push_on_each_other(&mut self, places: [u32; 2], tick: u64) {
        for place in places {
            if let Some(company) = self.company.get_mut(place as usize) {
                company.add(tick);
            }
        }
    }

    /// Whether an overlap of any body may come from where it was made. If not, neither has it
    /// [for one](Track::may_be_crammed).
    pub fn any_may_be_crammed(&self, tick: u64) -> bool {
        self.crammed_until >= tick
    }

    /// Notes that a body is crammed into another, if it moves. Returns it then.
    pub fn cram(&mut self, handle: RigidBodyHandle, tick: u64) -> Option<&Track> {
        let track = self.places.get_mut(index(handle))?.as_mut().filter(|track| track.moves)?;
        track.crammed_at = tick;
        self.crammed_until = self.crammed_until.max(tick + CRAMMED_FOR);
        Some(track)
    }
}

fn index(handle: RigidBodyHandle) -> usize {
    handle.into_raw_parts().0 as usize
}
