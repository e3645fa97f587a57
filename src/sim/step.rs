//! One tick of the world of bodies.

use super::body::{BodyId, MAX_DISTANCE, MAX_SPEED};
use super::contact::Watch;
use super::world::World;
use rapier3d::prelude::*;

/// A body with a point faster than this is watched: two of them can close in at the 0.5 m/s that is reported.
const WATCH_FROM: f32 = 0.25;
/// And until it is slower than this.
const WATCH_UNTIL: f32 = 0.15;

impl World {
    /// Remembers where bodies are, to draw between there and where they go.
    pub(super) fn remember_poses(&mut self) {
        for &id in &self.moved {
            let Some(body) = self.table.get_mut(id) else {
                continue;
            };
            if let Some(rigid) = self.physics.bodies.get(body.rigid) {
                body.previous = *rigid.position();
            }
        }
    }

    /// Moves everything on by one tick. `tick` is the number of the tick that this step completes.
    pub(super) fn step(&mut self, tick: u64) {
        self.watch_what_moves();
        let mut watch = Watch::default();
        self.physics.step_with_events(&watch, &());
        watch.slow_what_was_crammed(&mut self.physics.bodies);
        self.forget_forces();
        self.contacts
            .collect(watch, &self.physics.narrow_phase, &self.table, tick);
        self.stop_what_went_astray();
    }

    /// Turns our hook on for bodies that move or are new, and off for the others: Rapier has a shortcut for resting pairs that it
    /// takes only without a hook.
    fn watch_what_moves(&mut self) {
        let World { physics, table, stirred, .. } = self;
        let stirred = stirred.drain(..).filter_map(|id| table.get(id)).map(|body| (body.rigid, true));
        let awake = physics.islands.active_bodies().map(|handle| (handle, false));
        let awake: Vec<(RigidBodyHandle, bool)> = awake.chain(stirred).collect();
        for (handle, stirred) in awake {
            let Some(rigid) = physics.bodies.get(handle).filter(|rigid| rigid.is_dynamic()) else { continue };
            let Some(&collider) = rigid.colliders().first() else { continue };
            let Some(shape) = physics.colliders.get(collider) else { continue };
            let speed = rigid.linvel().length() + rigid.angvel().length() * reach(shape);
            let watched = !shape.active_hooks().is_empty();
            let limit = if watched { WATCH_UNTIL } else { WATCH_FROM };
            if watched != (stirred || speed >= limit)
                && let Some(shape) = physics.colliders.get_mut(collider)
            {
                let on = ActiveHooks::MODIFY_SOLVER_CONTACTS;
                shape.set_active_hooks(if watched { ActiveHooks::empty() } else { on });
            }
        }
    }

    fn forget_forces(&mut self) {
        for id in std::mem::take(&mut self.forced) {
            let Some(rigid) = self.table.get(id).map(|body| body.rigid) else {
                continue;
            };
            if let Some(rigid) = self.physics.bodies.get_mut(rigid) {
                rigid.reset_forces(false);
            }
        }
    }

    /// Notes which bodies moved, keeps them under the highest speed, and freezes those that are lost: Rapier gave up
    /// on them, or they are farther away than 32-bit positions can tell.
    fn stop_what_went_astray(&mut self) {
        let World { physics, moved, .. } = self;
        moved.clear();
        let (mut speeding, mut lost) = (Vec::new(), Vec::new());
        for handle in physics.islands.active_bodies() {
            let Some(rigid) = physics.bodies.get(handle) else {
                continue;
            };
            moved.push(BodyId(rigid.user_data as i64));
            if rigid.linvel().length_squared() > (MAX_SPEED * MAX_SPEED) as f32 {
                speeding.push(handle);
            }
            if rigid.is_enabled() && rigid.translation().abs().max_element() > MAX_DISTANCE as f32 {
                lost.push(handle);
            }
        }
        lost.extend_from_slice(physics.quarantine().bodies());
        for handle in speeding {
            let Some(rigid) = physics.bodies.get_mut(handle) else {
                continue;
            };
            let v = rigid.linvel().clamp_length_max(MAX_SPEED as f32);
            rigid.set_linvel(v, false);
        }
        for handle in lost {
            let Some(rigid) = physics.bodies.get_mut(handle) else {
                continue;
            };
            rigid.set_linvel(Vector::ZERO, false);
            rigid.set_angvel(Vector::ZERO, false);
            rigid.set_enabled(false);
            let (id, at) = (rigid.user_data, rigid.translation());
            self.notices.push(format!(
                "body {id} was lost at ({}, {}, {}) and does not move any more",
                at.x, at.y, at.z
            ));
        }
    }
}

/// From the centre of a body to its farthest point.
pub(super) fn reach(collider: &Collider) -> f32 {
    match collider.shape().as_typed_shape() {
        TypedShape::Cuboid(cuboid) => cuboid.half_extents.length(),
        TypedShape::Ball(ball) => ball.radius,
        _ => collider.shape().compute_local_bounding_sphere().radius,
    }
}
