//! Values on a grid over a stretch of land: what agents leave behind and find (a [`Field`]), and ways that lead them (a
//! [`FlowField`]).
//!
//! Both are read bilinearly between the centres of cells. At a closed edge, a position beyond the outermost centres reads the
//! cell at the edge; otherwise the land goes on at its other side.

use super::error::{CrowdError, Result, wrong};
use super::work::GoOn;

/// How many cells there may be.
pub const MOST_CELLS: usize = 4_000_000;
/// More cells than this are not worked on in one step.
const MOST_WORK: f64 = 1e9;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    Wrap,
    Closed,
}

/// The cells.
#[derive(Clone, Debug, PartialEq)]
pub struct Land {
    pub nx: usize,
    pub ny: usize,
    /// Where its lowest corner is, in units of the world.
    pub origin: [f64; 2],
    pub width: f64,
    pub height: f64,
    pub edge: Edge,
}

/// A place along one axis: two cells and how far it is from the first to the second.
type Between = (usize, usize, f64);

impl Land {
    /// # Errors
    /// No cells or too many, an extent that is not finite and above 0.
    pub fn new(shape: [usize; 2], extent: [f64; 2], edge: Edge) -> Result<Land> {
        let [nx, ny] = shape;
        if nx == 0 || ny == 0 {
            return Err(wrong!("shape must be two numbers of cells of 1 or more, got {nx} and {ny}"));
        }
        if nx.checked_mul(ny).is_none_or(|cells| cells > MOST_CELLS) {
            return Err(wrong!("{nx} × {ny} cells are too many: at most {MOST_CELLS}"));
        }
        let [width, height] = extent;
        if !(width.is_finite() && height.is_finite() && width > 0.0 && height > 0.0) {
            return Err(wrong!("extent must be a finite width and height above 0, got {width} and {height}"));
        }
        Ok(Land { nx, ny, origin: [0.0; 2], width, height, edge })
    }

    /// The same land elsewhere: its lowest corner is at a place.
    ///
    /// # Errors
    /// A place that is not finite.
    pub fn placed(self, origin: [f64; 2]) -> Result<Land> {
        if !(origin[0].is_finite() && origin[1].is_finite()) {
            return Err(wrong!("origin must be finite, got {} and {}", origin[0], origin[1]));
        }
        Ok(Land { origin, ..self })
    }

    /// The centre of a cell.
    pub fn centre(&self, cell: usize) -> [f64; 2] {
        let [width, height] = self.cell();
        let (i, j) = ((cell / self.ny) as f64, (cell % self.ny) as f64);
        [self.origin[0] + (i + 0.5) * width, self.origin[1] + (j + 0.5) * height]
    }

    pub fn cells(&self) -> usize {
        self.nx * self.ny
    }

    /// The size of a cell.
    pub fn cell(&self) -> [f64; 2] {
        [self.width / self.nx as f64, self.height / self.ny as f64]
    }

    fn between(&self, at: f64, n: usize, extent: f64) -> Between {
        let place = at / extent * n as f64 - 0.5;
        match self.edge {
            Edge::Wrap => {
                let low = place.floor();
                let cell = low.rem_euclid(n as f64) as usize % n;
                (cell, (cell + 1) % n, place - low)
            }
            Edge::Closed => {
                let place = place.clamp(0.0, (n - 1) as f64);
                let cell = place.floor() as usize;
                (cell, (cell + 1).min(n - 1), place - cell as f64)
            }
        }
    }

    /// The four cells around a point, and the share of each.
    fn around(&self, at: [f64; 2]) -> [(usize, f64); 4] {
        let (i0, i1, fx) = self.between(at[0] - self.origin[0], self.nx, self.width);
        let (j0, j1, fy) = self.between(at[1] - self.origin[1], self.ny, self.height);
        let place = |i: usize, j: usize| i * self.ny + j;
        [
            (place(i0, j0), (1.0 - fx) * (1.0 - fy)),
            (place(i1, j0), fx * (1.0 - fy)),
            (place(i0, j1), (1.0 - fx) * fy),
            (place(i1, j1), fx * fy),
        ]
    }

    /// The cell that a point lies in.
    fn cell_of(&self, at: [f64; 2]) -> usize {
        let along = |at: f64, n: usize, extent: f64| {
            let place = (at / extent * n as f64).floor();
            match self.edge {
                Edge::Wrap => place.rem_euclid(n as f64) as usize % n,
                Edge::Closed => (place.max(0.0) as usize).min(n - 1),
            }
        };
        let [x, y] = self.origin;
        along(at[0] - x, self.nx, self.width) * self.ny + along(at[1] - y, self.ny, self.height)
    }

    /// The cell before and after one along an axis of `n`.
    fn beside(&self, cell: usize, n: usize) -> (usize, usize) {
        match self.edge {
            Edge::Wrap => ((cell + n - 1) % n, (cell + 1) % n),
            Edge::Closed => (cell.saturating_sub(1), (cell + 1).min(n - 1)),
        }
    }

    /// Calls `visit` with each cell and those to its left, right, below and above.
    fn crosses(&self, mut visit: impl FnMut(usize, [usize; 4])) {
        for i in 0..self.nx {
            let (left, right) = self.beside(i, self.nx);
            for j in 0..self.ny {
                let (below, above) = self.beside(j, self.ny);
                let row = i * self.ny;
                visit(row + j, [left * self.ny + j, right * self.ny + j, row + below, row + above]);
            }
        }
    }
}

fn blend(values: &[f64], cells: [(usize, f64); 4]) -> f64 {
    // Along x first, then along y.
    cells.iter().map(|&(cell, share)| values.get(cell).copied().unwrap_or(0.0) * share).sum()
}

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
