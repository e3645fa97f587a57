//! Work on many rows at once, on all threads that there are. Each piece writes only its own part, so results are the same to the
//! bit whatever the number of threads.

use super::error::{CrowdError, Result};
use rayon::prelude::*;

/// Fewer rows than this are not worth waking another thread.
pub const WORTH_SHARING: usize = 8_192;
/// So many pieces are done between two looks at whether the result is still wanted.
const PIECES_AT_ONCE: usize = 64;

/// Whether a result is still wanted: long work asks now and then.
pub type GoOn<'a> = &'a dyn Fn() -> bool;

/// For work that is short.
pub const ALWAYS: GoOn<'static> = &|| true;

/// Does all pieces.
///
/// # Errors
/// When the result is no longer wanted.
pub fn share<T: Send>(
    rows: usize,
    mut pieces: Vec<T>,
    go_on: GoOn,
    work: impl Fn(&mut T) + Sync,
) -> Result<()> {
    let alone = rows < WORTH_SHARING || rayon::current_num_threads() == 1;
    let at_once = if alone { 1 } else { PIECES_AT_ONCE };
    for group in pieces.chunks_mut(at_once) {
        if !go_on() {
            return Err(CrowdError::Stopped);
        }
        if alone {
            group.iter_mut().for_each(&work);
        } else {
            group.par_iter_mut().for_each(&work);
        }
    }
    Ok(())
}

/// Cuts columns into pieces of so many rows: each piece has its first row and a part of every column.
pub fn cut(columns: Vec<&mut [f64]>, ends: impl IntoIterator<Item = usize>) -> Vec<(usize, Vec<&mut [f64]>)> {
    let mut rest = columns;
    let mut start = 0;
    let mut pieces = Vec::new();
    for end in ends {
        let mut parts = Vec::with_capacity(rest.len());
        for column in &mut rest {
            let (part, after) = std::mem::take(column).split_at_mut(end - start);
            parts.push(part);
            *column = after;
        }
        pieces.push((start, parts));
        start = end;
    }
    pieces
}

/// The ends of pieces of `size` rows.
pub fn ends(rows: usize, size: usize) -> impl Iterator<Item = usize> {
    (1..=rows.div_ceil(size)).map(move |piece| (piece * size).min(rows))
}
