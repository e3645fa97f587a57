//! Which bodies push on each other after a step, which of them did not before, and how fast those closed in.
//!
//! Rapier tells of no touch, only of closeness. What it keeps about every pair of close bodies tells the rest: whether
//! they pushed on each other in the step, and where. With the velocities from before the step, which the solver has
//! changed by now, that gives how hard they met. Nothing here slows a pair down that lies still.

use super::impact::{Begun, begun, impulse};
use super::track::Tracks;
use rapier3d::geometry::{InteractionGraph, NEW_CONTACT_BIT};
use rapier3d::prelude::*;
use rapier3d::rayon::prelude::*;
use std::sync::{Mutex, PoisonError};

/// Deeper overlaps than this, in metres, come from bodies that were made inside each other.
const CRAMMED: f32 = -0.02;
/// With fewer moving bodies than this part of the pairs, only theirs are looked through.
const FEW: usize = 8;
/// So many pairs are looked through at a time.
const CHUNK: usize = 1024;

/// What we remember of a pair, in the place of Rapier's own list. Rapier moves its last pair to where it removes one, so
/// the colliders tell whether it is still the same.
#[derive(Clone, Copy)]
struct Slot {
    colliders: [ColliderHandle; 2],
    /// Rapier has contacts for it, and so it may push.
    near: bool,
    /// The last tick in which they pushed on each other.
    pushed_at: u64,
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

/// Who touches, and what a step did to that.
#[derive(Default)]
pub(super) struct Touches {
    slots: Vec<Slot>,
    found: Vec<Found>,
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
        self.found.clear();
        self.look_through(physics, tracks, tick);
        let edges = graph(physics).raw_graph().raw_edges();
        let found = std::mem::take(&mut self.found);
        for &Found { edge, bodies, begins, crammed } in &found {
            if crammed {
                self.note_crammed(bodies, tracks, tick);
            }
            if begins {
                self.begun.extend(begun(&edges[edge].weight, tracks));
            }
        }
        self.found = found;
    }

    /// Notes the pairs of a body that was at rest: they touch already.
    pub fn note_resting(&mut self, physics: &PhysicsWorld, rigid: &RigidBody, tracks: &Tracks, tick: u64) {
        let edges = graph(physics).raw_graph().raw_edges();
        self.slots.resize(edges.len(), Slot::none());
        for edge in edges_of(physics, rigid) {
            self.slots[edge].look(edge, &edges[edge].weight, tracks, tick);
        }
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
        let edges = graph(physics).raw_graph().raw_edges();
        self.slots.resize(edges.len(), Slot::none());
        let Some(start) = edges.first().map(|edge| address(&edge.weight)) else {
            return;
        };
        let mut heard = nearness.0.lock().unwrap_or_else(PoisonError::into_inner);
        for news in heard.drain(..) {
            let edge = news.address.wrapping_sub(start) / size_of_val(&edges[0]);
            // A pair that was removed meanwhile is no longer there.
            if edges.get(edge).is_some_and(|edge| colliders(&edge.weight) == news.colliders) {
                self.slots[edge] =
                    Slot { colliders: news.colliders, near: news.near, pushed_at: Slot::NEVER };
            }
        }
    }

    fn note_crammed(&mut self, bodies: [RigidBodyHandle; 2], tracks: &mut Tracks, tick: u64) {
        for body in bodies {
            if let Some(track) = tracks.get_mut(body).filter(|track| track.moves) {
                track.crammed_at = tick;
                self.crammed.push((body, track.linvel.length()));
            }
        }
    }

