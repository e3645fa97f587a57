//! Rows of 1, 2 or 3 numbers, one for each agent: what positions, velocities, forces and fields are made of.
//!
//! The numbers lie column by column, so that one operation works on many agents at once.

use super::buffer::Buffer;
use super::ledger::{Charge, Ledger};
use super::order::Order;
use std::cell::OnceCell;
use std::rc::Rc;

/// How many rows an array may have.
pub const MOST_ROWS: usize = 4_000_000;

#[derive(Debug, Default)]
pub struct Rows {
    n: usize,
    dim: usize,
    data: Buffer<f64>,
    order: Order,
    /// What they cost whoever made them.
    charge: OnceCell<Charge>,
}

impl Clone for Rows {
    fn clone(&self) -> Rows {
        Rows {
            n: self.n,
            dim: self.dim,
            data: self.data.clone(),
            order: self.order.clone(),
            charge: OnceCell::new(),
        }
    }
}

impl Rows {
    pub fn filled(n: usize, dim: usize, value: f64, order: Order) -> Rows {
        Rows { n, dim, data: Buffer::filled(n * dim, value), order, charge: OnceCell::new() }
    }

    /// For one who writes every number: what is in them is left from something else, and differs from run to run.
    pub fn unset(n: usize, dim: usize, order: Order) -> Rows {
        Rows { n, dim, data: Buffer::unset(n * dim), order, charge: OnceCell::new() }
    }

    pub fn zeros(n: usize, dim: usize) -> Rows {
        Rows::filled(n, dim, 0.0, Order::NATURAL)
    }

    /// `data` holds the columns one after the other.
    pub fn from_columns(n: usize, dim: usize, data: Vec<f64>, order: Order) -> Rows {
        Rows::from_buffer(n, dim, data.into(), order)
    }

    /// The same with memory that is used again.
    pub fn from_buffer(n: usize, dim: usize, data: Buffer<f64>, order: Order) -> Rows {
        debug_assert_eq!(data.len(), n * dim);
        Rows { n, dim, data, order, charge: OnceCell::new() }
    }

    /// The first `dim` numbers of each row, by index.
    pub fn from_rows(rows: &[[f64; 3]], dim: usize) -> Rows {
        let data = (0..dim).flat_map(|column| rows.iter().map(move |row| row[column])).collect();
        Rows::from_columns(rows.len(), dim, data, Order::NATURAL)
    }

    pub fn len(&self) -> usize {
        self.n
    }

    pub fn is_empty(&self) -> bool {
        self.n == 0
    }

    /// How many numbers a row has.
    pub fn dim(&self) -> usize {
        self.dim
    }

    pub fn order(&self) -> &Order {
        &self.order
    }

    /// How many bytes the numbers take.
    pub fn bytes(&self) -> usize {
        self.data.len() * size_of::<f64>()
    }

    /// Charges them to somebody, unless somebody pays already.
    pub fn pay(&self, ledger: &Rc<Ledger>) {
        self.charge.get_or_init(|| ledger.charge(self.bytes()));
        self.order.pay(ledger);
    }

    /// All numbers, column by column.
    pub fn data(&self) -> &[f64] {
        &self.data
    }

    pub fn column(&self, column: usize) -> &[f64] {
        self.data.get(column * self.n..(column + 1) * self.n).unwrap_or_default()
    }

    pub fn column_mut(&mut self, column: usize) -> &mut [f64] {
        self.data.get_mut(column * self.n..(column + 1) * self.n).unwrap_or_default()
    }

    /// All columns at once.
    pub fn columns_mut(&mut self) -> impl Iterator<Item = &mut [f64]> {
        self.data.chunks_exact_mut(self.n.max(1))
    }

    /// The row in a slot, filled up with zeros.
    pub fn at(&self, slot: usize) -> [f64; 3] {
        std::array::from_fn(|column| {
            if column < self.dim {
                self.data.get(column * self.n + slot).copied().unwrap_or(0.0)
            } else {
                0.0
            }
        })
    }

    pub fn set_at(&mut self, slot: usize, row: [f64; 3]) {
        for (column, value) in row.into_iter().take(self.dim).enumerate() {
            if let Some(place) = self.data.get_mut(column * self.n + slot) {
                *place = value;
            }
        }
    }

    /// The row of an index, which must be below the length.
    pub fn get(&self, index: usize) -> [f64; 3] {
        self.at(self.order.slot(index))
    }

    pub fn set(&mut self, index: usize, row: [f64; 3]) {
        self.set_at(self.order.slot(index), row);
    }

    /// The same rows in another order.
    pub fn in_order(self: &Rc<Rows>, order: &Order) -> Rc<Rows> {
        if self.order == *order {
            return self.clone();
        }
        let mut data = Buffer::unset(self.data.len());
        for (column, out) in data.chunks_exact_mut(self.n.max(1)).enumerate() {
            self.order.bring_into(self.column(column), order, out);
        }
        Rc::new(Rows { data, n: self.n, dim: self.dim, order: order.clone(), charge: OnceCell::new() })
    }

    /// The rows of some indices, by index.
    pub fn pick(&self, indices: impl Iterator<Item = usize> + Clone) -> Rows {
        let mut data = Vec::new();
        for column in 0..self.dim {
            let column = self.column(column);
            data.extend(
                indices.clone().map(|index| column.get(self.order.slot(index)).copied().unwrap_or(0.0)),
            );
        }
        let n = data.len() / self.dim.max(1);
        Rows::from_columns(n, self.dim, data, Order::NATURAL)
    }

    /// These rows with `more` of them after, all `value`, by index.
    pub fn grown(self: &Rc<Rows>, more: usize, value: f64) -> Rows {
        let rows = self.in_order(&Order::NATURAL);
        let mut grown = Rows::filled(self.n + more, self.dim, value, Order::NATURAL);
        for column in 0..self.dim {
            grown.column_mut(column)[..self.n].copy_from_slice(rows.column(column));
        }
        grown
    }

    /// All numbers by index, row by row.
    pub fn to_rows(&self) -> Vec<[f64; 3]> {
        (0..self.n).map(|index| self.get(index)).collect()
    }

    /// Whether every number is finite.
    pub fn is_finite(&self) -> bool {
        // A sum of so many zeros, or no number at all.
        let parts = self.data.chunks(1024).map(|part| part.iter().map(|x| x * 0.0).sum::<f64>());
        parts.fold(0.0, |all, part| all + part) == 0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_keep_their_index_whatever_order_they_lie_in() {
        let rows = Rc::new(Rows::from_rows(&[[1.0, 2.0, 0.0], [3.0, 4.0, 0.0], [5.0, 6.0, 0.0]], 2));
        let order = Order::new(vec![2, 0, 1]);
        let mut sorted = Rows::clone(&rows.in_order(&order));
        assert_eq!(sorted.at(0), [5.0, 6.0, 0.0]);
        assert_eq!(sorted.to_rows(), rows.to_rows());
        sorted.set(0, [9.0, 8.0, 7.0]);
        assert_eq!((sorted.get(0), sorted.at(1)), ([9.0, 8.0, 0.0], [9.0, 8.0, 0.0]));
        let grown = Rc::new(sorted).grown(1, 0.5);
        assert_eq!((grown.get(1), grown.get(3)), ([3.0, 4.0, 0.0], [0.5, 0.5, 0.0]));
        assert_eq!(grown.pick([3, 0].into_iter()).to_rows(), [[0.5, 0.5, 0.0], [9.0, 8.0, 0.0]]);
        assert!(grown.is_finite() && !Rows::filled(2000, 1, f64::NAN, Order::NATURAL).is_finite());
    }
}
