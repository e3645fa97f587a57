//! What each agent perceives: a record of the time of sensing.
//!
//! Neighbours are the others closer than the radius, in plain space. With a view narrower than all around, only those in a cone
//! around the heading count; an agent at rest sees all around. Counts and nearest ones are worked out when somebody asks.

use super::agents::{self, Points, dot};
use super::error;
use super::error::{CrowdError, Result, wrong};
use super::grid::Grid;
use super::ledger::{Charge, Ledger};
use super::order::Order;
use super::pass::square;
use super::population::Population;
use super::rows::Rows;
use super::sums::Sums;
use super::work::{GoOn, cut, ends, share};
use std::cell::OnceCell;
use std::f64::consts::TAU;
use std::rc::Rc;

/// More pairs than this are not looked at in one go, which takes a tenth of a second or so where threads are few.
pub const MOST_PAIRS: u64 = 60_000_000;
/// Unless there are so many for each agent: large crowds may look at more.
pub const MOST_PAIRS_EACH: u64 = 150;

#[derive(Debug)]
pub struct Senses {
    pub radius: f64,
    /// In radians; `None` for all around.
    pub fov: Option<f64>,
    pub(super) grid: Rc<Grid>,
    /// Positions then, in the grid's order.
    pub(super) pos: Rc<Rows>,
    pub(super) cone: Option<Cone>,
    kind: Rc<Vec<u32>>,
    kinds: Vec<String>,
    pub(super) pos_version: u64,
    count: OnceCell<Rc<Rows>>,
    nearest: OnceCell<Nearest>,
    charge: OnceCell<Charge>,
}

/// Which way each looked, in the grid's order.
#[derive(Debug)]
pub struct Cone {
    /// Unit vectors.
    pub heading: Rows,
    /// The cosine of half the view; -2 for an agent without a heading: at rest, or with a velocity that is not finite.
    pub limits: Vec<f64>,
}

/// Each agent's nearest neighbour: its index from 1 on, and the distance; 0 and infinite without one.
#[derive(Clone, Debug)]
pub struct Nearest {
    pub index: Rc<Rows>,
    pub distance: Rc<Rows>,
}

impl Population {
    /// Finds out who is near whom; kept in [`Population::senses`].
    ///
    /// # Errors
    /// A radius that is not above 0, a view that is not above 0 and at most 2π, positions that are not finite, more pairs than
    /// can be looked at.
    pub fn sense(&mut self, radius: f64, fov: Option<f64>) -> Result<Rc<Senses>> {
        check_radius("the radius", radius)?;
        if let Some(fov) = fov
            && !(fov > 0.0 && fov <= TAU)
        {
            return Err(wrong!("fov must be above 0 and at most 2 * math.pi radians, got {fov}"));
        }
        let fov = fov.filter(|&fov| fov < TAU);
        let grid = self.sort(radius)?;
        let cone = fov.map(|fov| Cone::new(&self.vel.in_order(&grid.order), fov));
        let senses = Rc::new(Senses {
            radius,
            fov,
            pos: self.pos.in_order(&grid.order),
            grid,
            cone,
            kind: self.kind.clone(),
            kinds: self.kinds().to_vec(),
            pos_version: self.pos_version,
            count: OnceCell::new(),
            nearest: OnceCell::new(),
            charge: OnceCell::new(),
        });
        self.senses = Some(senses.clone());
        self.senses_version += 1;
        Ok(senses)
    }

    /// Sorts agents by cell; positions and velocities lie so from then on.
    pub(super) fn sort(&mut self, radius: f64) -> Result<Rc<Grid>> {
        let vel = self.vel.in_order(self.pos.order());
        let (grid, [pos, vel]) = Grid::sort([&self.pos, &vel], radius)?;
        let most = MOST_PAIRS.max(MOST_PAIRS_EACH * self.len() as u64);
        let pairs = grid.cells.pairs(most);
        if pairs > most {
            return Err(wrong!(
                "with a radius of {radius}, {} agents have up to {} pairs of neighbours to look at, more than {}: take a \
                 smaller radius, or fewer agents",
                error::with_commas(self.len() as u128),
                error::with_commas(u128::from(pairs)),
                error::with_commas(u128::from(most)),
            ));
        }
        self.pos = Rc::new(pos);
        self.vel = Rc::new(vel);
        Ok(Rc::new(grid))
    }
}

