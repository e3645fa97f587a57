//! What fields hold: numbers, flags or texts, one row for each agent.

use super::ledger::Ledger;
use super::order::Order;
use super::population::Column;
use super::rows::Rows;
use std::rc::Rc;

impl Column {
    pub fn len(&self) -> usize {
        match self {
            Column::Numbers(rows) => rows.len(),
            Column::Flags(flags) => flags.len(),
            Column::Texts(texts) => texts.len(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Charges it to somebody, unless somebody pays already.
    pub fn pay(&self, ledger: &Rc<Ledger>) {
        match self {
            Column::Numbers(rows) => rows.pay(ledger),
            Column::Flags(flags) => flags.pay(ledger),
            Column::Texts(texts) => texts.pay(ledger),
        }
    }

    /// In words.
    pub fn shape(&self) -> String {
        match self {
            Column::Numbers(rows) if rows.dim() == 1 => "numbers".to_owned(),
            Column::Numbers(rows) => format!("rows of {} numbers", rows.dim()),
            Column::Flags(_) => "booleans".to_owned(),
            Column::Texts(_) => "strings".to_owned(),
        }
    }

    pub fn same_shape(&self, other: &Column) -> bool {
        match (self, other) {
            (Column::Numbers(a), Column::Numbers(b)) => a.dim() == b.dim(),
            (Column::Flags(_), Column::Flags(_)) | (Column::Texts(_), Column::Texts(_)) => true,
            _ => false,
        }
    }

    /// Adds rows at the end: zero, false or empty; NaN for an intent.
    pub(super) fn grow(&mut self, more: usize, intent: bool) {
        match self {
            Column::Numbers(rows) => *rows = Rc::new(rows.grown(more, if intent { f64::NAN } else { 0.0 })),
            Column::Flags(flags) => {
                let flags = Rc::make_mut(flags).items_mut();
                flags.resize(flags.len() + more, false);
            }
            Column::Texts(texts) => {
                let texts = Rc::make_mut(texts).items_mut();
                texts.resize(texts.len() + more, Rc::from(""));
            }
        }
    }

    /// The rows of some indices.
    pub(super) fn pick(&self, indices: &[usize]) -> Column {
        match self {
            Column::Numbers(rows) => Column::Numbers(Rc::new(rows.pick(indices.iter().copied()))),
            Column::Flags(flags) => {
                Column::Flags(Rc::new(indices.iter().map(|&index| flags[index]).collect()))
            }
            Column::Texts(texts) => {
                Column::Texts(Rc::new(indices.iter().map(|&index| texts[index].clone()).collect()))
            }
        }
    }

    /// Writes each row of `values`, which has the same shape, where `place` says.
    pub(super) fn put(&mut self, values: &Column, place: impl Fn(usize) -> Option<usize>) {
        let places = (0..values.len()).filter_map(|at| Some((at, place(at)?)));
        match (self, values) {
            (Column::Numbers(rows), Column::Numbers(values)) if rows.dim() == values.dim() => {
                let rows = Rc::make_mut(rows);
                places.for_each(|(at, to)| rows.set(to, values.get(at)));
            }
            (Column::Flags(flags), Column::Flags(values)) => {
                let flags = Rc::make_mut(flags).items_mut();
                places.for_each(|(at, to)| flags[to] = values[at]);
            }
            (Column::Texts(texts), Column::Texts(values)) => {
                let texts = Rc::make_mut(texts).items_mut();
                places.for_each(|(at, to)| texts[to] = values[at].clone());
            }
            _ => {}
        }
    }

    /// The same numbers for each of `n` agents.
    pub fn same_for_all(n: usize, row: &[f64]) -> Column {
        let data = row.iter().flat_map(|&value| std::iter::repeat_n(value, n)).collect();
        Column::Numbers(Rc::new(Rows::from_columns(n, row.len(), data, Order::NATURAL)))
    }
}
