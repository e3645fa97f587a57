//! Work on many rows at once, on all threads that there are. Each piece writes only its own part, so results are the same to the
//! bit whatever the number of threads.

use super::error::{CrowdError, Result};
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// Fewer rows than this are not worth waking another thread.
pub const WORTH_SHARING: usize = 8_192;
/// Whether a result is still wanted: long work asks now and then.
pub type GoOn<'a> = &'a dyn Fn() -> bool;

/// For work that is short.
pub const ALWAYS: GoOn<'static> = &|| true;

/// The same for work that is done later: whoever asked for it may be gone then.
#[derive(Clone, Default)]
pub struct Wanted(Option<Rc<dyn Fn() -> bool>>);

impl Wanted {
    pub fn while_so(is_so: Rc<dyn Fn() -> bool>) -> Wanted {
        Wanted(Some(is_so))
    }

    pub fn still(&self) -> bool {
        self.0.as_ref().is_none_or(|is_so| is_so())
    }
}

impl std::fmt::Debug for Wanted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Wanted")
    }
}

/// How many threads work on so many rows.
pub fn threads_for(rows: usize) -> usize {
    if rows < WORTH_SHARING { 1 } else { rayon::current_num_threads() }
}

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
    share_in(rows, &mut pieces, go_on, work)
}

/// The same for one who needs the pieces afterwards.
///
/// # Errors
/// When the result is no longer wanted.
pub fn share_in<T: Send>(
    rows: usize,
    pieces: &mut [T],
    go_on: GoOn,
    work: impl Fn(&mut T) + Sync,
) -> Result<()> {
    let helpers = threads_for(rows) - 1;
    let stop = AtomicBool::new(false);
    let queues = queues(pieces, helpers + 1);
    if helpers == 0 {
        return own_part(&queues, &stop, go_on, work);
    }
    rayon::in_place_scope(|scope| {
        for helper in 1..=helpers {
            let (queues, stop, work) = (&queues, &stop, &work);
            scope.spawn(move |_| {
                while !stop.load(Ordering::Relaxed) {
                    let Some(piece) = next(queues, helper) else { break };
                    work(piece);
                }
            });
        }
        own_part(&queues, &stop, go_on, &work)
    })
}

/// Each thread's pieces. Thread `t` of `threads` has the same part of the rows in all that is done to a crowd, so that most of what
/// it reads is still in its cache.
type Queues<'a, T> = Vec<Mutex<std::slice::IterMut<'a, T>>>;

fn queues<T>(mut pieces: &mut [T], threads: usize) -> Queues<'_, T> {
    let all = pieces.len();
    let part = |thread: usize| thread * all / threads;
    let own = |thread: usize| part(thread + 1) - part(thread);
    let mut cut = |size: usize| pieces.split_off_mut(..size).unwrap_or_default();
    (0..threads).map(|thread| Mutex::new(cut(own(thread)).iter_mut())).collect()
}

/// A thread's next piece, or the last one of a thread that has more left.
fn next<'a, T>(queues: &Queues<'a, T>, thread: usize) -> Option<&'a mut T> {
    let queue = |thread: usize| queues[thread % queues.len()].lock().unwrap_or_else(PoisonError::into_inner);
    let own = queue(thread).next();
    own.or_else(|| (1..queues.len()).find_map(|other| queue(thread + other).next_back()))
}

/// What the thread does that wants the result.
fn own_part<T>(queues: &Queues<T>, stop: &AtomicBool, go_on: GoOn, work: impl Fn(&mut T)) -> Result<()> {
    loop {
        if !go_on() {
            stop.store(true, Ordering::Relaxed);
            return Err(CrowdError::Stopped);
        }
        let Some(piece) = next(queues, 0) else { return Ok(()) };
        work(piece);
    }
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
