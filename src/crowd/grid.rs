//! Who is near whom: agents sorted by cell, so that those who may be within a radius of each other lie in a few stretches.
//!
//! Cells are one radius high and half a radius wide; agents of one cell row lie one after the other, by cell, and within a cell
//! by index, so that a run repeats. Where the cells of the whole extent would be many more than the agents, only those in use
//! are kept, and found by halving.

use super::buffer::Buffer;
use super::error::{Result, wrong};
use super::extent::Extent;
use super::order::Order;
use super::rows::Rows;
use super::sorting::{self, Agents, Sorted};
use super::work::{ALWAYS, share_in};
use pulp::{Arch, Simd, WithSimd};
use std::ops::Range;

/// Cells are a little larger than the radius, so that rounding cannot bring a pair two cells apart.
const LARGER: f64 = 1.0 + 1e-6;
/// Along each axis there are at most so many cells (2³⁰), that rounding stays smaller than that.
const MOST_ALONG: f64 = 1_073_741_824.0;
/// Pieces of so many agents are shared between threads.
pub(super) const PIECE: usize = 8_192;
/// Columns are this part of a radius wide.
const COLUMNS: u32 = 2;

/// A sort of a population, good for radii up to the grid's.
#[derive(Debug)]
pub struct Grid {
    /// The radius that it was made for.
    pub radius: f64,
    pub order: Order,
    pub cells: Cells,
}

/// Which slots lie in which cell.
#[derive(Debug)]
pub struct Cells {
    /// The cell rows that are in use, in order.
    rows: Vec<Row>,
    /// The column of each slot.
    columns: Buffer<u32>,
    table: Option<Table>,
}

/// The agents of one cell row.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Row {
    y: u32,
    z: u32,
    start: u32,
    end: u32,
}

/// Where each cell begins, if all are kept.
#[derive(Debug)]
struct Table {
    wide: usize,
    high: usize,
    deep: usize,
    starts: Buffer<u32>,
}

/// How one axis is cut into cells.
#[derive(Clone, Copy)]
struct Axis {
    lowest: f64,
    per_cell: f64,
    count: usize,
}

impl Axis {
    /// One cell for all.
    const NONE: Axis = Axis { lowest: 0.0, per_cell: 0.0, count: 1 };

    fn new(lowest: f64, highest: f64, cell: f64) -> Axis {
        let extent = highest - lowest;
        if !extent.is_finite() {
            return Axis::NONE;
        }
        let cell = cell.max(extent / MOST_ALONG);
        let axis = Axis { lowest, per_cell: 1.0 / cell, count: 0 };
        Axis { count: axis.cell(highest) as usize + 1, ..axis }
    }

    #[inline(always)]
    fn cell(self, x: f64) -> u32 {
        ((x - self.lowest) * self.per_cell) as u32
    }
}

impl Grid {
    /// Sorts agents by where they are; also returns the rows in the new order, of which the first are positions, and all lie in
    /// one order.
    ///
    /// # Errors
    /// A position that is not finite, unless the agent is alone.
    pub fn sort<const N: usize>(all: [&Rows; N], radius: f64) -> Result<(Grid, [Rows; N])> {
        const { assert!(N > 0) };
        let pos = all[0];
        let extents = Extent::of_all(pos);
        if pos.len() > 1 && !extents.iter().all(|extent| extent.finite) {
            let rows = pos.to_rows();
            let index = rows.iter().position(|row| !row.iter().all(|x| x.is_finite())).unwrap_or(0);
            let row = rows[index][..pos.dim()].iter().map(f64::to_string).collect::<Vec<_>>().join(", ");
            return Err(wrong!(
                "positions must be finite to find neighbours, but agent {} is at ({row})",
                index + 1
            ));
        }
        let cell = (radius * LARGER).max(f64::MIN_POSITIVE);
        let axis = |k: usize, cell: f64| {
            if k < pos.dim() { Axis::new(extents[k].lowest, extents[k].highest, cell) } else { Axis::NONE }
        };
        let axes = [axis(0, cell / f64::from(COLUMNS)), axis(1, cell), axis(2, cell)];
        let most = 4 * pos.len() + 1024;
        let [wide, high, deep] = axes.map(|axis| axis.count);
        let cells =
            wide.checked_mul(high).and_then(|cells| cells.checked_mul(deep)).filter(|&cells| cells <= most);
        let mut data = all.map(|rows| Buffer::unset(rows.data().len()));
        let columns: Vec<&[f64]> =
            all.iter().flat_map(|rows| (0..rows.dim()).map(|column| rows.column(column))).collect();
        let sorted = data.iter_mut().flat_map(|data| data.chunks_exact_mut(pos.len().max(1))).collect();
        let grid = match cells {
            Some(cells) => Grid::with_table(pos, &columns, sorted, radius, axes, cells),
            None => Grid::without_table(pos, &columns, sorted, radius, axes),
        };
        let mut data = data.into_iter();
        let rows = all.map(|rows| {
            Rows::from_buffer(pos.len(), rows.dim(), data.next().unwrap_or_default(), grid.order.clone())
        });
        Ok((grid, rows))
    }