/// # Errors
/// Anything that is not above 0.
pub fn check_radius(name: &str, radius: f64) -> Result<()> {
    if radius > 0.0 { Ok(()) } else { Err(wrong!("{name} must be above 0, got {radius}")) }
}

impl Cone {
    fn new(vel: &Rows, fov: f64) -> Cone {
        let (n, dim) = (vel.len(), vel.dim());
        let mut heading = Rows::filled(n, dim, 0.0, vel.order().clone());
        let mut limits = vec![libm::cos(fov / 2.0); n];
        for (slot, limit) in limits.iter_mut().enumerate() {
            let mut v = vel.at(slot);
            let mut length = agents::length(v);
            if length.is_infinite() {
                // Finite ones may be too long to square.
                let longest = v.iter().fold(0.0, |longest: f64, x| longest.max(x.abs()));
                v = v.map(|x| x / longest);
                length = agents::length(v);
            }
            if length > 0.0 {
                heading.set_at(slot, v.map(|x| x / length));
            } else {
                *limit = -2.0;
            }
        }
        Cone { heading, limits }
    }
}

impl Senses {
    /// Where everybody was.
    pub fn positions(&self) -> &Rows {
        &self.pos
    }

    /// Charges what they hold to somebody, unless somebody pays already. Counts and nearest ones come on top.
    pub fn pay(&self, ledger: &Rc<Ledger>) {
        self.pos.pay(ledger);
        self.grid.order.pay(ledger);
        let cone = self.cone.as_ref().map_or(0, |cone| cone.heading.bytes() + size_of_val(&*cone.limits));
        let names: usize = self.kinds.iter().map(|name| name.len() + size_of::<String>()).sum();
        let bytes = || self.grid.cells.bytes() + cone + size_of_val(self.kind.as_slice()) + names;
        self.charge.get_or_init(|| ledger.charge(bytes()));
    }

    pub fn kinds(&self) -> &[String] {
        &self.kinds
    }

    /// How many neighbours each agent perceived.
    ///
    /// # Errors
    /// When the result is no longer wanted.
    pub fn count(&self, go_on: GoOn) -> Result<Rc<Rows>> {
        if let Some(count) = self.count.get() {
            return Ok(count.clone());
        }
        let sums = Sums {
            grid: &self.grid,
            pos: &self.pos,
            vel: &self.pos,
            then: None,
            cone: self.cone.as_ref().map(|cone| (&cone.heading, cone.limits.as_slice())),
            mask: None,
            within: self.radius,
            push_limit: None,
            push_radius: 0.0,
            mean_limit: Some(f64::INFINITY),
        };
        let count = Rc::new(sums.take(go_on)?.count);
        Ok(self.count.get_or_init(|| count).clone())
    }

    /// Each agent's nearest neighbour; on an exact tie the one with the lowest index.
    ///
    /// # Errors
    /// When the result is no longer wanted.
    pub fn nearest(&self, go_on: GoOn) -> Result<Nearest> {
        if let Some(nearest) = self.nearest.get() {
            return Ok(nearest.clone());
        }
        let nearest = self.find_nearest(None, go_on)?;
        Ok(self.nearest.get_or_init(|| nearest).clone())
    }

    /// Each agent's nearest neighbour of one kind, as kinds were then.
    ///
    /// # Errors
    /// An unknown kind, or when the result is no longer wanted.
    pub fn nearest_of(&self, kind: &str, go_on: GoOn) -> Result<Nearest> {
        let place = self.kinds.iter().position(|name| name == kind);
        let place = place.ok_or_else(|| {
            wrong!("\"{kind}\" is not one of the population's kinds: {}", self.kinds.join(", "))
        })?;
        self.find_nearest(Some(place as u32), go_on)
    }

