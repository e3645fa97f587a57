//! A flock's whole step in one: sense, separate, align, cohere, and move.

use super::agents::Each;
use super::array::{Array, Op, Operand};
use super::error::{Result, wrong};
use super::neighbours::Force;
use super::population::Population;
use super::senses::check_radius;
use super::work::GoOn;
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
        let sums = Rc::new(self.sums(senses.radius)?);
        sums.ask(Force::Separate, flock.separate_radius, self.vel_version);
        sums.ask(Force::Align, flock.radius, self.vel_version);
        let part = |force: Force, weight: f64| {
            let force = Array::pending(sums.clone(), force);
            Array::combine(Op::Mul, Operand::Array(force), Operand::Number(weight)).map(Operand::Array)
        };
        let all = |a: Operand, op: Op, b: Operand| Array::combine(op, a, b).map(Operand::Array);
        let (separate, align) = (part(Force::Separate, flock.separate)?, part(Force::Align, flock.align)?);
        let force = all(all(separate, Op::Add, align)?, Op::Add, part(Force::Cohere, flock.cohere)?)?;
        let change = all(force, Op::Mul, Operand::Number(flock.dt))?;
        let vel = Array::combine(Op::Add, Operand::Array(Array::from(self.vel.clone())), change)?;
        self.set_vel(vel.rows()?);
        self.step(flock.dt, flock.max_speed, go_on)
    }
}
