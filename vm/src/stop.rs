//! The stop flag: how another thread stops scripts.
//!
//! While it is set, every script of a state raises an error that it cannot catch: at the next loop, jump, call or longer piece
//! of library work, in whatever coroutine it is. The host decides when to clear it.

use crate::State;
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
}

/// Where the flag is, inside the state.
struct Word(NonNull<AtomicI32>);

// SAFETY: the word is only reached through the mutex, while `Attached` shows that the state is there, and as an atomic.
unsafe impl Send for Word {}

/// Keeps a [`StopFlag`] tied to its state. Dropping it unties all of them.
pub struct Attached {
    flag: StopFlag,
}

impl Attached {
    /// Ties a flag to a state.
    ///
    /// # Safety
    /// The state is valid and open until this is dropped.
    pub unsafe fn new(state: *mut State) -> Attached {
        // SAFETY: the state is valid; the call only takes an address.
        let word = NonNull::new(unsafe { lua_stopflag(state) }.cast::<AtomicI32>()).map(Word);
        Attached { flag: StopFlag { shared: Arc::new(Mutex::new(word)) } }
    }

    /// The flag, to hand on to whoever watches the time.
    pub fn flag(&self) -> &StopFlag {
        &self.flag
    }
}

impl Drop for Attached {
    fn drop(&mut self) {
        *self.flag.word() = None;
    }
}

impl StopFlag {
    /// Makes every script of the state stop, and keeps all others from running, until [`StopFlag::clear`].
    pub fn set(&self) {
        self.store(1);
    }

    /// Lets scripts run again.
    pub fn clear(&self) {
        self.store(0);
    }

    pub fn is_set(&self) -> bool {
        // SAFETY: see `store`.
        self.word().as_ref().is_some_and(|word| unsafe { word.0.as_ref() }.load(Ordering::Relaxed) != 0)
    }

    fn store(&self, value: c_int) {
        if let Some(word) = self.word().as_ref() {
            // SAFETY: the word is there: `Attached` empties the cell, under this lock, before the state goes.
            unsafe { word.0.as_ref() }.store(value, Ordering::Relaxed);
        }
    }

    fn word(&self) -> MutexGuard<'_, Option<Word>> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
