//! Which bodies push on each other after a step, which of them did not before, and how fast those closed in.
//!
//! Rapier tells of no touch, only of closeness. What it keeps about every pair of close bodies tells the rest: whether
//! they pushed on each other in the step, and where. With the velocities from before the step, which the solver has
//! changed by now, that gives how hard they met. Nothing here slows a pair down that lies still.

use super::contact::REPORT_FROM;
use super::meet::gravity;
use super::track::{Track, Tracks};
use rapier3d::prelude::*;
use rapier3d::rayon::prelude::*;

/// Deeper overlaps than this, in metres, come from bodies that were made inside each other.
const CRAMMED: f32 = -0.02;
/// So many pairs are looked through at a time.
const CHUNK: usize = 1024;

/// Two bodies that push on each other.
#[derive(Clone, Copy)]
struct Touching {
    edge: u32,
    bodies: [RigidBodyHandle; 2],
    deep: bool,
}

/// A touch that began in the last step.
pub(super) struct Begun {
    pub bodies: [RigidBodyHandle; 2],
    /// From the first body to the second.
    pub normal: Vector,
    /// Closing speed at the touch, in m/s, the fastest of all points of contact.
    pub speed: f32,
    /// The middle of where they touch.
    pub middle: Vector,
    pub points: Vec<Point>,
}

/// Where two bodies push on each other.
#[derive(Clone, Copy)]
pub(super) struct Point {
    /// From the centre of each body to its own surface there.
    pub arms: [Vector; 2],
    /// Where Rapier let the push act, from the same centres.
    pub solver_arms: [Vector; 2],
    /// How far they were apart, in metres.
    pub gap: f32,
    /// How fast they closed in, in m/s.
    pub closing: f32,
    /// How hard they pushed, in N·s.
    pub impulse: f32,
}

/// What a step did to the touches.
#[derive(Default)]
pub(super) struct Touches {
    found: Vec<Touching>,
    /// In the order of Rapier's pairs, which is the same in every run.
    pub begun: Vec<Begun>,
    /// Bodies deep in another that they did not just hit, with their speed before the step.
    pub crammed: Vec<(RigidBodyHandle, f32)>,
}

impl Touches {
    /// Looks through the pairs after a step, with `tracks` still as they were before it.
    pub fn find(&mut self, physics: &PhysicsWorld, tracks: &mut Tracks, tick: u64) {
        self.begun.clear();
        self.crammed.clear();
        self.find_pushing(physics);
        let edges = physics.narrow_phase.contact_graph().raw_graph().raw_edges();
        let found = std::mem::take(&mut self.found);
        for &Touching { edge, bodies: [one, two], deep } in &found {
            let before = tracks.touch(one, two, tick);
            if before && !deep {
                continue;
            }
            let begun = edges.get(edge as usize).and_then(|edge| begun(&edge.weight, tracks));
            if deep {
                let hit = !before && begun.as_ref().is_some_and(|begun| begun.speed >= REPORT_FROM);
                self.note_crammed([one, two], hit, tracks, tick);
            }
            if !before {
                self.begun.extend(begun);
            }
        }
        self.found = found;
    }

    /// Two bodies deep in each other are crammed, unless they just hit: a fast one may well get so deep. One that was
    /// crammed a moment ago hits others only because of that.
    fn note_crammed(&mut self, bodies: [RigidBodyHandle; 2], hit: bool, tracks: &mut Tracks, tick: u64) {
        if hit && !bodies.iter().any(|&body| tracks.get(body).is_some_and(|track| track.crammed_lately(tick))) {
            return;
        }
        for body in bodies {
            if let Some(track) = tracks.get_mut(body).filter(|track| track.moves) {
                track.crammed_at = tick;
                self.crammed.push((body, track.linvel.length()));
            }
        }
    }

