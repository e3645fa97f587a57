//! A flock's whole step in one: sense, separate, align, cohere, and move.

use super::agents::{Each, add, length, slots, times};
use super::error::{Result, wrong};
use super::population::Population;
use super::rows::Rows;
use super::senses::check_radius;
use super::sums::Sums;
use super::work::{GoOn, cut, ends, share};
use std::rc::Rc;

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
        let (n, dim) = (self.len(), self.dim);
        let speed = flock.max_speed.speed(self)?;
        let order = self.pos.order().clone();
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
        let mut moved_pos = Rows::filled(n, dim, 0.0, order.clone());
        let mut moved_vel = Rows::filled(n, dim, 0.0, order);
        let (pos, vel, speed) = (slots(&self.pos), slots(&self.vel), speed.slots());
        let (separate, align, cohere) =
            (slots(&summed.separate), slots(&summed.align), slots(&summed.cohere));
        let columns = moved_pos.columns_mut().chain(moved_vel.columns_mut()).collect();
        let arch = pulp::Arch::new();
        let (weights, dt) = ([flock.separate, flock.align, flock.cohere], flock.dt);
        share(n, cut(columns, ends(n, 1_024)), go_on, |(start, out)| {
            let start = *start;
            arch.dispatch(|| {
                let rows = out.first().map_or(0, |column| column.len());
                let (new_pos, new_vel) = out.split_at_mut(dim);
                for at in 0..rows {
                    let slot = start + at;
                    let force = add(
                        add(times(separate.at(slot), weights[0]), times(align.at(slot), weights[1])),
                        times(cohere.at(slot), weights[2]),
                    );
                    let v = add(vel.at(slot), times(force, dt));
                    let (length, most) = (length(v), speed.number(slot));
                    let v = if length > most { times(v, most / length) } else { v };
                    let p = add(pos.at(slot), times(v, dt));
                    for k in 0..dim {
                        new_vel[k][at] = v[k];
                        new_pos[k][at] = p[k];
                    }
                }
            });
        })?;
        self.set_pos(Rc::new(moved_pos));
        self.set_vel(Rc::new(moved_vel));
        Ok(())
    }
}
