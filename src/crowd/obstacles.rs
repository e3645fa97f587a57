//! All that stands in the way of agents of one radius, in a grid: who is near few of them looks at few.
//!
//! It never changes. Whoever knows that something was put up or taken away makes another.

use super::agents::V;
use super::error::{Result, wrong};
use super::solid::Solid;

/// Cells for each solid, if they have room.
const CELLS_A_SOLID: usize = 16;
const MOST_CELLS: usize = 1 << 17;
/// Entries of solids in cells for each solid, and at any rate; a coarser grid has fewer.
const ENTRIES_A_SOLID: usize = 64;
const ANY_ENTRIES: usize = 1 << 14;
/// A solid is entered this far around it, so that rounding misses none.
const MARGIN: f64 = 1e-6;
/// Farther than anything in a yard.
const FARTHEST: f64 = 1e5;

#[derive(Debug)]
pub struct Obstacles {
    radius: f64,
    dim: usize,
    solids: Vec<Solid>,
    pub(super) grid: Cells,
}

/// Which solids are in which cell. The grid lies over two axes: the only ones in the plane, and x and z in space, where most
/// things stand on the ground.
#[derive(Debug, Default)]
pub(super) struct Cells {
    pub axes: [usize; 2],
    pub lo: [f64; 2],
    pub hi: [f64; 2],
    pub size: [f64; 2],
    pub count: [usize; 2],
    densest: usize,
    starts: Vec<u32>,
    entries: Vec<u32>,
}

impl Obstacles {
    /// For agents of `radius` in `dim` dimensions, 2 or 3.
    ///
    /// # Errors
    /// A radius that is not 0 to 1,000,000, solids with numbers that are not finite or too large, other dimensions.
    pub fn new(radius: f64, dim: usize, solids: Vec<Solid>) -> Result<Obstacles> {
        if !(0.0..=1e6).contains(&radius) {
            return Err(wrong!("radius must be 0 to 1,000,000, got {radius}"));
        }
        if !(2..=3).contains(&dim) {
            return Err(wrong!("agents collide in two or three dimensions; these have {dim}"));
        }
        let axes = if dim == 2 { [0, 1] } else { [0, 2] };
        let all_right = solids.iter().all(|solid| {
            solid.is_finite()
                && axes.iter().all(|&axis| {
                    let (lo, hi) = solid.extent(axis);
                    lo.abs() <= FARTHEST && hi.abs() <= FARTHEST
                })
        });
        if !all_right {
            return Err(wrong!("what agents keep out of must have finite places and extents"));
        }
        let grid = Cells::of(&solids, axes, radius + MARGIN);
        Ok(Obstacles { radius, dim, solids, grid })
    }

    pub fn radius(&self) -> f64 {
        self.radius
    }

    pub fn dim(&self) -> usize {
        self.dim
    }

    pub fn solids(&self) -> &[Solid] {
        &self.solids
    }

    pub fn bytes(&self) -> usize {
        self.solids.len() * size_of::<Solid>() + (self.grid.starts.len() + self.grid.entries.len()) * 4
    }

    /// How many solids the fullest cell has.
    pub(super) fn densest(&self) -> usize {
        self.grid.densest
    }

    /// Those that may touch an agent that is in a cell.
    pub(super) fn in_cell(&self, cell: usize) -> impl Iterator<Item = &Solid> {
        self.grid.entries_of(cell).iter().filter_map(|&entry| self.solids.get(entry as usize))
    }

    /// Those that may touch an agent at a point.
    pub(super) fn at(&self, at: V) -> impl Iterator<Item = &Solid> {
        self.grid.cell_of(at).into_iter().flat_map(|cell| self.in_cell(cell))
    }
}

impl Cells {
    fn of(solids: &[Solid], axes: [usize; 2], around: f64) -> Cells {
        if solids.is_empty() {
            return Cells { axes, size: [1.0; 2], ..Cells::default() };
        }
        let extents: Vec<[(f64, f64); 2]> = solids
            .iter()
            .map(|solid| axes.map(|axis| solid.extent(axis)).map(|(lo, hi)| (lo - around, hi + around)))
            .collect();
        let edge = |k: usize, start: f64, pick: fn(f64, (f64, f64)) -> f64| {
            extents.iter().fold(start, |edge, extent| pick(edge, extent[k]))
        };
        let lo = [0, 1].map(|k| edge(k, f64::INFINITY, |edge, (lo, _)| edge.min(lo)));
        let hi = [0, 1].map(|k| edge(k, f64::NEG_INFINITY, |edge, (_, hi)| edge.max(hi)));
        let most_entries = (solids.len() * ENTRIES_A_SOLID).max(ANY_ENTRIES);
        let mut cells = (solids.len() * CELLS_A_SOLID).clamp(1, MOST_CELLS);
        loop {
            let mut grid = Cells::sized(axes, lo, hi, cells);
            let ranges: Vec<[(usize, usize); 2]> =
                extents.iter().map(|extent| [0, 1].map(|k| grid.range(k, extent[k]))).collect();
            let covered = |[(x0, x1), (y0, y1)]: &[(usize, usize); 2]| (x1 - x0 + 1) * (y1 - y0 + 1);
            let entries: usize = ranges.iter().map(covered).sum();
            if entries > most_entries && cells > 1 {
                cells /= 4;
                continue;
            }
            grid.enter(&ranges, entries);
            return grid;
        }
    }

