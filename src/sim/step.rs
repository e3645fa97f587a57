//! One tick of the world of bodies.
//!
//! What Rapier does not do by itself is prepared before its step: its continuous collision never looks at two fast
//! bodies that meet, and its hooks, which turn off a shortcut for resting pairs, should only be on for what moves.

use super::body::{BodyId, MAX_DISTANCE, MAX_SPEED};
use super::contact::Watch;
use super::world::World;
use rapier3d::prelude::*;

const DT: f32 = super::DT as f32;
/// A body with a point faster than this is watched: two of them can close in at the 0.5 m/s that is reported.
const WATCH_FROM: f32 = 0.25;
/// And until it is slower than this.
const WATCH_UNTIL: f32 = 0.15;

/// A fast body, as a ball around all of it, for one tick.
struct Fast {
    rigid: RigidBodyHandle,
    collider: ColliderHandle,
    from: Vector,
    along: Vector,
    reach: f32,
}

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
        let fast = self.watch_what_moves();
        let meeting = self.warn_who_meet(&fast);
        let watch = Watch::default();
        self.physics.step_with_events(&watch, &());
        for handle in meeting {
            if let Some(rigid) = self.physics.bodies.get_mut(handle) {
                rigid.set_soft_ccd_prediction(0.0);
            }
        }
        self.forget_forces();
        self.contacts
            .collect(watch, &self.physics.narrow_phase, &self.table, tick);
        self.stop_what_went_astray();
    }

    /// Turns our hook and the sweep against moving bodies on for those bodies that need them, and off for the others.
    fn watch_what_moves(&mut self) -> Vec<Fast> {
        let mut fast = Vec::new();
        let stirred = std::mem::take(&mut self.stirred);
        let stirred = stirred
            .iter()
            .filter_map(|&id| self.table.get(id))
            .map(|body| body.rigid);
        let mut awake: Vec<RigidBodyHandle> = self
            .physics
            .islands
            .active_bodies()
            .chain(stirred)
            .collect();
        awake.sort_unstable_by_key(|handle| handle.into_raw_parts());
        awake.dedup();
        for handle in awake {
            let Some(rigid) = self
                .physics
                .bodies
                .get(handle)
                .filter(|rigid| rigid.is_dynamic())
            else {
                continue;
            };
            let Some(&collider) = rigid.colliders().first() else {
                continue;
            };
            let Some(shape) = self.physics.colliders.get(collider) else {
                continue;
            };
            let reach = shape.shape().compute_local_bounding_sphere().radius;
            let speed = rigid.linvel().length() + rigid.angvel().length() * reach;
            let is_fast = speed * DT > 0.5 * shape.shape().ccd_thickness();
            if is_fast {
                let (from, along) = (rigid.translation(), rigid.linvel() * DT);
                fast.push(Fast {
                    rigid: handle,
                    collider,
                    from,
                    along,
                    reach,
                });
            }
            let watched = !shape.active_hooks().is_empty();
            if is_fast != rigid.is_ccd_enabled()
                && let Some(rigid) = self.physics.bodies.get_mut(handle)
            {
                rigid.enable_ccd(is_fast);
            }
            let limit = if watched { WATCH_UNTIL } else { WATCH_FROM };
            if watched != (speed >= limit)
                && let Some(shape) = self.physics.colliders.get_mut(collider)
            {
                let on = ActiveHooks::MODIFY_SOLVER_CONTACTS;
                shape.set_active_hooks(if watched { ActiveHooks::empty() } else { on });
            }
        }
        fast
    }

    /// Lets fast bodies that come close to each other within this tick look that far ahead, so that neither passes
    /// through the other. Returns those bodies.
    fn warn_who_meet(&mut self, fast: &[Fast]) -> Vec<RigidBodyHandle> {
        let mut order: Vec<usize> = (0..fast.len()).collect();
        let low = |f: &Fast| f.from.x.min(f.from.x + f.along.x) - f.reach;
        let high = |f: &Fast| f.from.x.max(f.from.x + f.along.x) + f.reach;
        order.sort_by(|&a, &b| low(&fast[a]).total_cmp(&low(&fast[b])).then(a.cmp(&b)));
        let mut warned = vec![false; fast.len()];
        for (n, &a) in order.iter().enumerate() {
            for &b in &order[n + 1..] {
                if low(&fast[b]) > high(&fast[a]) {
                    break;
                }
                if meet(&fast[a], &fast[b]) {
                    warned[a] = true;
                    warned[b] = true;
                }
            }
        }
        let meeting = || {
            fast.iter()
                .zip(&warned)
                .filter(|(_, warned)| **warned)
                .map(|(fast, _)| fast)
        };
        for body in meeting() {
            let Some(rigid) = self.physics.bodies.get_mut(body.rigid) else {
                continue;
            };
            rigid.set_soft_ccd_prediction(body.along.length());
            if let Some(shape) = self.physics.colliders.get(body.collider) {
                let end = Pose::from_parts(
                    shape.position().translation + body.along,
                    shape.position().rotation,
                );
                let swept = shape.shape().compute_swept_aabb(shape.position(), &end);
                let parameters = &self.physics.integration_parameters;
                self.physics
                    .broad_phase
                    .set_aabb(parameters, body.collider, swept);
            }
        }
        meeting().map(|fast| fast.rigid).collect()
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

/// Whether the balls around two bodies touch at some time in the tick.
fn meet(a: &Fast, b: &Fast) -> bool {
    let (apart, closing) = (b.from - a.from, b.along - a.along);
    let length2 = closing.length_squared();
    let when = if length2 > 0.0 {
        (-apart.dot(closing) / length2).clamp(0.0, 1.0)
    } else {
        0.0
    };
    let reach = a.reach + b.reach + 0.02;
    (apart + closing * when).length_squared() <= reach * reach
}
