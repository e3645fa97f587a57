//! Who owns what.
//!
//! Every script has a number that is never used again: a reload keeps it, a script that comes back after its file was
//! deleted gets a new one. Everything that is made while a script's code runs belongs to that script and goes with it.

use std::cell::Cell;
use std::rc::Rc;

/// A script's number, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OwnerId(pub u32);

/// Which script's code is running now.
///
/// Calls nest (a hook runs an event, whose hooks belong to others), so each call enters with a guard that gives the
/// former owner back when it goes, whatever way the call ends.
#[derive(Default)]
pub struct Running(Rc<Cell<u32>>);

pub struct Entered<'a> {
    running: &'a Running,
    before: u32,
}

impl Running {
    pub fn now(&self) -> Option<OwnerId> {
        Some(OwnerId(self.0.get())).filter(|owner| owner.0 != 0)
    }

    pub fn enter(&self, owner: OwnerId) -> Entered<'_> {
        Entered { running: self, before: self.0.replace(owner.0) }
    }

    /// The number of whoever runs, 0 for the host, where the heap can read it.
    pub fn cell(&self) -> Rc<Cell<u32>> {
        self.0.clone()
    }
}

impl Drop for Entered<'_> {
    fn drop(&mut self) {
        self.running.0.set(self.before);
    }
}
