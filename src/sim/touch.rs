//! Which bodies push on each other after a step, which of them did not before, and how fast those closed in.
//!
//! Rapier tells of no touch, only of closeness. What it keeps about every pair of close bodies tells the rest: whether
//! they pushed on each other in the step, and where. With the velocities from before the step, which the solver has
//! changed by now, that gives how hard they met. Nothing here slows a pair down that lies still.

use super::impact::{Begun, begun, impulse};
use super::nearness::{Nearness, address, colliders};
use super::track::Tracks;
use rapier3d::geometry::{InteractionGraph, NEW_CONTACT_BIT};
use rapier3d::prelude::*;
use rapier3d::rayon::prelude::*;

/// Deeper overlaps than this, in metres, come from bodies that were made inside each other.
const CRAMMED: f32 = -0.02;
/// With fewer moving bodies than this part of the pairs, only theirs are looked through.
const FEW: usize = 8;
/// So many pairs are looked through at a time.
const CHUNK: usize = 1024;
/// So many pairs are read from memory at the same time.
const BLOCK: usize = 32;

/// What we remember of a pair, in the place of Rapier's own list. Rapier moves its last pair to where it removes one, so
/// the colliders tell whether it is still the same.
#[derive(Clone, Copy)]
struct Slot {
    colliders: [ColliderHandle; 2],
    /// Rapier has contacts for it, and so it may push.
    near: bool,
    /// The last tick in which they pushed on each other.
    pushed_at: u64,
    /// The places of their bodies, if both move and it pushed since it came near.
    both_move: Option<[u32; 2]>,
}

/// A pair that pushes and needs a closer look.
#[derive(Clone, Copy)]
struct Found {
    edge: usize,
    bodies: [RigidBodyHandle; 2],
    /// It did not push before.
    begins: bool,
    crammed: bool,
}

/// What comes of looking through some pairs.
#[derive(Default)]
struct Finds {
    found: Vec<Found>,
    /// The places of bodies that push on each other and both move.
    pushing: Vec<[u32; 2]>,
}

/// Who touches, and what a step did to that.
#[derive(Default)]
pub(super) struct Touches {
    slots: Vec<Slot>,
    finds: Finds,
    /// In the order of Rapier's pairs, which is the same in every run.
    pub begun: Vec<Begun>,
    /// Bodies deep in another because one of the two was made there, with their speed before the step.
    pub crammed: Vec<(RigidBodyHandle, f32)>,
}

impl Touches {
    /// Looks through the pairs after a step, with `tracks` still as they were before it.
    pub fn find(&mut self, physics: &PhysicsWorld, tracks: &mut Tracks, tick: u64) {
        self.begun.clear();
        self.crammed.clear();
        self.finds.found.clear();
        self.look_through(physics, tracks, tick);
        self.finds.count_company(tracks, tick);
        let edges = graph(physics).raw_graph().raw_edges();
        for &Found { edge, bodies, begins, crammed } in &self.finds.found {
            if crammed {
                for body in bodies {
                    let crammed = tracks.cram(body, tick).map(|track| (body, track.linvel.length()));
                    self.crammed.extend(crammed);
                }
            }
            if begins {
                self.begun.extend(begun(&edges[edge].weight, tracks));
            }
        }
    }

    /// Notes the pairs of a body that was at rest: they touch already.
    pub fn note_resting(
        &mut self,
        physics: &PhysicsWorld,
        rigid: &RigidBody,
        tracks: &mut Tracks,
        tick: u64,
    ) {
        let edges = graph(physics).raw_graph().raw_edges();
        self.slots.resize(edges.len(), Slot::none());
        self.finds.found.clear();
        for edge in edges_of(physics, rigid) {
            self.slots[edge].look(edge, &edges[edge].weight, (tracks, tick), &mut self.finds);
        }
        self.finds.count_company(tracks, tick);
    }

    /// How many pairs there is room for.
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// The bodies that pushed on each other in a tick, for a fingerprint.
    pub fn pushing(&self, tick: u64) -> impl Iterator<Item = [ColliderHandle; 2]> {
        self.slots.iter().filter(move |slot| slot.pushed_at == tick).map(|slot| slot.colliders)
    }

