//! Values on a grid over a stretch of land: what agents leave behind and find (a [`Field`]), and ways that lead them (a
//! [`FlowField`]).
//!
//! Both are read bilinearly between the centres of cells. At a closed edge, a position beyond the outermost centres reads the
//! cell at the edge; otherwise the land goes on at its other side.

use super::error::{CrowdError, Result, wrong};
use super::land::{Land, blend};
use super::work::GoOn;

/// More cells than this are not worked on in one step.
const MOST_WORK: f64 = 1e9;

/// The most that a cell holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Cap {
    None,
    One(f64),
    /// One for each cell.
    Map(Vec<f64>),
}

impl Cap {
    fn at(&self, cell: usize) -> f64 {
        match self {
            Cap::None => f64::INFINITY,
            Cap::One(cap) => *cap,
            Cap::Map(caps) => caps.get(cell).copied().unwrap_or(f64::INFINITY),
        }
    }
}

/// How a field changes by itself, each per second.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Change {
    /// In square units of the world.
    pub diffusion: f64,
    pub decay: f64,
    /// Toward the cap.
    pub regrowth: f64,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    pub land: Land,
    pub cap: Cap,
    pub change: Change,
    /// Column after column: the cell `(i, j)` is at `i * ny + j`.
    pub values: Vec<f64>,
}

impl Field {
    /// An empty field.
    ///
    /// # Errors
    /// Rates that are not finite and 0 or more, regrowth without a cap, caps that are negative or not one for each cell.
    pub fn new(land: Land, cap: Cap, change: Change) -> Result<Field> {
        for (name, rate) in
            [("diffusion", change.diffusion), ("decay", change.decay), ("regrowth", change.regrowth)]
        {
            if !(rate.is_finite() && rate >= 0.0) {
                return Err(wrong!("{name} must be a finite number of 0 or more, got {rate}"));
            }
        }
        let caps: &[f64] = match &cap {
            Cap::None if change.regrowth > 0.0 => {
                return Err(CrowdError::new("regrowth grows a field back toward its cap: give it a cap"));
            }
            Cap::None => &[],
            Cap::One(cap) => std::slice::from_ref(cap),
            Cap::Map(caps) if caps.len() == land.cells() => caps,
            Cap::Map(caps) => {
                return Err(wrong!(
                    "cap must be one number or one for each of {} cells, got {}",
                    land.cells(),
                    caps.len()
                ));
            }
        };
        if let Some(cap) = caps.iter().find(|cap| cap.is_nan() || **cap < 0.0) {
            return Err(wrong!("cap must be 0 or more, got {cap}"));
        }
        let values = vec![0.0; land.cells()];
        Ok(Field { land, cap, change, values })
    }

    /// # Errors
    /// A value that is not finite, negative or above the cell's cap.
    fn check(&self, name: &str, cell: usize, value: f64) -> Result<()> {
        let cap = self.cap.at(cell);
        if !(value.is_finite() && value >= 0.0) {
            return Err(wrong!("{name} must be a finite number of 0 or more, got {value}"));
        }
        if value > cap { Err(wrong!("{name} must be at most the cap, {cap}, got {value}")) } else { Ok(()) }
    }

    /// Sets what a cell holds.
    ///
    /// # Errors
    /// What no cell can hold.
    pub fn set(&mut self, cell: usize, value: f64) -> Result<()> {
        self.check("value", cell, value)?;
        self.values[cell] = value;
        Ok(())
    }

    /// Sets what all cells hold; there must be one for each.
    ///
    /// # Errors
    /// What no cell can hold.
    pub fn fill(&mut self, values: Vec<f64>) -> Result<()> {
        values.iter().enumerate().try_for_each(|(cell, &value)| self.check("values", cell, value))?;
        self.values = values;
        Ok(())
    }

    pub fn sample(&self, at: [f64; 2]) -> f64 {
        blend(&self.values, self.land.around(at))
    }

    /// The slope at every cell's centre, by central differences: along x, and along y.
    pub fn slopes(&self) -> [Vec<f64>; 2] {
        let [cx, cy] = self.land.cell();
        let mut slopes = [vec![0.0; self.values.len()], vec![0.0; self.values.len()]];
        self.land.crosses(|cell, [left, right, below, above]| {
            slopes[0][cell] = (self.values[right] - self.values[left]) / (2.0 * cx);
            slopes[1][cell] = (self.values[above] - self.values[below]) / (2.0 * cy);
        });
        slopes
    }

    /// The slope at a point, between those that [`Field::slopes`] gave.
    pub fn gradient(&self, slopes: &[Vec<f64>; 2], at: [f64; 2]) -> [f64; 2] {
        let around = self.land.around(at);
        [blend(&slopes[0], around), blend(&slopes[1], around)]
    }

