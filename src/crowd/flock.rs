//! A flock's whole step in one: sense, separate, align, cohere, and move.

use super::agents::Each;
use super::error::{Result, wrong};
use super::population::Population;
use super::senses::check_radius;
use super::sums::Sums;
use super::work::GoOn;

/// How a flock flies.
pub struct Flock {
    /// How far its members see.
    pub radius: f64,
    /// And what of that is personal space; at most `radius`.
    pub separate_radius: f64,
    /// In radians; `None` for all around.
    pub fov: Option<f64>,
    /// What each force counts.
    pub separate: f64,
    pub align: f64,
    pub cohere: f64,
    /// In seconds.
    pub dt: f64,
    pub max_speed: Each,
}

impl Population {
    /// The same as sensing, adding the three forces with their weights times `dt` to velocities, and a step, with one pass over
    /// the neighbours and one over the agents.
    ///
    /// # Errors
    /// As for those.
    pub fn flock(&mut self, flock: Flock, go_on: GoOn) -> Result<()> {
        check_radius("separate_radius", flock.separate_radius)?;
        if flock.separate_radius > flock.radius {
            return Err(wrong!(
                "separate_radius must be at most the radius, {}, got {}",
                flock.radius,
                flock.separate_radius
            ));
        }
        let senses = self.sense(flock.radius, flock.fov)?;
        let limit = |radius: f64| if radius == flock.radius { f64::INFINITY } else { radius };
        let sums = Sums {
            grid: &senses.grid,
            pos: &self.pos,
            vel: &self.vel,
            then: None,
            cone: senses.cone.as_ref().map(|cone| (&cone.heading, &cone.limits[..])),
            mask: None,
            within: flock.radius,
            push_limit: Some(limit(flock.separate_radius)),
            push_radius: flock.separate_radius,
            mean_limit: Some(f64::INFINITY),
        };
        let summed = sums.take(go_on)?;
        let pushes = [
            (&summed.separate, flock.separate),
            (&summed.align, flock.align),
            (&summed.cohere, flock.cohere),
        ];
        self.push_and_step(&pushes, flock.dt, flock.max_speed, go_on)
    }
}
