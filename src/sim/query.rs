//! Questions to the world: what does a ray hit, what is near.
//!
//! Bodies that were made or removed since the last step are seen as they are now.

use super::body::{self, BodyId};
use super::contact::tagged_id;
use super::convert::{dvec, vec};
use super::error::SimError;
use super::world::World;
use glam::DVec3;
use rapier3d::prelude::*;

/// No ray is longer than this, in metres: it crosses the whole world.
const LONGEST_RAY: f64 = 50_000.0;

/// Where a ray ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// The point on the surface, or the start of a ray that starts inside.
    pub pos: DVec3,
    /// The unit normal of the surface, or against the ray if it starts inside.
    pub normal: DVec3,
    /// From the start, in metres.
    pub distance: f64,
    /// What was hit.
    pub body: BodyId,
    /// Its material.
    pub material: i64,
}

impl World {
    /// The first body that a ray from `from` along `dir` hits within `max` metres, whatever the length of `dir`. The
    /// player is no body.
    ///
    /// # Errors
    /// Numbers that are not finite, a direction of no length, a negative `max`.
    pub fn raycast(&self, from: DVec3, dir: DVec3, max: f64) -> Result<Option<Hit>, SimError> {
        body::point("from", from)?;
        body::finite("dir", dir)?;
        body::within("max", max, 0.0, f64::MAX)?;
        // Scaled first, so that neither very long nor very short directions lose their length.
        let largest = dir.abs().max_element();
        if largest == 0.0 {
            return Err(SimError::new(
                "dir must not be the zero vector: a ray needs a direction",
            ));
        }
        let dir = (dir / largest).normalize();
        let ray = Ray::new(vec(from), vec(dir));
        let max = max.min(LONGEST_RAY) as f32;
        let Some((collider, hit)) = self
            .queries(QueryFilter::default())
            .cast_ray_and_get_normal(&ray, max, true)
        else {
            return Ok(None);
        };
        let Some(body) = self
            .physics
            .colliders
            .get(collider)
            .and_then(|c| self.table.get(tagged_id(c)))
        else {
            return Ok(None);
        };
        let distance = f64::from(hit.time_of_impact);
        let inside = hit.time_of_impact == 0.0;
        Ok(Some(Hit {
            pos: from + dir * distance,
            normal: if inside {
                -dir
            } else {
                dvec(hit.normal).normalize_or(-dir)
            },
            distance,
            body: body.id,
            material: body.material,
        }))
    }

    pub(super) fn queries<'a>(&'a self, filter: QueryFilter<'a>) -> QueryPipeline<'a> {
        let physics = &self.physics;
        let dispatcher = physics.narrow_phase.query_dispatcher();
        physics.broad_phase.as_query_pipeline(
            dispatcher,
            &physics.bodies,
            &physics.colliders,
            filter,
        )
    }

    /// Puts a new collider into the tree that queries search; Rapier itself would do so in its next step.
    pub(super) fn show_to_rays(&mut self, collider: ColliderHandle) {
        let physics = &mut self.physics;
        if let Some(shape) = physics.colliders.get(collider) {
            let aabb = shape.compute_aabb();
            physics
                .broad_phase
                .set_aabb(&physics.integration_parameters, collider, aabb);
        }
    }

    /// The colliders whose boxes touch this one, in the order of their bodies' ids.
    pub(super) fn near(&self, aabb: Aabb) -> Vec<(BodyId, &Collider)> {
        let queries = self.queries(QueryFilter::default());
        let mut found: Vec<_> = queries
            .bvh
            .leaves(|node| node.aabb().intersects(&aabb))
            .filter_map(|leaf| self.physics.colliders.get_unknown_gen(leaf))
            .filter(|(collider, _)| collider.is_enabled())
            .map(|(collider, _)| (tagged_id(collider), collider))
            .collect();
        found.sort_unstable_by_key(|(id, _)| *id);
        found
    }
}
