//! How many moving bodies may overlap in one place.
//!
//! Every two bodies that overlap are work for the solver, so two thousand in one point would keep it busy for minutes. The first
//! few hundred come apart by themselves; those that are made in the middle of them wait, neither moving nor in the way, until
//! there is room. They keep their velocity, and what scripts add to it, for then.

use super::body::BodyId;
use super::world::{Notice, World};
use rapier3d::prelude::{ColliderHandle, MassProperties};

/// So many moving bodies overlap a new one at most.
const MOST: usize = 320;
/// So many of those that wait are looked at in a tick.
const LOOKS_A_TICK: usize = 8;

impl World {
    /// Lets a new moving body wait if there are too many where it is.
    pub(super) fn hold_back(&mut self, id: BodyId, collider: ColliderHandle) {
        if self.table.len() <= MOST || !self.is_crowded(id, collider) {
            return;
        }
        let Some((handle, owner)) = self.table.get(id).map(|body| (body.rigid, body.owner)) else { return };
        if self.waiting.is_empty() {
            let text = format!(
                "body {id} is made where {MOST} moving bodies are already: it waits until there is room, as others will"
            );
            self.notices.push(Notice { owner, text });
        }
        if let Some(rigid) = self.physics.bodies.get_mut(handle)
            && let Some(track) = self.tracks.get_mut(handle)
        {
            // Without its collider, which goes with it, it would have no mass for impulses to move.
            let mass = rigid.mass_properties().local_mprops;
            rigid.set_additional_mass_properties(mass, false);
            rigid.set_enabled(false);
            track.waiting = true;
            self.waiting.push_back(id);
        }
    }

    /// Lets those in that have room by now.
    pub(super) fn let_in(&mut self) {
        for _ in 0..LOOKS_A_TICK.min(self.waiting.len()) {
            let Some(id) = self.waiting.pop_front() else { return };
            let Some(handle) = self.table.get(id).map(|body| body.rigid) else { continue };
            let collider =
                self.physics.bodies.get(handle).and_then(|rigid| rigid.colliders().first().copied());
            let Some(collider) = collider else { continue };
            if self.is_crowded(id, collider) {
                self.waiting.push_back(id);
                continue;
            }
            if let Some(rigid) = self.physics.bodies.get_mut(handle) {
                rigid.set_additional_mass_properties(MassProperties::default(), false);
                rigid.set_enabled(true);
                rigid.wake_up(true);
            }
            if let Some(track) = self.tracks.get_mut(handle) {
                track.waiting = false;
            }
            self.show_to_rays(collider);
            self.stir(handle);
        }
    }

    fn is_crowded(&self, id: BodyId, collider: ColliderHandle) -> bool {
        let Some(place) = self.physics.colliders.get(collider).map(|collider| collider.compute_aabb()) else {
            return false;
        };
        let moving = |other: BodyId| self.table.get(other).is_some_and(|body| !body.is_static);
        self.near(place).into_iter().filter(|(other, _)| *other != id && moving(*other)).count() >= MOST
    }
}