    fn find_pushing(&mut self, physics: &PhysicsWorld) {
        self.found.clear();
        let narrow = &physics.narrow_phase;
        let edges = narrow.contact_graph().raw_graph().raw_edges();
        let active = physics.islands.active_bodies().count();
        if active * 8 < edges.len() {
            // Few move: look only at their pairs. Each has its place in the list, so that it is looked at once.
            for handle in physics.islands.active_bodies() {
                let collider = physics.bodies.get(handle).and_then(|rigid| rigid.colliders().first());
                for pair in collider.into_iter().flat_map(|&collider| narrow.contact_pairs_with(collider)) {
                    let start = std::ptr::from_ref(&edges[0].weight).addr();
                    let edge = (std::ptr::from_ref(pair).addr() - start) / size_of_val(&edges[0]);
                    self.found.extend(touching(edge, pair));
                }
            }
            self.found.sort_unstable_by_key(|touching| touching.edge);
            self.found.dedup_by_key(|touching| touching.edge);
        } else if edges.len() < 2 * CHUNK {
            self.found.extend(edges.iter().enumerate().filter_map(|(at, edge)| touching(at, &edge.weight)));
        } else {
            let chunks = edges.par_chunks(CHUNK).enumerate().map(|(chunk, edges)| {
                let pairs = edges.iter().enumerate();
                pairs.filter_map(|(at, edge)| touching(chunk * CHUNK + at, &edge.weight)).collect::<Vec<_>>()
            });
            for mut chunk in chunks.collect::<Vec<_>>() {
                self.found.append(&mut chunk);
            }
        }
    }
}

/// Notes the pairs of a body that was at rest: they touch already.
pub(super) fn note_resting(physics: &PhysicsWorld, rigid: &RigidBody, tracks: &mut Tracks, tick: u64) {
    for &collider in rigid.colliders() {
        for pair in physics.narrow_phase.contact_pairs_with(collider) {
            if let Some(Touching { bodies: [one, two], .. }) = touching(0, pair) {
                tracks.touch(one, two, tick);
            }
        }
    }
}

fn touching(edge: usize, pair: &ContactPair) -> Option<Touching> {
    let manifold = pair.manifolds().first()?;
    let points = &manifold.points;
    let pushes = manifold.data.solver_contacts.iter().any(|contact| impulse(manifold, contact) > 0.0);
    let (one, two) = (manifold.data.rigid_body1?, manifold.data.rigid_body2?);
    let deep = || points.iter().any(|point| point.dist < CRAMMED);
    pushes.then(|| Touching { edge: edge as u32, bodies: [one, two], deep: deep() })
}

fn data<'a>(manifold: &'a ContactManifold, contact: &SolverContact) -> Option<&'a ContactData> {
    let at = contact.contact_id[0] & !rapier3d::geometry::NEW_CONTACT_BIT;
    manifold.points.get(at as usize).map(|point| &point.data)
}

fn impulse(manifold: &ContactManifold, contact: &SolverContact) -> f32 {
    data(manifold, contact).map_or(0.0, |data| data.impulse)
}

/// How two bodies met that push on each other.
fn begun(pair: &ContactPair, tracks: &Tracks) -> Option<Begun> {
    let manifold = pair.manifolds().first()?;
    let bodies = [manifold.data.rigid_body1?, manifold.data.rigid_body2?];
    let [one, two] = [tracks.get(bodies[0])?, tracks.get(bodies[1])?];
    let normal = manifold.data.normal;
    let falls = (gravity(one.moves) - gravity(two.moves)).dot(normal);
    let (mut fastest, mut speed, mut middle) = (f32::MIN, 0.0, Vector::ZERO);
    let mut points = Vec::new();
    for contact in &manifold.data.solver_contacts {
        let on = [place(one, contact.anchor1), place(two, contact.anchor2)];
        let at = (on[0] + on[1]) * 0.5;
        middle += at;
        let gap = (on[1] - on[0]).dot(normal);
        let closing = (one.velocity_at(at) - two.velocity_at(at)).dot(normal);
        if closing > fastest {
            fastest = closing;
            // What gravity adds on the way that is left.
            speed = (closing * closing.max(0.0) + 2.0 * falls * gap.max(0.0)).max(0.0).sqrt();
        }
        let Some(data) = data(manifold, contact).filter(|data| data.impulse > 0.0) else {
            continue;
        };
        points.push(Point {
            arms: [on[0] - one.pose.translation, on[1] - two.pose.translation],
            solver_arms: [data.solver_dp1, data.solver_dp2],
            gap,
            closing,
            impulse: data.impulse,
        });
    }
    for point in &mut points {
        // Every point gets its share of what gravity adds.
        point.closing = if fastest > 0.0 { point.closing * speed / fastest } else { 0.0 };
    }
    let middle = middle / manifold.data.solver_contacts.len() as f32;
    Some(Begun { bodies, normal, speed, middle, points })
}

/// Where a point that Rapier keeps was before the step. What never moves has its points in the world.
fn place(track: &Track, anchor: Vector) -> Vector {
    if track.moves { track.pose.transform_point(anchor) } else { anchor }
}
