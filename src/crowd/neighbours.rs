//! Forces that come from neighbours: separate, align, cohere.
//!
//! With senses at least as wide as the radius they reuse what was sensed; else they search afresh, all around. They are worked out
//! when somebody looks, see [`super::pending`]. A script mostly asks for the same three in every step, so what it asked in the step
//! before is worked out in the same pass as the first that it looks at; when a guess was for nothing, no guesses are made for a
//! while. A guess changes no result.

use super::array::Array;
use super::error::Result;
use super::grid::Grid;
use super::order::Order;
use super::pending::{Caution, Moment, PendingSums};
use super::population::Population;
use super::senses::check_radius;
use std::rc::Rc;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Force {
    Separate,
    Align,
    Cohere,
}

/// So many passes over neighbours may wait for one moment.
const MOST_PENDING: usize = 8;

/// What was asked for.
#[derive(Debug, Default)]
pub struct Memory {
    /// Positions and senses that all of this is about.
    stamp: (u64, u64),
    asked: Vec<(Force, f64)>,
    asked_before: Vec<(Force, f64)>,
    pending: Vec<Rc<PendingSums>>,
    /// After a guess for nothing.
    caution: Caution,
    /// After sums that should have been kept.
    keep: Rc<Caution>,
    /// The last sort without senses, and the positions it sorted.
    fresh: Option<(u64, Rc<Grid>)>,
}

impl Memory {
    fn renew(&mut self, stamp: (u64, u64)) {
        if self.stamp == stamp {
            return;
        }
        self.stamp = stamp;
        self.caution.pass();
        self.keep.pass();
        if self.pending.iter().any(|pending| pending.guessed_wrong()) {
            self.caution.begin();
        }
        self.pending.clear();
        self.asked_before = std::mem::take(&mut self.asked);
    }

    /// The first radius for one of some forces that was asked for in the step before.
    fn guess(&self, forces: &[Force], fits: impl Fn(f64) -> bool) -> Option<f64> {
        if self.caution.is_due() {
            return None;
        }
        let asked = |(force, radius): &&(Force, f64)| forces.contains(force) && fits(*radius);
        self.asked_before.iter().find(asked).map(|asked| asked.1)
    }

    /// Where nobody moves, velocities may change and radii be many: those that were asked for first are forgotten.
    fn keep(&mut self, pending: Rc<PendingSums>) {
        if self.pending.len() >= MOST_PENDING {
            self.pending.remove(0);
        }
        self.pending.push(pending);
    }

    fn note(&mut self, force: Force, radius: f64) {
        if self.asked.len() < 8 && !self.asked.contains(&(force, radius)) {
            self.asked.push((force, radius));
        }
    }
}

impl Population {
    /// What neighbours within `radius` do to each agent, once somebody looks. With a mask, one flag for each agent by index, only
    /// those in it push and are pushed.
    ///
    /// # Errors
    /// A radius that is not above 0; without senses also positions that are not finite and more pairs than can be looked at.
    pub fn force(&mut self, force: Force, radius: f64, mask: Option<&[bool]>) -> Result<Array> {
        check_radius("the radius", radius)?;
        if let Some(mask) = mask {
            self.check_rows("the mask", mask.len())?;
            let pending = self.sums(radius)?;
            pending.ask(force, radius, self.vel_version);
            let mask = Order::NATURAL.bring(mask, pending.order());
            return pending.pushes_among(&mask).map(Array::from);
        }
        self.memory.renew((self.pos_version, self.senses_version));
        let version = self.vel_version;
        let sensed = self.senses.as_ref().is_some_and(|senses| radius <= senses.radius);
        let has_it = |pending: &&Rc<PendingSums>| {
            pending.reaches(radius, sensed) && pending.ask(force, radius, version)
        };
        let pending = self.memory.pending.iter().find(has_it).cloned();
        let pending = match pending {
            Some(pending) => pending,
            None => {
                let pending = Rc::new(self.sums(radius)?);
                pending.ask(force, radius, version);
                self.memory.keep(pending.clone());
                pending
            }
        };
        self.memory.note(force, radius);
        Ok(Array::pending(pending, force))
    }

    /// Sums over neighbours within `radius` as everybody is now.
    pub(super) fn sums(&mut self, radius: f64) -> Result<PendingSums> {
        let senses = self.senses.clone().filter(|senses| radius <= senses.radius);
        let moved = senses.as_ref().is_some_and(|senses| senses.pos_version != self.pos_version);
        let within = senses.as_ref().map_or(radius, |senses| senses.radius);
        let fits = |other: f64| if senses.is_some() { other <= within } else { other == radius };
        let guesses = [
            self.memory.guess(&[Force::Separate], fits),
            self.memory.guess(&[Force::Align, Force::Cohere], fits),
        ];
        let grid = match &senses {
            Some(senses) => senses.grid.clone(),
            None => self.fresh(radius)?,
        };
        let (pos, vel) = (self.pos.in_order(&grid.order), self.vel.in_order(&grid.order));
        let moment = Moment { grid, pos, vel, vel_version: self.vel_version, senses, moved, within };
        let (keep, wanted, ledger) = (self.memory.keep.clone(), self.wanted.clone(), self.ledger.clone());
        Ok(PendingSums::new(moment, guesses, keep, wanted, ledger))
    }

    fn fresh(&mut self, radius: f64) -> Result<Rc<Grid>> {
        if let Some((version, grid)) = &self.memory.fresh
            && *version == self.pos_version
            && radius <= grid.radius
            && grid.radius <= 2.0 * radius
        {
            return Ok(grid.clone());
        }
        let grid = self.sort(radius)?;
        self.memory.fresh = Some((self.pos_version, grid.clone()));
        Ok(grid)
    }
}
