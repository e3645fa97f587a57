//! What neighbours add up to: pushes, mean velocities and centres, all in one pass.
//!
//! The crowd is cut into pieces for [`super::pass`]. Sums are kept as rows, or, with [`Sums::along_the_way`], handed on piece by piece
//! while they lie in the processor's nearest cache.

use super::error::Result;
use super::grid::{Grid, Row};
use super::pass::{Pass, View};
use super::rows::Rows;
use super::work::{GoOn, cut, share};
use pulp::Arch;
use std::cell::RefCell;

/// Pieces of about so many agents are shared between threads.
const PIECE: usize = 512;

/// Who counts as a neighbour, and what is added up over them. All rows lie in the grid's order.
#[derive(Clone, Copy)]
pub struct Sums<'a> {
    pub grid: &'a Grid,
    /// Where agents are, and how fast.
    pub pos: &'a Rows,
    pub vel: &'a Rows,
    /// Where they were when they sensed, if they have moved since: who was farther than `within` then does not count.
    pub then: Option<&'a Rows>,
    /// Which way each looked: its unit heading and the cosine of half its view, -2 for one that sees all around.
    pub cone: Option<(&'a Rows, &'a [f64])>,
    /// Who takes part; all if there is none. With a mask only pushes are right.
    pub mask: Option<&'a [bool]>,
    /// The square of the distance must be below this one's; at most the grid's.
    pub within: f64,
    /// And the distance below this, for pushes: infinite if `within` says it all.
    pub push_limit: Option<f64>,
    /// The radius in the pushes.
    pub push_radius: f64,
    /// And the distance below this, for means.
    pub mean_limit: Option<f64>,
}

/// The sums, in the grid's order. What was not asked for is empty.
#[derive(Default)]
pub struct Summed {
    pub separate: Rows,
    pub align: Rows,
    pub cohere: Rows,
    /// How many neighbours each has for the means.
    pub count: Rows,
}

/// What is done with the sums of a piece: its first slot, the sums' columns, and its part of what it writes. The columns are those of
/// [`Summed`], in its order, without what was not asked for.
pub type Then<'a> = &'a (dyn Fn(usize, &[&mut [f64]], &mut [&mut [f64]]) + Sync);

