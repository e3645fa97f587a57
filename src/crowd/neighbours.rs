//! Forces that come from neighbours: separate, align, cohere.
//!
//! With senses at least as wide as the radius they reuse what was sensed; else they search afresh, all around. A script mostly
//! asks for the same three in every step, so what it asked in the step before is worked out in the same pass as the first that
//! it asks for; when a guess was for nothing, no guesses are made for a while. A guess changes no result.

use super::error::Result;
use super::grid::Grid;
use super::order::Order;
use super::population::Population;
use super::rows::Rows;
use super::senses::check_radius;
use super::sums::{Summed, Sums};
use super::work::GoOn;
use std::rc::Rc;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Force {
    Separate,
    Align,
    Cohere,
}

/// After a wrong guess, so many steps pass before the next.
const CAUTION: u32 = 100;

/// What was asked for and worked out.
#[derive(Debug, Default)]
pub struct Memory {
    /// Positions and senses that all of this is about.
    stamp: (u64, u64),
    asked: Vec<(Force, f64)>,
    asked_before: Vec<(Force, f64)>,
    known: Vec<Known>,
    caution: u32,
    /// The last sort without senses, and the positions it sorted.
    fresh: Option<(u64, Rc<Grid>)>,
}

#[derive(Debug)]
struct Known {
    force: Force,
    radius: f64,
    vel_version: u64,
    rows: Rc<Rows>,
    guess: bool,
    used: bool,
}

impl Memory {
    fn renew(&mut self, stamp: (u64, u64)) {
        if self.stamp == stamp {
            return;
        }
        self.stamp = stamp;
        self.caution = self.caution.saturating_sub(1);
        if self.known.iter().any(|known| known.guess && !known.used) {
            self.caution = CAUTION;
        }
        self.known.clear();
        self.asked_before = std::mem::take(&mut self.asked);
    }

    fn find(&mut self, force: Force, radius: f64, vel_version: u64) -> Option<Rc<Rows>> {
        let current = |known: &&mut Known| known.force != Force::Align || known.vel_version == vel_version;
        let mut known = self.known.iter_mut().filter(current);
        let known = known.find(|known| known.force == force && known.radius == radius)?;
        known.used = true;
        Some(known.rows.clone())
    }

    /// The first radius for one of some forces that was asked for in the step before.
    fn guess(&self, forces: &[Force], fits: impl Fn(f64) -> bool) -> Option<f64> {
        if self.caution > 0 {
            return None;
        }
        self.asked_before
            .iter()
            .find(|(force, radius)| forces.contains(force) && fits(*radius))
            .map(|asked| asked.1)
    }
}

impl Population {
    /// What neighbours within `radius` do to each agent. With a mask, one flag for each agent by index, only those in it push
    /// and are pushed.
    ///
    /// # Errors
    /// A radius that is not above 0; without senses also positions that are not finite and more pairs than can be looked at.
    pub fn force(
        &mut self,
        force: Force,
        radius: f64,
        mask: Option<&[bool]>,
        go_on: GoOn,
    ) -> Result<Rc<Rows>> {
        check_radius("the radius", radius)?;
        if let Some(mask) = mask {
            self.check_rows("the mask", mask.len())?;
        }
        let sensed = self.senses.clone().filter(|senses| radius <= senses.radius);
        let stamp = (self.pos_version, self.senses_version);
        self.memory.renew(stamp);
        if mask.is_none()
            && let Some(rows) = self.memory.find(force, radius, self.vel_version)
        {
            self.note(force, radius);
            return Ok(rows);
        }
        let moved = sensed.as_ref().is_some_and(|senses| senses.pos_version != self.pos_version);
        let widest = sensed.as_ref().map_or(radius, |senses| senses.radius);
        let fits = |other: f64| if sensed.is_some() { other <= widest } else { other == radius };
        let is_push = force == Force::Separate;
        let (push, mean) = match (is_push, mask.is_some()) {
            (true, true) => (Some(radius), None),
            (true, false) => (Some(radius), self.memory.guess(&[Force::Align, Force::Cohere], fits)),
            (false, _) => (self.memory.guess(&[Force::Separate], fits), Some(radius)),
        };
        let grid = match &sensed {
            Some(senses) => senses.grid.clone(),
            None => self.fresh(radius)?,
        };
        let (pos, vel) = (self.pos.in_order(&grid.order), self.vel.in_order(&grid.order));
        let mask = mask.map(|mask| Order::NATURAL.bring(mask, &grid.order));
        let limit = |radius: f64| if !moved && radius == widest { f64::INFINITY } else { radius };
        let sums = Sums {
            grid: &grid,
            pos: &pos,
            vel: &vel,
            then: sensed.as_ref().filter(|_| moved).map(|senses| &*senses.pos),
            cone: sensed
                .as_ref()
                .and_then(|senses| senses.cone.as_ref())
                .map(|cone| (&cone.heading, &cone.limits[..])),
            mask: mask.as_deref(),
            within: widest,
            push_limit: push.map(limit),
            push_radius: push.unwrap_or(0.0),
            mean_limit: mean.map(limit),
        };
        let mut summed = sums.take(go_on)?;
        if let Some(mask) = mask {
            for column in summed.separate.columns_mut() {
                column.iter_mut().zip(&mask).for_each(|(x, part)| *x = if *part { *x } else { 0.0 });
            }
            return Ok(Rc::new(summed.separate));
        }
        self.keep(summed, force, push, mean);
        self.note(force, radius);
        Ok(self.memory.find(force, radius, self.vel_version).unwrap_or_default())
    }

    fn note(&mut self, force: Force, radius: f64) {
        let asked = &mut self.memory.asked;
        if asked.len() < 8 && !asked.contains(&(force, radius)) {
            asked.push((force, radius));
        }
    }

    fn keep(&mut self, summed: Summed, asked: Force, push: Option<f64>, mean: Option<f64>) {
        let Summed { separate, align, cohere, .. } = summed;
        let before = &self.memory.asked_before;
        for (force, radius, rows) in
            [(Force::Separate, push, separate), (Force::Align, mean, align), (Force::Cohere, mean, cohere)]
        {
            let Some(radius) = radius else { continue };
            // Of the two means the one that was not asked for comes for nothing.
            let guess =
                (force == Force::Separate) != (asked == Force::Separate) && before.contains(&(force, radius));
            if let Some(ledger) = &self.ledger {
                rows.pay(ledger);
            }
            let rows = Rc::new(rows);
            self.memory.known.push(Known {
                force,
                radius,
                vel_version: self.vel_version,
                rows,
                guess,
                used: false,
            });
        }
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
