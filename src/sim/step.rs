//! One tick of the world of bodies.

use super::body::{BodyId, MAX_DISTANCE, MAX_SPEED};
use super::contact::Watch;
use super::world::World;
use rapier3d::prelude::*;

/// A body with a point faster than this is watched: two of them can close in at the 0.5 m/s that is reported.
const WATCH_FROM: f32 = 0.25;
/// And until it is slower than this.
const WATCH_UNTIL: f32 = 0.15;
/// A body with a point faster than this, which then gets 2 cm in a tick, looks as far ahead as it gets. Rapier always
/// looks 2 cm ahead; it does not let what looks farther come to rest.
const LOOK_AHEAD_FROM: f32 = 1.2;
/// And until it is slower than this.
const LOOK_AHEAD_UNTIL: f32 = 1.0;
const DT: f32 = super::DT as f32;

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
        self.contacts.collect(watch, &self.physics.narrow_phase, &self.table, tick);
        self.stop_what_went_astray();
    }

    /// Turns our hook on for bodies that move or are new, and off for the others: Rapier has a shortcut for resting
    /// pairs that it takes only without a hook. Turns the look ahead on for bodies that get farther in a tick than
    /// Rapier looks anyway; it would keep slower ones from coming to rest.
    fn watch_what_moves(&mut self) {
        let World { physics, table, stirred, .. } = self;
        let stirred = stirred.drain(..).filter_map(|id| table.get(id)).map(|body| (body.rigid, true));
        let awake = physics.islands.active_bodies().map(|handle| (handle, false));
        let awake: Vec<(RigidBodyHandle, bool)> = awake.chain(stirred).collect();
        for (handle, stirred) in awake {
            let Some(rigid) = physics.bodies.get(handle).filter(|rigid| rigid.is_dynamic()) else {
                continue;
            };
            let Some(&collider) = rigid.colliders().first() else {
                continue;
            };
            let Some(shape) = physics.colliders.get(collider) else {
                continue;
            };
            let speed = rigid.linvel().length() + rigid.angvel().length() * reach(shape);
            let (watched, looks) = (!shape.active_hooks().is_empty(), rigid.soft_ccd_prediction() > 0.0);
            let limit = |on, from, until| if on { until } else { from };
            let watch = stirred || speed >= limit(watched, WATCH_FROM, WATCH_UNTIL);
            let look = speed >= limit(looks, LOOK_AHEAD_FROM, LOOK_AHEAD_UNTIL);
            if look && !looks {
                let along = Pose::from_translation(rigid.linvel() * DT);
                let swept = shape.shape().compute_swept_aabb(shape.position(), &(along * *shape.position()));
                physics.broad_phase.set_aabb(&physics.integration_parameters, collider, swept);
            }
            if look != looks
                && let Some(rigid) = physics.bodies.get_mut(handle)
            {
                rigid.set_soft_ccd_prediction(if look { MAX_SPEED as f32 * DT } else { 0.0 });
            }
            if watch != watched
                && let Some(shape) = physics.colliders.get_mut(collider)
            {
                let on = ActiveHooks::MODIFY_SOLVER_CONTACTS;
                shape.set_active_hooks(if watch { on } else { ActiveHooks::empty() });
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
