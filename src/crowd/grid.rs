//! Who is near whom: agents sorted by cell, so that those who may be within a radius of each other lie in a few stretches.
//!
//! Cells are one radius high and half a radius wide; agents of one cell row lie one after the other, by cell, and within a cell
//! by index, so that a run repeats. Where the cells of the whole extent would be many more than the agents, only those in use
//! are kept, and found by halving.

use super::error::{Result, wrong};
use super::order::Order;
use super::rows::Rows;
use std::ops::Range;

/// Cells are a little larger than the radius, so that rounding cannot bring a pair two cells apart.
const LARGER: f64 = 1.0 + 1e-6;
/// Along each axis there are at most so many cells (2³⁰), that rounding stays smaller than that.
const MOST_ALONG: f64 = 1_073_741_824.0;
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
    columns: Vec<u32>,
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
    starts: Vec<u32>,
}

/// How one axis is cut into cells.
#[derive(Clone, Copy)]
struct Axis {
    lowest: f64,
    per_cell: f64,
    count: usize,
}

impl Axis {
    fn new(column: &[f64], cell: f64) -> Axis {
        let (mut lowest, mut highest) = (f64::INFINITY, f64::NEG_INFINITY);
        for &x in column {
            lowest = if x < lowest { x } else { lowest };
            highest = if x > highest { x } else { highest };
        }
        let extent = highest - lowest;
        if column.is_empty() || !extent.is_finite() {
            // One cell for all.
            return Axis { lowest: 0.0, per_cell: 0.0, count: 1 };
        }
        let cell = cell.max(extent / MOST_ALONG);
        let axis = Axis { lowest, per_cell: 1.0 / cell, count: 0 };
        Axis { count: axis.cell(highest) as usize + 1, ..axis }
    }

    fn cell(self, x: f64) -> u32 {
        ((x - self.lowest) * self.per_cell) as u32
    }
}

impl Grid {
    /// Sorts agents by where they are. Also returns, for each new slot, the slot of `pos` that it came from.
    ///
    /// # Errors
    /// A position that is not finite, unless the agent is alone.
    pub fn new(pos: &Rows, radius: f64) -> Result<(Grid, Vec<u32>)> {
        if pos.len() > 1 && !pos.is_finite() {
            let rows = pos.to_rows();
            let index = rows.iter().position(|row| !row.iter().all(|x| x.is_finite())).unwrap_or(0);
            let row = &rows[index][..pos.dim()];
            return Err(wrong!(
                "positions must be finite to find neighbours, but agent {} is at {row:?}",
                index + 1
            ));
        }
        let cell = (radius * LARGER).max(f64::MIN_POSITIVE);
        let axes = [
            Axis::new(pos.column(0), cell / f64::from(COLUMNS)),
            if pos.dim() > 1 {
                Axis::new(pos.column(1), cell)
            } else {
                Axis { lowest: 0.0, per_cell: 0.0, count: 1 }
            },
            if pos.dim() > 2 {
                Axis::new(pos.column(2), cell)
            } else {
                Axis { lowest: 0.0, per_cell: 0.0, count: 1 }
            },
        ];
        let most = 4 * pos.len() + 1024;
        let [wide, high, deep] = axes.map(|axis| axis.count);
        let cells =
            wide.checked_mul(high).and_then(|cells| cells.checked_mul(deep)).filter(|&cells| cells <= most);
        Ok(match cells {
            Some(cells) => Grid::with_table(pos, radius, axes, cells),
            None => Grid::without_table(pos, radius, axes),
        })
    }

    fn with_table(pos: &Rows, radius: f64, axes: [Axis; 3], cells: usize) -> (Grid, Vec<u32>) {
        let [x, y, z] = axes;
        let (wide, high) = (x.count as u32, y.count as u32);
        let xs = pos.column(0);
        let of_slot: Vec<u32> = match pos.dim() {
            0 | 1 => xs.iter().map(|&a| x.cell(a)).collect(),
            2 => xs.iter().zip(pos.column(1)).map(|(&a, &b)| y.cell(b) * wide + x.cell(a)).collect(),
            _ => {
                let pairs = xs.iter().zip(pos.column(1)).zip(pos.column(2));
                pairs.map(|((&a, &b), &c)| (z.cell(c) * high + y.cell(b)) * wide + x.cell(a)).collect()
            }
        };
        let mut starts = vec![0_u32; cells + 1];
        for &cell in &of_slot {
            starts[cell as usize] += 1;
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        // From the last to the first, so that what lay in order still does.
        let mut from = vec![0_u32; of_slot.len()];
        for (slot, &cell) in of_slot.iter().enumerate().rev() {
            let start = &mut starts[cell as usize];
            *start -= 1;
            from[*start as usize] = slot as u32;
        }
        let old = pos.order();
        let mut index_of: Vec<u32> = match old.indices() {
            Some(indices) => from.iter().map(|&slot| indices[slot as usize]).collect(),
            None => from.clone(),
        };
        let mut columns: Vec<u32> = from.iter().map(|&slot| of_slot[slot as usize]).collect();
        sort_within_cells(&columns, &mut index_of, &mut from);
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
        (Grid { radius, order: Order::new(index_of), cells: Cells { rows, columns, table } }, from)
    }

    fn without_table(pos: &Rows, radius: f64, [x, y, z]: [Axis; 3]) -> (Grid, Vec<u32>) {
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
        let columns = keys.iter().map(|key| key.2).collect();
        let order = Order::new(keys.iter().map(|key| key.3).collect());
        let from = keys.iter().map(|key| key.4).collect();
        (Grid { radius, order, cells: Cells { rows, columns, table: None } }, from)
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

/// Within a cell agents lie by index. They nearly do already.
fn sort_within_cells(cells: &[u32], index_of: &mut [u32], from: &mut [u32]) {
    for slot in 1..cells.len() {
        let (cell, index, source) = (cells[slot], index_of[slot], from[slot]);
        let mut at = slot;
        let mut steps = 0;
        while at > 0 && cells[at - 1] == cell && index_of[at - 1] > index {
            index_of[at] = index_of[at - 1];
            from[at] = from[at - 1];
            at -= 1;
            steps += 1;
            if steps > 64 {
                break;
            }
        }
        index_of[at] = index;
        from[at] = source;
        if steps > 64 {
            // A full cell in disorder: sorted as a whole.
            let start = cells[..slot].iter().rposition(|&other| other != cell).map_or(0, |before| before + 1);
            let end = start + cells[start..].iter().take_while(|&&other| other == cell).count();
            let mut both: Vec<(u32, u32)> =
                index_of[start..end].iter().copied().zip(from[start..end].iter().copied()).collect();
            both.sort_unstable();
            for (place, (index, source)) in (start..end).zip(both) {
                index_of[place] = index;
                from[place] = source;
            }
        }
    }
}

#[cfg(test)]
#[path = "grid_tests.rs"]
mod tests;
