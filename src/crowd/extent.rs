//! How far a crowd reaches, and whether all of it is somewhere.

use super::grid::{PIECE, columns};
use super::rows::Rows;
use super::work::{ALWAYS, share_in};
use pulp::{Arch, Simd, WithSimd};

/// The lowest and the highest number of a column; and whether all are finite.
#[derive(Clone, Copy)]
pub(super) struct Extent {
    pub lowest: f64,
    pub highest: f64,
    pub finite: bool,
}

impl Extent {
    const NONE: Extent = Extent { lowest: f64::INFINITY, highest: f64::NEG_INFINITY, finite: true };

    #[inline(always)]
    fn of(column: &[f64]) -> Extent {
        // In lanes, as a processor compares them: the result does not depend on the order.
        let (mut lowest, mut highest, mut none) = ([f64::INFINITY; 8], [f64::NEG_INFINITY; 8], [0.0; 8]);
        let (rows, rest) = column.as_chunks::<8>();
        for row in rows {
            for lane in 0..8 {
                let x = row[lane];
                lowest[lane] = if x < lowest[lane] { x } else { lowest[lane] };
                highest[lane] = if x > highest[lane] { x } else { highest[lane] };
                // Zero, or no number at all.
                none[lane] += x * 0.0;
            }
        }
        let mut extent = Extent::NONE;
        for (lane, &x) in rest.iter().enumerate() {
            lowest[lane] = lowest[lane].min(x);
            highest[lane] = highest[lane].max(x);
            none[lane] += x * 0.0;
        }
        for lane in 0..8 {
            extent.lowest = extent.lowest.min(lowest[lane]);
            extent.highest = extent.highest.max(highest[lane]);
            extent.finite &= none[lane] == 0.0;
        }
        extent
    }

    fn and(self, other: Extent) -> Extent {
        Extent {
            lowest: self.lowest.min(other.lowest),
            highest: self.highest.max(other.highest),
            finite: self.finite && other.finite,
        }
    }

    /// Of all columns.
    pub fn of_all(pos: &Rows) -> [Extent; 3] {
        let mut pieces: Vec<(usize, [Extent; 3])> =
            (0..pos.len()).step_by(PIECE).map(|start| (start, [Extent::NONE; 3])).collect();
        let (n, columns, arch) = (pos.len(), columns(pos), Arch::new());
        // Nobody stops it: it is short.
        let _ = share_in(n, &mut pieces, ALWAYS, |(start, extents)| {
            let end = n.min(*start + PIECE);
            for (column, extent) in columns.iter().zip(extents) {
                let column = column.get(*start..end).unwrap_or_default();
                *extent = arch.dispatch(ExtentOf(column));
            }
        });
        pieces.iter().fold([Extent::NONE; 3], |all, (_, piece)| std::array::from_fn(|k| all[k].and(piece[k])))
    }
}

/// [`Extent::of`] with the registers that the machine has.
struct ExtentOf<'a>(&'a [f64]);

impl WithSimd for ExtentOf<'_> {
    type Output = Extent;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> Extent {
        Extent::of(self.0)
    }
}
