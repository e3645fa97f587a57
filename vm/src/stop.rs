//! The stop flag: how another thread stops scripts.
//!
//! While it is set, every script of a state raises an error that it cannot catch: at the next loop, jump, call or longer piece
//! of library work, in whatever coroutine it is. The host decides when to clear it.

use crate::{Places, State};
use std::ffi::c_int;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

const _: () = assert!(size_of::<c_int>() == size_of::<AtomicI32>());

unsafe extern "C-unwind" {
    fn lua_stopflag(state: *mut State) -> *mut c_int;
}

/// Sets and clears the flag of one state, from any thread. Once the state is gone it does nothing.
#[derive(Clone)]
pub struct StopFlag {
    shared: Arc<Mutex<Option<Word>>>,
    /// The value of the next stop: Lua tells one from the next by it.
    next: Arc<AtomicI32>,
}

/// Where the flag is, inside the state.
struct Word(NonNull<AtomicI32>);

// SAFETY: the word is only reached through the mutex, while `Attached` shows that the state is there, and as an atomic.
unsafe impl Send for Word {}

impl Word {
    fn flag(&self) -> &AtomicI32 {
        // SAFETY: the word is there: `Attached` empties the cell that has it, under the lock, before the state goes.
        unsafe { self.0.as_ref() }
    }
}

/// Keeps a [`StopFlag`] tied to its state. Dropping it unties all of them.
pub struct Attached {
    flag: StopFlag,
    places: Places,
}

impl Attached {
    /// Ties a flag to a state.
    ///
    /// # Safety
    /// The state is valid and open until this is dropped.
    pub unsafe fn new(state: *mut State) -> Attached {
        // SAFETY: the state is valid; the call only takes an address.
        let word = NonNull::new(unsafe { lua_stopflag(state) }.cast::<AtomicI32>()).map(Word);
        let flag = StopFlag { shared: Arc::new(Mutex::new(word)), next: Arc::new(AtomicI32::new(1)) };
        // SAFETY: as the caller promises; dropping this makes the places forget the state.
        Attached { flag, places: unsafe { Places::new(state) } }
    }

    /// The flag, to hand on to whoever watches the time.
    pub fn flag(&self) -> &StopFlag {
        &self.flag
    }

    /// What tells where scripts were, to hand on to whoever reports errors.
    pub fn places(&self) -> &Places {
        &self.places
    }
}

impl Drop for Attached {
    fn drop(&mut self) {
        *self.flag.word() = None;
        self.places.forget_state();
    }
}

impl StopFlag {
    /// Makes every script of the state stop, and keeps all others from running, until [`StopFlag::clear`].
    pub fn set(&self) {
        if let Some(word) = self.word().as_ref() {
            // Never 0, and under the lock: no two stops have the same value until it has gone round.
            let stop = self.next.fetch_add(1, Ordering::Relaxed).max(1);
            self.next.store(stop.checked_add(1).unwrap_or(1), Ordering::Relaxed);
            // One that is under way stays the same.
            let _ = word.flag().compare_exchange(0, stop, Ordering::Relaxed, Ordering::Relaxed);
        }
    }

    /// Lets scripts run again.
    pub fn clear(&self) {
        if let Some(word) = self.word().as_ref() {
            word.flag().store(0, Ordering::Relaxed);
        }
    }

    pub fn is_set(&self) -> bool {
        self.word().as_ref().is_some_and(|word| word.flag().load(Ordering::Relaxed) != 0)
    }

    fn word(&self) -> MutexGuard<'_, Option<Word>> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
