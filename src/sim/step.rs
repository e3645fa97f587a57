//! One tick of the world of bodies.

use super::ahead::{LookAhead, should_look};
use super::body::{BodyId, MAX_DISTANCE, MAX_SPEED};
use super::bounce;
use super::touch::Touches;
use super::track::{Company, Track};
use super::world::{Notice, World};
use rapier3d::prelude::*;
use rapier3d::rayon::{self, prelude::*};
use std::sync::{Mutex, PoisonError};

/// No faster than this, in m/s, do bodies that were made inside each other drive each other apart.
const APART: f32 = 3.0;
/// So many bodies are looked at at a time.
const CHUNK: usize = 256;
/// Several threads look at the bodies if one in so many moves.
const MANY: usize = 4;
/// With so many moving bodies a step is worth the way to another thread and back. Rapier shares its work out to a pool of
/// threads, many times in a step; on a thread of that pool it needs not wake them and wait each time.
const CROWD: usize = 64;
/// One world at a time has a thread of the pool to itself. In each step Rapier gives the pool a task and waits for it; with as
/// many worlds as threads in such a wait none would be left for the tasks, and all would wait forever.
static ON_THE_POOL: Mutex<()> = Mutex::new(());

impl World {
    /// Moves everything on by one tick. `tick` is the number of the tick that this step completes. Not to be called on a thread of
    /// the pool.
    pub(super) fn step(&mut self, tick: u64) {
        self.let_in();
        self.take_in_stirred();
        self.tick = tick;
        if self.physics.islands.num_active_bodies() < CROWD {
            self.step_now();
        } else {
            let _alone = ON_THE_POOL.lock().unwrap_or_else(PoisonError::into_inner);
            rayon::scope(|_| self.step_now());
        }
    }

    fn step_now(&mut self) {
        self.physics.step_with_events(&LookAhead, &self.nearness);
        self.touches.hear(&self.nearness, &self.physics);
        self.forget_forces();
        // Nothing moves and nothing can begin.
        if self.physics.islands.num_active_bodies() > 0 {
            self.find_touches();
            self.look_at_what_moved();
        }
        self.stop_what_rapier_gave_up();
        self.tidy();
    }

    /// Finds out which touches began, lets them bounce, and keeps them for scripts.
    fn find_touches(&mut self) {
        let mut touches = std::mem::take(&mut self.touches);
        touches.find(&self.physics, &mut self.tracks, self.tick);
        bounce::bounce(&touches.begun, &self.tracks, &mut self.physics.bodies);
        self.slow_what_was_crammed(&mut touches);
        self.contacts.collect(&touches.begun, &self.tracks, &self.table, self.tick);
        self.touches = touches;
    }

    /// Slows down what was driven out of another body in this step: many that were made in one place would otherwise add
    /// up their thrusts.
    fn slow_what_was_crammed(&mut self, touches: &mut Touches) {
        for &(handle, before) in &touches.crammed {
            let most = APART.max(before);
            let bodies = &mut self.physics.bodies;
            let too_fast = bodies.get(handle).is_some_and(|body| body.linvel().length() > most);
            if too_fast && let Some(body) = bodies.get_mut(handle) {
                let velocity = body.linvel().clamp_length_max(most);
                body.set_linvel(velocity, false);
            }
        }
    }

    fn forget_forces(&mut self) {
        for handle in self.forced.drain(..) {
            if let Some(rigid) = self.physics.bodies.get_mut(handle)
                && let Some(track) = self.tracks.get_mut(handle)
            {
                rigid.reset_forces(false);
                track.forced = false;
            }
        }
    }

    /// Remembers where bodies were and how fast they are, keeps them under the highest speed, freezes those that are
    /// farther away than 32-bit positions can tell, and decides who looks ahead.
    fn look_at_what_moved(&mut self) {
        let World { physics, tracks, tick, .. } = self;
        let (bodies, tick) = (&physics.bodies, *tick);
        let active = || physics.islands.active_bodies();
        let (places, company) = tracks.places();
        let mut changes = Vec::new();
        if physics.islands.num_active_bodies() * MANY < places.len().max(2 * CHUNK) {
            for handle in active() {
                let at = handle.into_raw_parts().0 as usize;
                if let Some(rigid) = bodies.get(handle)
                    && let Some((Some(track), company)) = places.get_mut(at).zip(company.get(at))
                {
                    changes.extend(remember(handle, rigid, track, *company, tick));
                }
            }
        } else {
            let chunk = |(chunk, places): (usize, &mut [Option<Track>])| -> Vec<Change> {
                let tracks = (chunk * CHUNK..).zip(places.iter_mut());
                let found = tracks.filter_map(|(at, track)| {
                    let track = track.as_mut().filter(|track| track.moves)?;
                    let (rigid, handle) = bodies.get_unknown_gen(at as u32)?;
                    let active = !rigid.is_sleeping() && rigid.is_enabled();
                    active.then(|| remember(handle, rigid, track, company[at], tick)).flatten()
                });
                found.collect()
            };
            let chunks: Vec<_> = places.par_chunks_mut(CHUNK).enumerate().map(chunk).collect();
            changes.extend(chunks.into_iter().flatten());
            changes.sort_unstable_by_key(|change| change.id);
        }
        for change in changes {
            self.carry_out(&change);
        }
    }