    /// Which agents perceived a point: closer to where they were than `radius`, and in their view. By slot of the order.
    ///
    /// # Errors
    /// A radius that is not above 0, points that are not one for all or one for each, or when the result is no longer wanted.
    pub fn sees(&self, at: Points, radius: f64, go_on: GoOn) -> Result<(Vec<bool>, Order)> {
        check_radius("the radius", radius)?;
        let (n, dim, order) = (self.pos.len(), self.pos.dim(), &self.grid.order);
        let at = match at {
            Points::Many(rows) if rows.len() != n || rows.dim() != dim => {
                return Err(wrong!(
                    "point must be one point, or one of {dim} numbers for each of {n} agents, got {} rows of {}",
                    rows.len(),
                    rows.dim()
                ));
            }
            Points::Many(rows) => Points::Many(rows.in_order(order)),
            one => one,
        };
        let (at, within) = (at.slots(), square(radius));
        let mut flags = Vec::with_capacity(n);
        for slot in 0..n {
            if slot % 65_536 == 0 && !go_on() {
                return Err(CrowdError::Stopped);
            }
            let rel = agents::sub(at.at(slot), self.pos.at(slot));
            let d2 = dot(rel, rel);
            let in_view = self.cone.as_ref().is_none_or(|Cone { heading, limits }| {
                dot(rel, heading.at(slot)) >= limits[slot] * d2.sqrt()
            });
            flags.push(d2 < within && in_view);
        }
        Ok((flags, order.clone()))
    }

    fn find_nearest(&self, kind: Option<u32>, go_on: GoOn) -> Result<Nearest> {
        let order = &self.grid.order;
        let n = self.pos.len();
        let indices = order.indices().unwrap_or_default();
        let wanted: Vec<bool> = match kind {
            Some(kind) => indices.iter().map(|&index| self.kind[index as usize] == kind).collect(),
            None => Vec::new(),
        };
        let mut index = Rows::filled(n, 1, 0.0, order.clone());
        let mut distance = Rows::filled(n, 1, f64::INFINITY, order.clone());
        let pos = [0, 1, 2].map(|column| self.pos.column(column));
        let dim = self.pos.dim();
        let cone = self.cone.as_ref();
        let heading = [0, 1, 2].map(|column| cone.map_or(&[][..], |cone| cone.heading.column(column)));
        let limits = cone.map(|cone| cone.limits.as_slice());
        let cells = &self.grid.cells;
        let within = square(self.radius);
        let pieces = cut(vec![index.column_mut(0), distance.column_mut(0)], ends(n, 1_024));
        share::<(usize, Vec<&mut [f64]>)>(n, pieces, go_on, |(start, out)| {
            let [index, distance] = &mut out[..] else { return };
            let end = *start + index.len();
            let first = cells.rows().partition_point(|row| row.slots().end <= *start);
            for row in &cells.rows()[first..] {
                let slots = row.slots();
                for slot in slots.start.max(*start)..slots.end.min(end) {
                    let (mut best, mut best_index) = (f64::INFINITY, u32::MAX);
                    for j in cells.near(*row, slot..slot + 1).stretches().flatten() {
                        let mut rel = [0.0; 3];
                        for k in 0..dim {
                            rel[k] = pos[k][j] - pos[k][slot];
                        }
                        let d2 = rel[0] * rel[0] + rel[1] * rel[1] + rel[2] * rel[2];
                        if d2 >= within || j == slot || !wanted.get(j).is_none_or(|wanted| *wanted) {
                            continue;
                        }
                        let d = d2.sqrt();
                        if let Some(limits) = limits {
                            let mut ahead = 0.0;
                            for k in 0..dim {
                                ahead += rel[k] * heading[k][slot];
                            }
                            if ahead < limits[slot] * d {
                                continue;
                            }
                        }
                        if d < best || (d == best && indices[j] < best_index) {
                            (best, best_index) = (d, indices[j]);
                        }
                    }
                    if best_index != u32::MAX {
                        index[slot - *start] = f64::from(best_index) + 1.0;
                        distance[slot - *start] = best;
                    }
                }
                if slots.end >= end {
                    break;
                }
            }
        })?;
        Ok(Nearest { index: Rc::new(index), distance: Rc::new(distance) })
    }
}