impl Sums<'_> {
    /// # Errors
    /// When the result is no longer wanted.
    pub fn take(&self, go_on: GoOn) -> Result<Summed> {
        let (n, dim) = (self.pos.len(), self.pos.dim());
        // Every slot lies in a row that is in use, so all are written.
        let make = |wanted: bool, dim: usize| {
            if wanted { Rows::unset(n, dim, self.grid.order.clone()) } else { Rows::default() }
        };
        let (push, mean) = (self.push_limit.is_some(), self.mean_limit.is_some());
        let mut summed = Summed {
            separate: make(push, dim),
            align: make(mean, dim),
            cohere: make(mean, dim),
            count: make(mean, 1),
        };
        let all = [&mut summed.separate, &mut summed.align, &mut summed.cohere, &mut summed.count];
        let columns = all.into_iter().filter(|rows| !rows.is_empty()).flat_map(Rows::columns_mut).collect();
        self.work(columns, None, go_on)?;
        Ok(summed)
    }

    /// Takes the sums without keeping them: `then` makes something of each piece and writes that to its part of `columns`, which have
    /// a row for each agent in the grid's order.
    ///
    /// # Errors
    /// When the result is no longer wanted.
    pub fn along_the_way(&self, columns: Vec<&mut [f64]>, then: Then, go_on: GoOn) -> Result<()> {
        self.work(columns, Some(then), go_on)
    }

    fn work(&self, columns: Vec<&mut [f64]>, then: Option<Then>, go_on: GoOn) -> Result<()> {
        match self.pos.dim() {
            3 => self.work_in::<3>(columns, then, go_on),
            2 => self.work_in::<2>(columns, then, go_on),
            _ => self.work_in::<1>(columns, then, go_on),
        }
    }

    fn work_in<const D: usize>(&self, out: Vec<&mut [f64]>, then: Option<Then>, go_on: GoOn) -> Result<()> {
        match (self.push_limit.is_some(), self.mean_limit.is_some()) {
            (true, true) => self.work_for::<D, true, true>(out, then, go_on),
            (true, false) => self.work_for::<D, true, false>(out, then, go_on),
            _ => self.work_for::<D, false, true>(out, then, go_on),
        }
    }

    fn work_for<const D: usize, const PUSH: bool, const MEAN: bool>(
        &self,
        out: Vec<&mut [f64]>,
        then: Option<Then>,
        go_on: GoOn,
    ) -> Result<()> {
        match (self.then.is_some(), self.cone.is_some()) {
            (false, false) => self.run::<D, PUSH, MEAN, false, false>(out, then, go_on),
            (false, true) => self.run::<D, PUSH, MEAN, false, true>(out, then, go_on),
            (true, false) => self.run::<D, PUSH, MEAN, true, false>(out, then, go_on),
            (true, true) => self.run::<D, PUSH, MEAN, true, true>(out, then, go_on),
        }
    }

    fn run<const D: usize, const PUSH: bool, const MEAN: bool, const MOVED: bool, const CONE: bool>(
        &self,
        out: Vec<&mut [f64]>,
        then: Option<Then>,
        go_on: GoOn,
    ) -> Result<()> {
        let pieces = pieces(self.grid.cells.rows());
        let ends = pieces.iter().map(|rows| rows.last().map_or(0, |row| row.slots().end));
        let pieces: Vec<_> = cut(out, ends).into_iter().zip(&pieces).collect();
        let arch = Arch::new();
        let view = View {
            cells: &self.grid.cells,
            pos: columns_of(self.pos),
            vel: columns_of(self.vel),
            then: columns_of(self.then.unwrap_or(self.pos)),
            heading: columns_of(self.cone.map_or(self.pos, |(heading, _)| heading)),
            limits: self.cone.map_or(&[], |(_, limits)| limits),
            mask: self.mask,
            within: self.within,
            push_limit: self.push_limit.unwrap_or(0.0),
            push_radius: self.push_radius,
            mean_limit: self.mean_limit.unwrap_or(0.0),
        };
        let pass = |rows: &[Row], start: usize, out: &mut [&mut [f64]]| {
            arch.dispatch(Pass::<D, PUSH, MEAN, MOVED, CONE> { view: &view, rows, start, out });
        };
        share(self.pos.len(), pieces, go_on, |((start, out), rows)| {
            let Some(then) = then else { return pass(rows, *start, out) };
            let agents = rows.iter().map(|row| row.slots().len()).sum();
            let columns = if PUSH { D } else { 0 } + if MEAN { 2 * D + 1 } else { 0 };
            SCRATCH.with_borrow_mut(|scratch| {
                scratch.resize(scratch.len().max(agents * columns), 0.0);
                let mut sums: Vec<&mut [f64]> = scratch.chunks_exact_mut(agents).take(columns).collect();
                pass(rows, *start, &mut sums);
                then(*start, &sums, out);
            });
        })
    }
}

thread_local! {
    /// Sums of a piece, on their way.
    static SCRATCH: RefCell<Vec<f64>> = const { RefCell::new(Vec::new()) };
}

/// Cell rows in pieces of about as many agents; one that is longer is cut.
fn pieces(rows: &[Row]) -> Vec<Vec<Row>> {
    let mut pieces: Vec<Vec<Row>> = Vec::new();
    let mut agents = PIECE;
    for part in rows.iter().flat_map(|row| row.parts(PIECE)) {
        if agents >= PIECE {
            pieces.push(Vec::new());
            agents = 0;
        }
        agents += part.slots().len();
        if let Some(piece) = pieces.last_mut() {
            piece.push(part);
        }
    }
    pieces
}

fn columns_of<const D: usize>(rows: &Rows) -> [&[f64]; D] {
    std::array::from_fn(|column| rows.column(column))
}