    fn carry_out(&mut self, change: &Change) {
        if change.strays {
            return self.freeze(change.handle);
        }
        if change.speeds
            && let Some(rigid) = self.physics.bodies.get_mut(change.handle)
            && let Some(track) = self.tracks.get_mut(change.handle)
        {
            track.linvel = track.linvel.clamp_length_max(MAX_SPEED as f32);
            rigid.set_linvel(track.linvel, false);
        }
        self.set_look(change.handle, change.look);
    }

    fn stop_what_rapier_gave_up(&mut self) {
        let quarantine = self.physics.quarantine();
        if quarantine.is_empty() {
            return;
        }
        let mut lost = quarantine.bodies().to_vec();
        let colliders = quarantine.colliders().iter();
        lost.extend(colliders.filter_map(|&collider| self.physics.colliders.get(collider)?.parent()));
        for handle in lost {
            self.freeze(handle);
        }
    }

    /// Stops a body for good, and says so.
    fn freeze(&mut self, handle: RigidBodyHandle) {
        let Some(rigid) = self.physics.bodies.get_mut(handle) else {
            return;
        };
        rigid.set_linvel(Vector::ZERO, false);
        rigid.set_angvel(Vector::ZERO, false);
        rigid.set_enabled(false);
        let (id, at) = (BodyId(rigid.user_data as i64), rigid.translation());
        if let Some(track) = self.tracks.get_mut(handle) {
            (track.linvel, track.angvel) = (Vector::ZERO, Vector::ZERO);
        }
        self.notices.push(Notice {
            owner: self.table.get(id).and_then(|body| body.owner),
            text: format!("body {id} was lost at ({}, {}, {}) and does not move any more", at.x, at.y, at.z),
        });
    }
}

/// What is to be done about a body that moved.
struct Change {
    id: BodyId,
    handle: RigidBodyHandle,
    look: bool,
    speeds: bool,
    strays: bool,
}

/// Takes in how a body moved in a tick. Returns what is to be done about it, if anything is.
fn remember(
    handle: RigidBodyHandle,
    rigid: &RigidBody,
    track: &mut Track,
    company: Company,
    tick: u64,
) -> Option<Change> {
    track.previous = std::mem::replace(&mut track.pose, *rigid.position());
    (track.linvel, track.angvel) = (rigid.linvel(), rigid.angvel());
    track.moved_at = tick;
    let look = should_look(track, company, tick);
    let speeds = track.linvel.length_squared() > (MAX_SPEED * MAX_SPEED) as f32;
    let strays = track.pose.translation.abs().max_element() > MAX_DISTANCE as f32 && rigid.is_enabled();
    let change = Change { id: track.id, handle, look, speeds, strays };
    (look != track.looks || speeds || strays).then_some(change)
}

#[cfg(test)]
mod tests {
    use super::super::body::{BodyDef, Shape};
    use super::*;

    #[test]
    fn a_body_that_rapier_gives_up_on_is_stopped_and_told_with_its_owner() {
        let mut world = World::new();
        let def = BodyDef::new(Shape::Sphere { radius: 0.25 });
        let id = world.spawn(Some(7), &def).unwrap();
        let fine = world.spawn(Some(8), &BodyDef { pos: def.pos * 3.0, ..def.clone() }).unwrap();
        world.step(1);
        let handle = world.table.get(id).unwrap().rigid;
        world.physics.bodies.get_mut(handle).unwrap().add_force(Vector::NAN, true);
        world.step(2);
        let notices = world.take_notices();
        assert_eq!(notices.len(), 1, "{notices:?}");
        assert_eq!(notices[0].owner, Some(7));
        assert!(notices[0].text.starts_with(&format!("body {id} was lost at")), "{notices:?}");
        for tick in 3..60 {
            world.step(tick);
        }
        assert!(world.take_notices().is_empty());
        assert!(world.position(id).unwrap().is_finite());
        assert!(world.velocity(fine).unwrap().y < -5.0);
        world.remove(id).unwrap();
        world.step(60);
    }
}