    /// Adds amounts at points, shared between the cells around; a cell that they reach is then cut to its cap.
    ///
    /// # Errors
    /// An amount that is not finite or negative; nothing is added then.
    pub fn deposit(&mut self, gifts: &[([f64; 2], f64)]) -> Result<()> {
        check_amounts("deposit", gifts)?;
        for (at, amount) in gifts {
            for (cell, share) in self.land.around(*at) {
                self.values[cell] += amount * share;
            }
        }
        for (at, amount) in gifts {
            for (cell, share) in self.land.around(*at) {
                if amount * share > 0.0 {
                    self.values[cell] = self.values[cell].min(self.cap.at(cell));
                }
            }
        }
        Ok(())
    }

    /// Takes amounts from the cells that points lie in. What a cell does not hold for all is shared in proportion. Returns what
    /// each got.
    ///
    /// # Errors
    /// An amount that is not finite or negative; nothing is taken then.
    pub fn take(&mut self, wishes: &[([f64; 2], f64)]) -> Result<Vec<f64>> {
        check_amounts("take", wishes)?;
        let cells: Vec<usize> = wishes.iter().map(|(at, _)| self.land.cell_of(*at)).collect();
        let mut wanted = vec![0.0; self.values.len()];
        for (&cell, (_, amount)) in cells.iter().zip(wishes) {
            wanted[cell] += amount;
        }
        let got = cells.iter().zip(wishes).map(|(&cell, (_, amount))| {
            let (held, wanted) = (self.values[cell].max(0.0), wanted[cell]);
            if wanted > held { amount * (held / wanted) } else { *amount }
        });
        let got: Vec<f64> = got.collect();
        for (cell, wanted) in wanted.into_iter().enumerate().filter(|(_, wanted)| *wanted > 0.0) {
            let held = self.values[cell].max(0.0);
            self.values[cell] = if wanted > held { 0.0 } else { held - wanted };
        }
        Ok(got)
    }

    /// Lets `dt` seconds pass: it spreads, decays and grows back.
    ///
    /// # Errors
    /// A time that is negative or not finite, or so long that it would take too many small steps; nothing happens then. Also
    /// when the result is no longer wanted.
    pub fn step(&mut self, dt: f64, go_on: GoOn) -> Result<()> {
        if !(dt.is_finite() && dt >= 0.0) {
            return Err(wrong!("dt must be a finite number of 0 or more, got {dt}"));
        }
        let [cx, cy] = self.land.cell();
        let Change { diffusion, decay, regrowth } = self.change;
        if diffusion > 0.0 {
            let (x, y) = (diffusion * dt / (cx * cx), diffusion * dt / (cy * cy));
            let steps = ((x + y) / 0.25).ceil().max(1.0);
            if steps.is_nan() || steps * self.values.len() as f64 > MOST_WORK {
                return Err(wrong!(
                    "so much diffusion needs {steps} small steps: take a shorter dt, or larger cells"
                ));
            }
            let (x, y) = (x / steps, y / steps);
            for _ in 0..steps as u64 {
                if !go_on() {
                    return Err(CrowdError::Stopped);
                }
                let mut next = vec![0.0; self.values.len()];
                let old = &self.values;
                self.land.crosses(|cell, [left, right, below, above]| {
                    let own = old[cell];
                    next[cell] = own
                        + x * (old[right] + old[left] - 2.0 * own)
                        + y * (old[above] + old[below] - 2.0 * own);
                });
                self.values = next;
            }
        }
        let rate = regrowth + decay;
        if rate > 0.0 {
            let left = libm::exp(-rate * dt);
            for (cell, value) in self.values.iter_mut().enumerate() {
                let settle = if regrowth > 0.0 { self.cap.at(cell) * regrowth / rate } else { 0.0 };
                *value = settle + (*value - settle) * left;
            }
        }
        Ok(())
    }
}

fn check_amounts(what: &str, amounts: &[([f64; 2], f64)]) -> Result<()> {
    match amounts.iter().find(|(at, amount)| {
        !(amount.is_finite() && *amount >= 0.0 && at[0].is_finite() && at[1].is_finite())
    }) {
        Some((at, _)) if !(at[0].is_finite() && at[1].is_finite()) => {
            Err(wrong!("positions must be finite to {what}, got ({}, {})", at[0], at[1]))
        }
        Some((_, amount)) => Err(wrong!("amounts must be finite and 0 or more, got {amount}")),
        None => Ok(()),
    }
}

/// A vector in each cell.
#[derive(Clone, Debug, PartialEq)]
pub struct FlowField {
    pub land: Land,
    /// As the values of a [`Field`] lie.
    pub x: Vec<f64>,
    pub y: Vec<f64>,
}

impl FlowField {
    /// # Errors
    /// Not one vector for each cell.
    pub fn new(land: Land, x: Vec<f64>, y: Vec<f64>) -> Result<FlowField> {
        if x.len() != land.cells() || y.len() != land.cells() {
            return Err(wrong!(
                "vectors must be one for each of {} cells, got {}",
                land.cells(),
                x.len().min(y.len())
            ));
        }
        Ok(FlowField { land, x, y })
    }

    pub fn at(&self, at: [f64; 2]) -> [f64; 2] {
        let around = self.land.around(at);
        [blend(&self.x, around), blend(&self.y, around)]
    }
}