    fn with_table(
        pos: &Rows,
        columns: &[&[f64]],
        sorted: Vec<&mut [f64]>,
        radius: f64,
        axes: [Axis; 3],
        count: usize,
    ) -> Grid {
        let [x, y, z] = axes;
        let cells = &cells_of(pos, axes);
        let agents = Agents { cells, count, indices: pos.order().indices(), columns };
        let Sorted { starts, index_of, cell_of: mut columns } = sorting::by_cell(agents, sorted);
        let mut rows = Vec::new();
        for row in 0..y.count * z.count {
            let (start, end) = (starts[row * x.count], starts[(row + 1) * x.count]);
            if start < end {
                rows.push(Row { y: (row % y.count) as u32, z: (row / y.count) as u32, start, end });
                let first = (row * x.count) as u32;
                for column in &mut columns[start as usize..end as usize] {
                    *column -= first;
                }
            }
        }
        let table = Some(Table { wide: x.count, high: y.count, deep: z.count, starts });
        Grid { radius, order: Order::new(index_of), cells: Cells { rows, columns, table } }
    }

    fn without_table(
        pos: &Rows,
        columns: &[&[f64]],
        sorted: Vec<&mut [f64]>,
        radius: f64,
        [x, y, z]: [Axis; 3],
    ) -> Grid {
        let zero = |column: &[f64], slot: usize, axis: Axis| column.get(slot).map_or(0, |&at| axis.cell(at));
        let (xs, ys, zs) = (pos.column(0), pos.column(1), pos.column(2));
        let mut keys: Vec<(u32, u32, u32, u32, u32)> = (0..pos.len())
            .map(|slot| {
                let index = pos.order().index(slot) as u32;
                (zero(zs, slot, z), zero(ys, slot, y), zero(xs, slot, x), index, slot as u32)
            })
            .collect();
        keys.sort_unstable();
        let mut rows: Vec<Row> = Vec::new();
        for (slot, &(z, y, ..)) in keys.iter().enumerate() {
            let slot = slot as u32;
            match rows.last_mut() {
                Some(row) if (row.z, row.y) == (z, y) => row.end = slot + 1,
                _ => rows.push(Row { y, z, start: slot, end: slot + 1 }),
            }
        }
        for (column, sorted) in columns.iter().zip(sorted) {
            sorted.iter_mut().zip(&keys).for_each(|(value, key)| *value = column[key.4 as usize]);
        }
        let columns: Vec<u32> = keys.iter().map(|key| key.2).collect();
        let order = Order::new(keys.iter().map(|key| key.3).collect::<Vec<u32>>());
        Grid { radius, order, cells: Cells { rows, columns: columns.into(), table: None } }
    }
}

