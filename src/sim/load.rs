//! How much a world holds: nothing may pile up in it.

use super::world::World;
use rapier3d::prelude::QueryFilter;

/// How much a world holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Load {
    /// Bodies of the physics engine.
    pub bodies: usize,
    /// Its shapes, one for each body.
    pub colliders: usize,
    /// Its pairs of close bodies.
    pub pairs: usize,
    /// What its search tree holds, one for each shape.
    pub leaves: usize,
    /// Bodies that scripts can name.
    pub listed: usize,
    /// Places in which bodies are remembered from tick to tick.
    pub tracked: usize,
    /// Places in which pairs are remembered.
    pub paired: usize,
    /// Scripts that have bodies.
    pub owners: usize,
    /// What waits for the next step or for being told.
    pub waiting: usize,
}

impl World {
    /// How much the world holds, to see whether anything piles up.
    pub fn load(&self) -> Load {
        let physics = &self.physics;
        Load {
            bodies: physics.bodies.len(),
            colliders: physics.colliders.len(),
            pairs: physics.narrow_phase.contact_pairs().count(),
            leaves: self.queries(QueryFilter::default()).bvh.leaf_count() as usize,
            listed: self.table.len(),
            tracked: self.tracks.len(),
            paired: self.touches.len(),
            owners: self.counts.len(),
            waiting: self.stirred.len() + self.forced.len() + self.notices.len(),
        }
    }
}
