//! How many bytes of arrays somebody holds. An array is charged to whoever made it and pays back when it goes.

use std::cell::Cell;
use std::rc::Rc;

#[derive(Debug, Default)]
pub struct Ledger {
    held: Cell<usize>,
    /// Charged since the last time somebody cleaned up.
    since: Cell<usize>,
}

impl Ledger {
    /// In bytes.
    pub fn held(&self) -> usize {
        self.held.get()
    }

    /// What was charged since [`Ledger::cleaned`], in bytes.
    pub fn since(&self) -> usize {
        self.since.get()
    }

    pub fn cleaned(&self) {
        self.since.set(0);
    }

    pub fn charge(self: &Rc<Ledger>, bytes: usize) -> Charge {
        self.held.set(self.held.get().saturating_add(bytes));
        self.since.set(self.since.get().saturating_add(bytes));
        Charge { ledger: self.clone(), bytes }
    }
}

/// What one array costs, until it goes.
#[derive(Debug)]
pub struct Charge {
    ledger: Rc<Ledger>,
    bytes: usize,
}

impl Drop for Charge {
    fn drop(&mut self) {
        self.ledger.held.set(self.ledger.held.get().saturating_sub(self.bytes));
    }
}
