//! Who owns what.
//!
//! Every script has a number that is never used again: a reload keeps it, a script that comes back after its file was
//! deleted gets a new one. Everything that is made while a script's code runs belongs to that script and goes with it.

use std::cell::Cell;

/// A script's number, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OwnerId(pub u32);

/// Which script's code is running now.
///
/// Calls nest (a hook runs an event, whose hooks belong to others), so each call enters with a guard that gives the
/// former owner back when it goes, whatever way the call ends.
#[derive(Default)]
pub struct Running(Cell<Option<OwnerId>>);

pub struct Entered<'a> {
    running: &'a Running,
    before: Option<OwnerId>,
}

impl Running {
    pub fn now(&self) -> Option<OwnerId> {
        self.0.get()
    }

    pub fn enter(&self, owner: OwnerId) -> Entered<'_> {
        Entered { running: self, before: self.0.replace(Some(owner)) }
    }
}

impl Drop for Entered<'_> {
    fn drop(&mut self) {
        self.running.0.set(self.before);
    }
}
