//! Flags and texts, one for each agent, with what they cost whoever made them.

use super::ledger::{Charge, Ledger};
use std::cell::OnceCell;
use std::ops::{Deref, DerefMut};
use std::rc::Rc;

/// A `Vec` that somebody may have paid for. A copy is not paid for yet, and one that changes has to be paid for anew.
#[derive(Debug)]
pub struct List<T> {
    items: Vec<T>,
    charge: OnceCell<Charge>,
}

/// What lists hold.
pub trait Item: Sized {
    /// How many bytes they take together, with all that belongs to them.
    fn bytes(items: &[Self]) -> usize;
}

impl Item for bool {
    fn bytes(items: &[bool]) -> usize {
        items.len()
    }
}

/// What a text takes besides its letters: its counts, and what the allocator adds.
const TEXT: usize = 32;

impl Item for Rc<str> {
    /// A text that several rows share counts once if they are neighbours.
    fn bytes(items: &[Rc<str>]) -> usize {
        let runs = items.chunk_by(Rc::ptr_eq).filter_map(<[_]>::first);
        size_of_val(items) + runs.map(|text| text.len() + TEXT).sum::<usize>()
    }
}

impl<T: Item> List<T> {
    /// Charges them to somebody, unless somebody pays already.
    pub fn pay(&self, ledger: &Rc<Ledger>) {
        self.charge.get_or_init(|| ledger.charge(T::bytes(&self.items)));
    }
}

impl<T> List<T> {
    /// The items, to change them: nobody pays for them then.
    pub fn items_mut(&mut self) -> &mut Vec<T> {
        self.charge.take();
        &mut self.items
    }
}

impl<T> Default for List<T> {
    fn default() -> List<T> {
        List::from(Vec::new())
    }
}

impl<T> From<Vec<T>> for List<T> {
    fn from(items: Vec<T>) -> List<T> {
        List { items, charge: OnceCell::new() }
    }
}

impl<T> FromIterator<T> for List<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> List<T> {
        List::from(Vec::from_iter(items))
    }
}

impl<T: Clone> Clone for List<T> {
    fn clone(&self) -> List<T> {
        List::from(self.items.clone())
    }
}

impl<T> Deref for List<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.items
    }
}

impl<T> DerefMut for List<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        self.items_mut()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_cost_their_letters_until_they_go_or_change() {
        let ledger = Rc::new(Ledger::default());
        let text: Rc<str> = Rc::from("x".repeat(1_000));
        let mut shared = List::from(vec![text; 100]);
        shared.pay(&ledger);
        shared.pay(&ledger);
        assert_eq!(ledger.held(), 100 * 16 + 1_000 + TEXT);
        shared[3] = Rc::from("y");
        assert_eq!(ledger.held(), 0);
        shared.pay(&ledger);
        assert_eq!(ledger.held(), 100 * 16 + 2 * (1_000 + TEXT) + 1 + TEXT);
        drop(shared);
        let flags: List<bool> = [true; 50].into_iter().collect();
        flags.pay(&ledger);
        assert_eq!(ledger.held(), 50);
        flags.clone().pay(&ledger);
        assert_eq!(ledger.held(), 50);
    }
}