    /// Takes in which pairs came near each other in a step and which parted.
    pub fn hear(&mut self, nearness: &Nearness, physics: &PhysicsWorld) {
        // Places tell nothing after the next step.
        let heard = nearness.take();
        let edges = graph(physics).raw_graph().raw_edges();
        self.slots.resize(edges.len(), Slot::none());
        let Some(start) = edges.first().map(|edge| address(&edge.weight)) else {
            return;
        };
        for news in heard {
            let edge = news.address.wrapping_sub(start) / size_of_val(&edges[0]);
            // A pair that was removed meanwhile is no longer there.
            if edges.get(edge).is_some_and(|edge| colliders(&edge.weight) == news.colliders) {
                self.slots[edge] = Slot {
                    colliders: news.colliders,
                    near: news.near,
                    pushed_at: Slot::NEVER,
                    both_move: None,
                };
            }
        }
    }

    /// Brings the memory of the pairs up to date, of all if many bodies move, else of those that belong to one that does.
    fn look_through(&mut self, physics: &PhysicsWorld, tracks: &Tracks, tick: u64) {
        let Touches { slots, finds, .. } = self;
        let edges = graph(physics).raw_graph().raw_edges();
        slots.resize(edges.len(), Slot::none());
        let islands = &physics.islands;
        if islands.num_active_bodies() * FEW < edges.len() {
            for rigid in islands.active_bodies().filter_map(|handle| physics.bodies.get(handle)) {
                for edge in edges_of(physics, rigid) {
                    // A pair of two bodies that both move comes twice, but begins once.
                    slots[edge].look(edge, &edges[edge].weight, (tracks, tick), finds);
                }
            }
            finds.found.sort_unstable_by_key(|found| found.edge);
            return;
        }
        let look = |first: usize, slots: &mut [Slot], finds: &mut Finds| {
            for (block, slots) in slots.chunks_mut(BLOCK).enumerate() {
                look_at_block(first + block * BLOCK, slots, |at| &edges[at].weight, (tracks, tick), finds);
            }
        };
        if edges.len() < 2 * CHUNK {
            return look(0, slots, finds);
        }
        let chunks = slots.par_chunks_mut(CHUNK).enumerate().map(|(chunk, slots)| {
            let mut finds = Finds::default();
            look(chunk * CHUNK, slots, &mut finds);
            finds
        });
        for mut of_chunk in chunks.collect::<Vec<_>>() {
            finds.found.append(&mut of_chunk.found);
            finds.pushing.append(&mut of_chunk.pushing);
        }
    }
}

impl Finds {
    /// Lets bodies know how many others they push on.
    fn count_company(&mut self, tracks: &mut Tracks, tick: u64) {
        for places in self.pushing.drain(..) {
            tracks.push_on_each_other(places, tick);
        }
    }
}

/// Looks at some pairs, from the one in place `first` on. What Rapier keeps about a pair lies in three places of memory, each
/// of which tells of the next. So all pairs' first are read, then all second, then all third: the processor waits for many
/// of them at a time.
fn look_at_block<'a>(
    first: usize,
    slots: &mut [Slot],
    pair: impl Fn(usize) -> &'a ContactPair,
    (tracks, tick): (&Tracks, u64),
    finds: &mut Finds,
) {
    let (mut near, mut count) = ([0; BLOCK], 0);
    for (at, slot) in slots.iter_mut().enumerate() {
        near[count] = at;
        count += usize::from(slot.may_push(pair(first + at), tick));
    }
    let near = &near[..count];
    let mut manifolds = [None; BLOCK];
    for (manifold, &at) in manifolds.iter_mut().zip(near) {
        *manifold = first_manifold(pair(first + at));
    }
    let mut points: [&[TrackedContact<ContactData>]; BLOCK] = [&[]; BLOCK];
    for (points, manifold) in points.iter_mut().zip(&manifolds[..count]) {
        *points = manifold.map_or(&[], |manifold| &manifold.points);
    }
    let mut pushes = [false; BLOCK];
    for (pushes, points) in pushes.iter_mut().zip(&points[..count]) {
        *pushes = push(points);
    }
    for ((&at, manifold), pushes) in near.iter().zip(manifolds).zip(pushes) {
        if let Some(manifold) = manifold.filter(|_| pushes) {
            slots[at].look_closer(first + at, manifold, (tracks, tick), finds);
        }
    }
}