    /// Brings the memory of the pairs up to date, of all if many bodies move, else of those that belong to one that does.
    fn look_through(&mut self, physics: &PhysicsWorld, tracks: &Tracks, tick: u64) {
        let Touches { slots, found, .. } = self;
        let edges = graph(physics).raw_graph().raw_edges();
        slots.resize(edges.len(), Slot::none());
        let active = || physics.islands.active_bodies();
        if active().count() * FEW < edges.len() {
            for rigid in active().filter_map(|handle| physics.bodies.get(handle)) {
                for edge in edges_of(physics, rigid) {
                    // A pair of two bodies that both move comes twice, but begins once.
                    found.extend(slots[edge].look(edge, &edges[edge].weight, tracks, tick));
                }
            }
            found.sort_unstable_by_key(|found| found.edge);
            return;
        }
        let look = |first: usize, slots: &mut [Slot]| {
            let slots = slots.iter_mut().enumerate().map(|(at, slot)| (first + at, slot));
            slots.filter_map(|(at, slot)| slot.look(at, &edges[at].weight, tracks, tick)).collect::<Vec<_>>()
        };
        if edges.len() < 2 * CHUNK {
            found.append(&mut look(0, slots));
        } else {
            let chunks = slots.par_chunks_mut(CHUNK).enumerate();
            let chunks: Vec<_> = chunks.map(|(chunk, slots)| look(chunk * CHUNK, slots)).collect();
            found.extend(chunks.into_iter().flatten());
        }
    }
}

impl Slot {
    /// Stands for a pair of which we do not know when it pushed.
    const UNKNOWN: u64 = u64::MAX - 1;
    /// Stands for a pair that did not push since it came near.
    const NEVER: u64 = u64::MAX - 2;

    fn none() -> Slot {
        Slot { colliders: [ColliderHandle::invalid(); 2], near: false, pushed_at: Slot::UNKNOWN }
    }

    /// Takes in what a pair did in a tick. Returns it if there is more to find out about it.
    fn look(&mut self, edge: usize, pair: &ContactPair, tracks: &Tracks, tick: u64) -> Option<Found> {
        if self.colliders != colliders(pair) {
            let near = pair.has_any_active_contact();
            *self = Slot { colliders: colliders(pair), near, pushed_at: Slot::UNKNOWN };
        }
        if !self.near || self.pushed_at == tick {
            return None;
        }
        let manifold = pair.manifolds().first()?;
        if !manifold.points.iter().any(|point| point.data.impulse > 0.0) {
            return None;
        }
        let contacts = &manifold.data.solver_contacts;
        let last = self.pushed_at;
        let goes_on = last.wrapping_add(1) == tick;
        // Points that Rapier left out of this step keep what they pushed before.
        if !goes_on && !contacts.iter().any(|contact| impulse(manifold, contact) > 0.0) {
            return None;
        }
        // Rapier marks points that did not push before.
        let unmarked = || contacts.iter().any(|contact| contact.contact_id[0] & NEW_CONTACT_BIT == 0);
        let touched = goes_on || (last == Slot::UNKNOWN && unmarked());
        self.pushed_at = tick;
        let bodies = [manifold.data.rigid_body1?, manifold.data.rigid_body2?];
        let [one, two] = [tracks.get(bodies[0])?, tracks.get(bodies[1])?];
        if one.moves && two.moves {
            one.push_on_another(tick);
            two.push_on_another(tick);
        }
        let young = one.may_be_crammed(tick) || two.may_be_crammed(tick);
        let crammed = young && manifold.points.iter().any(|point| point.dist < CRAMMED);
        (!touched || crammed).then_some(Found { edge, bodies, begins: !touched, crammed })
    }
}

/// Hears from Rapier which pairs come near each other, so that contacts are made for them, and which part again.
#[derive(Default)]
pub(super) struct Nearness(Mutex<Vec<News>>);

struct News {
    /// Where Rapier keeps the pair.
    address: usize,
    colliders: [ColliderHandle; 2],
    near: bool,
}

impl EventHandler for Nearness {
    fn handle_collision_event(
        &self,
        _: &RigidBodySet,
        _: &ColliderSet,
        event: CollisionEvent,
        pair: Option<&ContactPair>,
    ) {
        if let Some(pair) = pair {
            let news = News { address: address(pair), colliders: colliders(pair), near: event.started() };
            self.0.lock().unwrap_or_else(PoisonError::into_inner).push(news);
        }
    }

    fn handle_contact_force_event(&self, _: f32, _: &RigidBodySet, _: &ColliderSet, _: &ContactPair, _: f32) {
    }

    fn handle_soft_body_tear_event(&self, _: &SoftBodySet, _: &SoftBodyTearEvent) {}
}

fn colliders(pair: &ContactPair) -> [ColliderHandle; 2] {
    [pair.collider1, pair.collider2]
}

/// Only ever compared, to find a pair's place in the list.
fn address(pair: &ContactPair) -> usize {
    std::ptr::from_ref(pair).addr()
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
