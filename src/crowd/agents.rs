//! What behaviours are given, one for all agents or one for each, and a loop over agents.

use super::error::{Result, wrong};
use super::population::Population;
use super::rows::Rows;
use super::work::{GoOn, cut, ends, share};
use std::rc::Rc;

/// A number: one for all agents, or one for each.
#[derive(Clone, Debug)]
pub enum Each {
    One(f64),
    Many(Rc<Rows>),
}

/// A point: one for all agents, or one for each.
#[derive(Clone, Debug)]
pub enum Points {
    One([f64; 3]),
    Many(Rc<Rows>),
}

/// Either in an order of agents, to be read by slot.
#[derive(Clone, Copy)]
pub enum Slots<'a> {
    One([f64; 3]),
    Many([&'a [f64]; 3]),
}

impl Slots<'_> {
    #[inline]
    pub fn at(&self, slot: usize) -> [f64; 3] {
        match self {
            Slots::One(value) => *value,
            Slots::Many([x, y, z]) => [*x, *y, *z].map(|column| column.get(slot).copied().unwrap_or(0.0)),
        }
    }

    pub fn number(&self, slot: usize) -> f64 {
        match self {
            Slots::One(value) => value[0],
            Slots::Many([x, ..]) => x.get(slot).copied().unwrap_or(0.0),
        }
    }
}

pub fn slots(rows: &Rows) -> Slots<'_> {
    Slots::Many([0, 1, 2].map(|column| rows.column(column)))
}

impl Each {
    /// Ready for a population: one number an agent, in its order.
    ///
    /// # Errors
    /// Any other shape.
    pub fn ready(self, name: &str, pop: &Population) -> Result<Each> {
        match self {
            Each::One(value) => Ok(Each::One(value)),
            Each::Many(rows) => {
                if rows.dim() != 1 || rows.len() != pop.len() {
                    return Err(wrong!(
                        "{name} must be one number, or one for each of {} agents, got {} rows of {}",
                        pop.len(),
                        rows.len(),
                        rows.dim()
                    ));
                }
                Ok(Each::Many(rows.in_order(pop.pos.order())))
            }
        }
    }

    pub fn slots(&self) -> Slots<'_> {
        match self {
            Each::One(value) => Slots::One([*value, 0.0, 0.0]),
            Each::Many(rows) => slots(rows),
        }
    }

    fn lowest(&self) -> f64 {
        match self {
            Each::One(value) => *value,
            Each::Many(rows) => rows.data().iter().copied().fold(f64::INFINITY, f64::min),
        }
    }

    /// A speed: 0 or more.
    ///
    /// # Errors
    /// A negative one, or a wrong shape.
    pub fn speed(self, pop: &Population) -> Result<Each> {
        let ready = self.ready("max_speed", pop)?;
        let lowest = ready.lowest();
        if lowest < 0.0 { Err(wrong!("max_speed must be 0 or more, got {lowest}")) } else { Ok(ready) }
    }

    /// # Errors
    /// What is not above 0, or a wrong shape.
    pub fn above_zero(self, name: &str, pop: &Population) -> Result<Each> {
        let ready = self.ready(name, pop)?;
        let wrong = match &ready {
            Each::One(value) => Some(*value).filter(|&value| !above_zero(value)),
            Each::Many(rows) => rows.data().iter().copied().find(|&value| !above_zero(value)),
        };
        match wrong {
            Some(value) => Err(wrong!("{name} must be above 0, got {value}")),
            None => Ok(ready),
        }
    }
}

/// Not for what is no number, either.
fn above_zero(value: f64) -> bool {
    value > 0.0
}

impl Points {
    /// Ready for a population: one point an agent, in its order.
    ///
    /// # Errors
    /// Any other shape.
    pub fn ready(self, name: &str, pop: &Population) -> Result<Points> {
        match self {
            Points::One(point) => Ok(Points::One(point)),
            Points::Many(rows) => {
                if rows.dim() != pop.dim() || rows.len() != pop.len() {
                    return Err(wrong!(
                        "{name} must be one point, or one of {} numbers for each of {} agents, got {} rows of {}",
                        pop.dim(),
                        pop.len(),
                        rows.len(),
                        rows.dim()
                    ));
                }
                Ok(Points::Many(rows.in_order(pop.pos.order())))
            }
        }
    }

    pub fn slots(&self) -> Slots<'_> {
        match self {
            Points::One(point) => Slots::One(*point),
            Points::Many(rows) => slots(rows),
        }
    }
}

pub type V = [f64; 3];

pub fn add(a: V, b: V) -> V {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

pub fn sub(a: V, b: V) -> V {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

pub fn times(a: V, factor: f64) -> V {
    a.map(|x| x * factor)
}

pub fn dot(a: V, b: V) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub fn length(a: V) -> f64 {
    dot(a, a).sqrt()
}

/// The vector of length 1 in its direction; zero for zero.
pub fn unit(a: V) -> V {
    let length = length(a);
    if length > 0.0 { a.map(|x| x / length) } else { [0.0; 3] }
}

impl Population {
    /// One row for each agent, from its slot, position and velocity.
    ///
    /// # Errors
    /// When the result is no longer wanted.
    pub fn for_each(&self, go_on: GoOn, row: impl Fn(usize, V, V) -> V + Sync) -> Result<Rows> {
        self.for_each_in(1_024, go_on, row)
    }

    /// The same in pieces of so many agents, one or more; each thread asks before a piece whether to go on.
    ///
    /// # Errors
    /// When the result is no longer wanted.
    pub fn for_each_in(
        &self,
        piece: usize,
        go_on: GoOn,
        row: impl Fn(usize, V, V) -> V + Sync,
    ) -> Result<Rows> {
        let n = self.len();
        let vel = self.vel.in_order(self.pos.order());
        let mut made = Rows::unset(n, self.dim, self.pos.order().clone());
        let (pos, vel) = (slots(&self.pos), slots(&vel));
        let pieces = cut(made.columns_mut().collect(), ends(n, piece));
        share(n, pieces, go_on, |(start, out)| {
            for at in 0..out.first().map_or(0, |column| column.len()) {
                let slot = *start + at;
                let row = row(slot, pos.at(slot), vel.at(slot));
                for (column, value) in out.iter_mut().zip(row) {
                    column[at] = value;
                }
            }
        })?;
        Ok(made)
    }
}
