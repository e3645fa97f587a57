//! Work on many rows at once, on all threads that there are. Each piece writes only its own part, so results are the same to the
//! bit whatever the number of threads.

use super::error::{CrowdError, Result};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// Fewer rows than this are not worth waking another thread.
pub const WORTH_SHARING: usize = 8_192;
/// Whether a result is still wanted: long work asks now and then.
pub type GoOn<'a> = &'a dyn Fn() -> bool;

/// For work that is short.
pub const ALWAYS: GoOn<'static> = &|| true;

/// Does all pieces. Whoever calls works along, so that it pays for its part, and asks before each piece of its own whether to go
/// on.
///
/// # Errors
/// When the result is no longer wanted.
pub fn share<T: Send>(
    rows: usize,
    mut pieces: Vec<T>,
    go_on: GoOn,
    work: impl Fn(&mut T) + Sync,
) -> Result<()> {
    let helpers = if rows < WORTH_SHARING { 0 } else { rayon::current_num_threads() - 1 };
    let stop = AtomicBool::new(false);
    let rest = Mutex::new(pieces.iter_mut());
    let next = || rest.lock().unwrap_or_else(PoisonError::into_inner).next();
    let help = || {
        while !stop.load(Ordering::Relaxed) {
            let Some(piece) = next() else { break };
            work(piece);
        }
    };
    let own_part = || {
        loop {
            if !go_on() {
                stop.store(true, Ordering::Relaxed);
                return Err(CrowdError::Stopped);
            }
            let Some(piece) = next() else { return Ok(()) };
            work(piece);
        }
    };
    if helpers == 0 {
        return own_part();
    }
    rayon::in_place_scope(|scope| {
        for _ in 0..helpers {
            scope.spawn(|_| help());
        }
        own_part()
    })
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