    /// About so many cells, as square as they can be.
    fn sized(axes: [usize; 2], lo: [f64; 2], hi: [f64; 2], cells: usize) -> Cells {
        let extent = [hi[0] - lo[0], hi[1] - lo[1]];
        let side = (extent[0] * extent[1] / cells.max(1) as f64).sqrt();
        let count = extent.map(|extent| ((extent / side) as usize).clamp(1, cells.max(1)));
        let size = [extent[0] / count[0] as f64, extent[1] / count[1] as f64];
        Cells { axes, lo, hi, size, count, ..Cells::default() }
    }

    /// From the first to the last cell that an extent along an axis of the grid reaches.
    fn range(&self, k: usize, (lo, hi): (f64, f64)) -> (usize, usize) {
        (self.along(k, lo), self.along(k, hi))
    }

    pub(super) fn along(&self, k: usize, at: f64) -> usize {
        (((at - self.lo[k]) / self.size[k]) as usize).min(self.count[k].saturating_sub(1))
    }

    fn enter(&mut self, ranges: &[[(usize, usize); 2]], entries: usize) {
        let cells = self.count[0] * self.count[1];
        let mut starts = vec![0_u32; cells + 1];
        let each = |[(x0, x1), (y0, y1)]: [(usize, usize); 2], across: usize| {
            (y0..=y1).flat_map(move |y| (x0..=x1).map(move |x| y * across + x))
        };
        let across = self.count[0];
        for &range in ranges {
            each(range, across).for_each(|cell| starts[cell + 1] += 1);
        }
        self.densest = starts.iter().copied().max().unwrap_or(0) as usize;
        for cell in 0..cells {
            starts[cell + 1] += starts[cell];
        }
        let mut next = starts.clone();
        self.entries = vec![0; entries];
        for (solid, &range) in ranges.iter().enumerate() {
            for cell in each(range, across) {
                self.entries[next[cell] as usize] = solid as u32;
                next[cell] += 1;
            }
        }
        self.starts = starts;
    }

    /// The cell of a point; none outside.
    #[inline]
    pub(super) fn cell_of(&self, at: V) -> Option<usize> {
        let [x, y] = self.axes.map(|axis| at[axis]);
        let inside = x >= self.lo[0] && x <= self.hi[0] && y >= self.lo[1] && y <= self.hi[1];
        (inside && !self.starts.is_empty()).then(|| self.along(1, y) * self.count[0] + self.along(0, x))
    }

    #[inline]
    pub(super) fn entries_of(&self, cell: usize) -> &[u32] {
        match self.starts.get(cell..cell + 2) {
            Some(&[from, to]) => self.entries.get(from as usize..to as usize).unwrap_or_default(),
            _ => &[],
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solid(x: f64, y: f64, half: f64) -> Solid {
        Solid { center: [x, y, 0.0], half: [half, half, f64::INFINITY], round: 0.0, turn: None }
    }

    #[test]
    fn a_cell_knows_whoever_may_touch_an_agent_in_it() {
        let solids: Vec<Solid> =
            (0..400).map(|k| solid(f64::from(k % 20) * 2.0, f64::from(k / 20) * 2.0, 0.4)).collect();
        let obstacles = Obstacles::new(0.3, 2, solids.clone()).unwrap();
        let mut most = 0;
        for k in 0..4_000 {
            let at = [f64::from(k % 61) * 0.65, f64::from(k % 67) * 0.6, 0.0];
            let near: Vec<&Solid> = obstacles.at(at).collect();
            most = most.max(near.len());
            for solid in solids.iter().filter(|solid| solid.distance(at).0 <= 0.3) {
                assert!(near.contains(&solid), "{at:?}");
            }
        }
        assert!(most <= 4, "{most}");
    }

    #[test]
    fn many_that_cover_everything_make_no_large_grid() {
        let obstacles = Obstacles::new(0.3, 2, vec![solid(0.0, 0.0, 500.0); 4_000]).unwrap();
        assert!(obstacles.bytes() < 4_000_000, "{}", obstacles.bytes());
        assert_eq!(obstacles.at([1.0, 1.0, 0.0]).count(), 4_000);
        assert_eq!(obstacles.at([501.0, 1.0, 0.0]).count(), 0);
    }

    #[test]
    fn a_radius_or_a_place_that_is_no_number_is_refused() {
        let refused = |radius, solid| Obstacles::new(radius, 2, vec![solid]).unwrap_err().to_string();
        assert_eq!(refused(-1.0, solid(0.0, 0.0, 1.0)), "radius must be 0 to 1,000,000, got -1");
        assert_eq!(refused(f64::NAN, solid(0.0, 0.0, 1.0)), "radius must be 0 to 1,000,000, got NaN");
        let why = "what agents keep out of must have finite places and extents";
        assert_eq!(refused(1.0, solid(f64::NAN, 0.0, 1.0)), why);
        assert_eq!(refused(1.0, solid(1e30, 0.0, 1.0)), why);
        assert!(Obstacles::new(1.0, 2, Vec::new()).unwrap().at([0.0; 3]).next().is_none());
    }
}