/// Bodies are convex, so this is the only one that a pair may have. What `ContactPair::manifolds` does, but without a call.
fn first_manifold(pair: &ContactPair) -> Option<&ContactManifold> {
    match &pair.contacts {
        PairContacts::Rigid(contacts) => contacts.manifolds.first(),
        PairContacts::Soft { .. } => None,
    }
}

/// Whether any of a pair's points pushed when last it was solved.
fn push(points: &[TrackedContact<ContactData>]) -> bool {
    points.iter().any(|point| point.data.impulse > 0.0)
}

impl Slot {
    /// Stands for a pair of which we do not know when it pushed.
    const UNKNOWN: u64 = u64::MAX - 1;
    /// Stands for a pair that did not push since it came near.
    const NEVER: u64 = u64::MAX - 2;

    fn none() -> Slot {
        let colliders = [ColliderHandle::invalid(); 2];
        Slot { colliders, near: false, pushed_at: Slot::UNKNOWN, both_move: None }
    }

    /// Takes in what a pair did in a tick.
    fn look(&mut self, edge: usize, pair: &ContactPair, now: (&Tracks, u64), finds: &mut Finds) {
        if self.may_push(pair, now.1)
            && let Some(manifold) = first_manifold(pair)
            && push(&manifold.points)
        {
            self.look_closer(edge, manifold, now, finds);
        }
    }

    /// Whether a pair is near enough to push, and was not looked at before in this tick.
    fn may_push(&mut self, pair: &ContactPair, tick: u64) -> bool {
        if self.colliders != colliders(pair) {
            let near = pair.has_any_active_contact();
            *self = Slot { colliders: colliders(pair), near, ..Slot::none() };
        }
        self.near && self.pushed_at != tick
    }

    /// Takes in what a pair did in a tick of which a point [pushes](push).
    fn look_closer(
        &mut self,
        edge: usize,
        manifold: &ContactManifold,
        (tracks, tick): (&Tracks, u64),
        finds: &mut Finds,
    ) {
        let last = self.pushed_at;
        let goes_on = last.wrapping_add(1) == tick;
        if goes_on && !tracks.any_may_be_crammed(tick) {
            self.pushed_at = tick;
            finds.pushing.extend(self.both_move);
            return;
        }
        let contacts = &manifold.data.solver_contacts;
        // Points that Rapier left out of this step keep what they pushed before.
        if !goes_on && !contacts.iter().any(|contact| impulse(manifold, contact) > 0.0) {
            return;
        }
        // Rapier marks points that did not push before.
        let unmarked = || contacts.iter().any(|contact| contact.contact_id[0] & NEW_CONTACT_BIT == 0);
        let touched = goes_on || (last == Slot::UNKNOWN && unmarked());
        self.pushed_at = tick;
        let (Some(first), Some(second)) = (manifold.data.rigid_body1, manifold.data.rigid_body2) else {
            return;
        };
        let (Some(one), Some(two)) = (tracks.get(first), tracks.get(second)) else {
            return;
        };
        let bodies = [first, second];
        self.both_move = (one.moves && two.moves).then(|| bodies.map(|body| body.into_raw_parts().0));
        finds.pushing.extend(self.both_move);
        let young = one.may_be_crammed(tick) || two.may_be_crammed(tick);
        let crammed = young && manifold.points.iter().any(|point| point.dist < CRAMMED);
        if !touched || crammed {
            finds.found.push(Found { edge, bodies, begins: !touched, crammed });
        }
    }
}

/// Rapier's pairs of close bodies.
fn graph(physics: &PhysicsWorld) -> &InteractionGraph<ColliderHandle, ContactPair> {
    physics.narrow_phase.contact_graph()
}

/// The places of a body's pairs in Rapier's list, which does not tell them itself.
fn edges_of(physics: &PhysicsWorld, rigid: &RigidBody) -> impl Iterator<Item = usize> {
    let edges = graph(physics).raw_graph().raw_edges();
    let start = edges.first().map_or(0, |edge| address(&edge.weight));
    let colliders = rigid.colliders().iter();
    let pairs = colliders.flat_map(|&collider| physics.narrow_phase.contact_pairs_with(collider));
    let size = edges.first().map_or(1, size_of_val);
    pairs.map(move |pair| (address(pair) - start) / size)
}
