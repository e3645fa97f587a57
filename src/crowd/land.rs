//! A stretch of land, cut into cells, for values on it.

use super::error::{Result, wrong};

/// How many cells there may be.
pub const MOST_CELLS: usize = 4_000_000;

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

    pub(super) fn between(&self, at: f64, n: usize, extent: f64) -> Between {
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
    pub(super) fn around(&self, at: [f64; 2]) -> [(usize, f64); 4] {
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
    pub(super) fn cell_of(&self, at: [f64; 2]) -> usize {
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
    pub(super) fn beside(&self, cell: usize, n: usize) -> (usize, usize) {
        match self.edge {
            Edge::Wrap => ((cell + n - 1) % n, (cell + 1) % n),
            Edge::Closed => (cell.saturating_sub(1), (cell + 1).min(n - 1)),
        }
    }

    /// Calls `visit` with each cell and those to its left, right, below and above.
    pub(super) fn crosses(&self, mut visit: impl FnMut(usize, [usize; 4])) {
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

pub(super) fn blend(values: &[f64], cells: [(usize, f64); 4]) -> f64 {
    // Along x first, then along y.
    cells.iter().map(|&(cell, share)| values.get(cell).copied().unwrap_or(0.0) * share).sum()
}
