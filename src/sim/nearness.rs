//! Hears from Rapier which pairs come near each other in a step, and which part again.

use rapier3d::prelude::*;
use std::sync::{Mutex, PoisonError};

/// Hears from Rapier which pairs come near each other, so that contacts are made for them, and which part again.
#[derive(Default)]
pub(super) struct Nearness(Mutex<Vec<News>>);

impl Nearness {
    /// What was heard since the last time, in order.
    pub fn take(&self) -> Vec<News> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// A pair came near, or parted.
pub(super) struct News {
    /// Where Rapier keeps the pair.
    pub address: usize,
    pub colliders: [ColliderHandle; 2],
    pub near: bool,
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

/// What tells a pair from others.
pub(super) fn colliders(pair: &ContactPair) -> [ColliderHandle; 2] {
    [pair.collider1, pair.collider2]
}

/// Only ever compared, to find a pair's place in the list.
pub(super) fn address(pair: &ContactPair) -> usize {
    std::ptr::from_ref(pair).addr()
}