impl Cells {
    /// The cell rows in use.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    pub fn len(&self) -> usize {
        self.columns.len()
    }

    pub fn is_empty(&self) -> bool {
        self.columns.is_empty()
    }

    /// What they take.
    pub fn bytes(&self) -> usize {
        let table = self.table.as_ref().map_or(0, |table| size_of_val(&*table.starts));
        size_of_val(self.rows.as_slice()) + size_of_val(&*self.columns) + table
    }

    /// The stretches of slots that hold everybody within the radius of some slots of one row, in order.
    #[inline]
    pub fn near(&self, row: Row, slots: Range<usize>) -> Near {
        let mut near = Near { stretches: [(0, 0); 9], len: 0 };
        let ends = (self.columns.get(slots.start), self.columns.get(slots.end.wrapping_sub(1)));
        let (Some(&first), Some(&last)) = ends else { return near };
        let columns = first.saturating_sub(COLUMNS)..last + COLUMNS + 1;
        for z in row.z.saturating_sub(1)..=row.z + 1 {
            for y in row.y.saturating_sub(1)..=row.y + 1 {
                let stretch = self.stretch(y, z, &columns);
                if stretch.start < stretch.end && near.len < near.stretches.len() {
                    near.stretches[near.len] = (stretch.start, stretch.end);
                    near.len += 1;
                }
            }
        }
        near
    }

    #[inline]
    fn stretch(&self, y: u32, z: u32, columns: &Range<u32>) -> Range<usize> {
        if let Some(table) = &self.table {
            if y as usize >= table.high || z as usize >= table.deep {
                return 0..0;
            }
            let first = (z as usize * table.high + y as usize) * table.wide;
            let end = (columns.end as usize).min(table.wide);
            return table.starts[first + columns.start as usize] as usize..table.starts[first + end] as usize;
        }
        match self.rows.binary_search_by_key(&(z, y), |row| (row.z, row.y)) {
            Ok(at) => {
                let row = self.rows[at].slots();
                let own = &self.columns[row.clone()];
                let part = |column: u32| row.start + own.partition_point(|&other| other < column);
                part(columns.start)..part(columns.end)
            }
            Err(_) => 0..0,
        }
    }

    /// How many pairs of an agent and somebody who may be near it there are, at most; counting stops above `enough`.
    pub fn pairs(&self, enough: u64) -> u64 {
        // Whole rows first: that is quick, and mostly tells.
        let mut rough = 0_u64;
        for row in &self.rows {
            let mut near = 0;
            for z in row.z.saturating_sub(1)..=row.z + 1 {
                for y in row.y.saturating_sub(1)..=row.y + 1 {
                    near += self.stretch(y, z, &(0..u32::MAX)).len() as u64;
                }
            }
            rough = rough.saturating_add(near * row.slots().len() as u64);
        }
        if rough <= enough {
            return rough;
        }
        let mut pairs = 0;
        for &row in &self.rows {
            for start in row.slots().step_by(8) {
                let slots = start..(start + 8).min(row.end as usize);
                let lanes = slots.len() as u64;
                let near = self.near(row, slots);
                pairs += near.stretches().map(|near| lanes * near.len() as u64).sum::<u64>();
            }
            if pairs > enough {
                return rough;
            }
        }
        pairs
    }
}

/// Stretches of slots.
pub struct Near {
    stretches: [(usize, usize); 9],
    len: usize,
}

impl Near {
    #[inline]
    pub fn stretches(&self) -> impl Iterator<Item = Range<usize>> {
        self.stretches.iter().take(self.len).map(|&(start, end)| start..end)
    }
}

impl Row {
    /// The same agents in rows of `most` each.
    pub fn parts(self, most: usize) -> impl Iterator<Item = Row> {
        let starts = (self.start..self.end).step_by(most.max(1));
        starts.map(move |start| Row { start, end: self.end.min(start + most as u32), ..self })
    }

    pub fn slots(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// Without what belongs to one thread.
pub(super) fn columns(rows: &Rows) -> [&[f64]; 3] {
    [0, 1, 2].map(|column| rows.column(column))
}

/// The cell of each slot, for a table of cells.
fn cells_of(pos: &Rows, axes: [Axis; 3]) -> Buffer<u32> {
    let mut cells = Buffer::unset(pos.len());
    let (dim, columns, arch) = (pos.dim(), columns(pos), Arch::new());
    let mut pieces: Vec<(usize, &mut [u32])> =
        cells.chunks_mut(PIECE).enumerate().map(|(piece, cells)| (piece * PIECE, cells)).collect();
    // Nobody stops it: it is short.
    let _ = share_in(pos.len(), &mut pieces, ALWAYS, |(start, cells)| {
        let columns = columns.map(|column| column.get(*start..).unwrap_or_default());
        arch.dispatch(CellsOf { dim, columns, axes, cells });
    });
    cells
}

/// The cells of some agents with the registers that the machine has.
struct CellsOf<'a> {
    dim: usize,
    columns: [&'a [f64]; 3],
    axes: [Axis; 3],
    cells: &'a mut [u32],
}

impl WithSimd for CellsOf<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let CellsOf { dim, columns: [xs, ys, zs], axes: [x, y, z], cells } = self;
        let (wide, high) = (x.count as u32, y.count as u32);
        match dim {
            0 | 1 => cells.iter_mut().zip(xs).for_each(|(cell, &a)| *cell = x.cell(a)),
            2 => {
                for ((cell, &a), &b) in cells.iter_mut().zip(xs).zip(ys) {
                    *cell = y.cell(b) * wide + x.cell(a);
                }
            }
            _ => {
                for (((cell, &a), &b), &c) in cells.iter_mut().zip(xs).zip(ys).zip(zs) {
                    *cell = (z.cell(c) * high + y.cell(b)) * wide + x.cell(a);
                }
            }
        }
    }
}

#[cfg(test)]
#[path = "grid_tests.rs"]
mod tests;
