//! Ctrl-C and a polite request to end: the first lets the game finish its frame and say goodbye, the second ends it at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The exit code of programs that were interrupted.
const INTERRUPTED: i32 = 130;

/// Whether somebody asked the program to end.
#[derive(Clone, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Listens from now on. Where the system does not allow that, or somebody listens already, Ctrl-C ends the program at once,
    /// as usual.
    pub fn listen() -> Interrupt {
        let interrupt = Interrupt::default();
        let asked = interrupt.0.clone();
        let _ = ctrlc::set_handler(move || {
            if asked.swap(true, Ordering::Relaxed) {
                std::process::exit(INTERRUPTED);
            }
        });
        interrupt
    }

    /// What was asked for is done: from now on it is asked for anew.
    pub fn forget(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    pub fn came(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
