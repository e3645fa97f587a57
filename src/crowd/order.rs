//! In which order rows lie: by index, as everybody outside sees them, or by cell, as a population keeps them so that neighbours
//! lie side by side. A place in the order is called a slot.

use super::buffer::Buffer;
use super::ledger::{Charge, Ledger};
use std::cell::OnceCell;
use std::rc::Rc;

/// An order of rows. Two are equal only if they come from the same sort, so comparing costs nothing.
#[derive(Clone, Default, Debug)]
pub struct Order(Option<Rc<Permutation>>);

#[derive(Debug)]
struct Permutation {
    index_of: Buffer<u32>,
    slot_of: OnceCell<Buffer<u32>>,
    charge: OnceCell<Charge>,
}

impl PartialEq for Order {
    fn eq(&self, other: &Order) -> bool {
        match (&self.0, &other.0) {
            (None, None) => true,
            (Some(a), Some(b)) => Rc::ptr_eq(a, b),
            _ => false,
        }
    }
}

impl Order {
    /// Rows lie by their index.
    pub const NATURAL: Order = Order(None);

    /// The row in slot `s` has the index `index_of[s]`; every index below the length occurs once.
    pub fn new(index_of: impl Into<Buffer<u32>>) -> Order {
        Order(Some(Rc::new(Permutation {
            index_of: index_of.into(),
            slot_of: OnceCell::new(),
            charge: OnceCell::new(),
        })))
    }

    /// Charges it to somebody, unless somebody pays already.
    pub fn pay(&self, ledger: &Rc<Ledger>) {
        if let Some(order) = &self.0 {
            order.charge.get_or_init(|| ledger.charge(2 * size_of_val(&*order.index_of)));
        }
    }

    pub fn is_natural(&self) -> bool {
        self.0.is_none()
    }

    /// The index of each slot; `None` for the natural order.
    pub fn indices(&self) -> Option<&[u32]> {
        self.0.as_ref().map(|order| &*order.index_of)
    }

    /// The slot of each index; `None` for the natural order.
    pub fn slots(&self) -> Option<&[u32]> {
        let order = self.0.as_ref()?;
        Some(order.slot_of.get_or_init(|| {
            let mut slots = Buffer::filled(order.index_of.len(), 0);
            for (slot, &index) in order.index_of.iter().enumerate() {
                if let Some(place) = slots.get_mut(index as usize) {
                    *place = slot as u32;
                }
            }
            slots
        }))
    }

    /// The slot of an index.
    pub fn slot(&self, index: usize) -> usize {
        self.slots().map_or(index, |slots| slots.get(index).map_or(index, |&slot| slot as usize))
    }

    /// The index of a slot.
    pub fn index(&self, slot: usize) -> usize {
        self.indices().map_or(slot, |indices| indices.get(slot).map_or(slot, |&index| index as usize))
    }

    /// Values that lie in this order, in another.
    pub fn bring<T: Copy + Default>(&self, values: &[T], to: &Order) -> Vec<T> {
        let mut brought = vec![T::default(); values.len()];
        self.bring_into(values, to, &mut brought);
        brought
    }

    /// The same, into something as long as the values.
    pub fn bring_into<T: Copy>(&self, values: &[T], to: &Order, out: &mut [T]) {
        let picked = |out: &mut [T], slots: &[u32]| {
            out.iter_mut().zip(slots).for_each(|(out, &slot)| *out = values[slot as usize]);
        };
        match (self == to, self.slots(), to.indices()) {
            (true, ..) | (false, None, None) => out.copy_from_slice(values),
            (false, Some(slots), None) => picked(out, slots),
            (false, None, Some(indices)) => picked(out, indices),
            (false, Some(slots), Some(indices)) => {
                out.iter_mut()
                    .zip(indices)
                    .for_each(|(out, &index)| *out = values[slots[index as usize] as usize]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Order;

    #[test]
    fn values_come_from_any_order_into_any_other() {
        let (a, b) = (Order::new(vec![2, 0, 1]), Order::new(vec![1, 2, 0]));
        let natural = [10, 11, 12];
        let in_a = Order::NATURAL.bring(&natural, &a);
        assert_eq!(in_a, [12, 10, 11]);
        let in_b = a.bring(&in_a, &b);
        assert_eq!(in_b, [11, 12, 10]);
        assert_eq!(b.bring(&in_b, &Order::NATURAL), natural);
        assert_eq!((a.slot(2), a.index(0), Order::NATURAL.slot(2)), (0, 2, 2));
        assert!(a != b && a == a.clone());
    }
}
