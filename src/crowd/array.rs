//! Arrays as scripts compute with them: rows, or a formula over rows that is worked out when somebody looks.
//!
//! A formula such as `a * 1.5 + b * 0.5` is worked out in one pass over the agents, a few hundred at a time, without arrays for
//! what lies between; each number is rounded after each operation just as if every array had been made. Later changes of the
//! rows that a formula names do not change it: it keeps the rows as they were. Forces of neighbours wait in it as well, and are
//! taken along the way.

use super::error::{Result, wrong};
pub use super::formula::Op;
use super::ledger::Ledger;
use super::neighbours::Force;
use super::order::Order;
use super::pending::PendingSums;
use super::rows::Rows;
use std::cell::RefCell;
use std::rc::Rc;

/// A formula with more operations than this is worked out.
const LONGEST: usize = 24;

/// What an array is combined with.
#[derive(Clone, Debug)]
pub enum Operand {
    Number(f64),
    Vector([f64; 3]),
    Array(Array),
}

impl Operand {
    /// The same with `dim` numbers a row, if it can be so.
    fn in_dim(self, dim: usize) -> Operand {
        match self {
            Operand::Array(array) => Operand::Array(array.in_dim(dim).unwrap_or(array)),
            other => other,
        }
    }
}

/// `n` rows of `dim` numbers. Clones are the same array.
#[derive(Clone, Debug)]
pub struct Array {
    pub(super) n: usize,
    pub(super) dim: usize,
    pub(super) order: Order,
    /// How many operations it takes.
    size: usize,
    pub(super) node: Rc<RefCell<Node>>,
    /// Whether its numbers are indices, ids or the like.
    whole: bool,
    /// Who pays for rows that are made.
    ledger: Option<Rc<Ledger>>,
    /// The same with three numbers a row, of one that was made of numbers and a vector without a z: it goes with rows of two and
    /// with rows of three.
    deep: Option<Rc<Array>>,
}

/// What an array is made of.
#[derive(Clone, Debug)]
pub enum Node {
    Rows(Rc<Rows>),
    Formula(Op, Box<[Operand; 2]>),
    /// What neighbours do.
    Force(Rc<PendingSums>, Force),
}

impl From<Rows> for Array {
    fn from(rows: Rows) -> Array {
        Array::from(Rc::new(rows))
    }
}

impl From<Rc<Rows>> for Array {
    fn from(rows: Rc<Rows>) -> Array {
        let (n, dim, order) = (rows.len(), rows.dim(), rows.order().clone());
        Array {
            n,
            dim,
            order,
            size: 0,
            node: Rc::new(RefCell::new(Node::Rows(rows))),
            whole: false,
            ledger: None,
            deep: None,
        }
    }
}

impl Array {
    pub fn len(&self) -> usize {
        self.n
    }

    pub fn is_empty(&self) -> bool {
        self.n == 0
    }

    pub fn dim(&self) -> usize {
        self.dim
    }

    /// The same array, of whole numbers.
    pub fn whole(self) -> Array {
        Array { whole: true, ..self }
    }

    pub fn is_whole(&self) -> bool {
        self.whole
    }

    /// The rows, if they are worked out already.
    pub fn made(&self) -> Option<Rc<Rows>> {
        match &*self.node.borrow() {
            Node::Rows(rows) => Some(rows.clone()),
            _ => None,
        }
    }

    /// What it is made of now.
    pub fn node(&self) -> Node {
        self.node.borrow().clone()
    }

    /// Where it lies: clones lie in the same place.
    pub fn address(&self) -> *const () {
        Rc::as_ptr(&self.node).cast()
    }

    /// New rows that are charged to somebody, as are all arrays that are made of it.
    pub fn charged(rows: Rows, ledger: &Rc<Ledger>) -> Array {
        rows.pay(ledger);
        Array { ledger: Some(ledger.clone()), ..Array::from(rows) }
    }

    /// Rows that belong to something already, whose results are charged to somebody.
    pub fn shared(rows: Rc<Rows>, ledger: &Rc<Ledger>) -> Array {
        Array { ledger: Some(ledger.clone()), ..Array::from(rows) }
    }

    /// What neighbours do, when somebody looks.
    pub fn pending(sums: Rc<PendingSums>, force: Force) -> Array {
        let (n, dim, order) = (sums.len(), sums.dim(), sums.order().clone());
        let node = Rc::new(RefCell::new(Node::Force(sums, force)));
        Array { n, dim, order, size: 0, node, whole: false, ledger: None, deep: None }
    }

    /// The same array; those that are made of it are charged to somebody.
    pub fn paid_by(self, ledger: &Rc<Ledger>) -> Array {
        Array { ledger: Some(ledger.clone()), ..self }
    }

    /// The rows.
    ///
    /// # Errors
    /// When they are no longer wanted.
    pub fn rows(&self) -> Result<Rc<Rows>> {
        let rows = match &*self.node.borrow() {
            Node::Rows(rows) => return Ok(rows.clone()),
            Node::Force(sums, force) => sums.rows(*force)?,
            Node::Formula(..) => Rc::new(self.work_out()?),
        };
        if let Some(ledger) = &self.ledger {
            rows.pay(ledger);
        }
        self.node.replace(Node::Rows(rows.clone()));
        Ok(rows)
    }

    /// The same array with `dim` numbers a row, if it can be one.
    pub fn in_dim(&self, dim: usize) -> Option<Array> {
        if self.dim == dim {
            return Some(self.clone());
        }
        self.deep.as_deref().filter(|_| dim == 3).cloned()
    }

    /// Two operands, one an array at least, combined. Single numbers spread over the rows of the other; times a vector they are rows
    /// of three, or of two if its z is 0 and nothing of three comes its way.
    ///
    /// # Errors
    /// Shapes that do not go together.
    pub fn combine(op: Op, a: Operand, b: Operand) -> Result<Array> {
        if let (Operand::Array(a), Operand::Array(b)) = (&a, &b)
            && a.n != b.n
        {
            return Err(wrong!("arrays of {} and {} rows do not go together", a.n, b.n));
        }
        // What must be so, and what may be two or three.
        let (mut fixed, mut is_open, mut vector) = (1, false, None);
        for operand in [&a, &b] {
            match operand {
                Operand::Array(array) if array.deep.is_some() => is_open = true,
                Operand::Array(array) if array.dim > 1 && fixed > 1 && array.dim != fixed => {
                    return Err(wrong!("rows of {fixed} and {} numbers do not go together", array.dim));
                }
                Operand::Array(array) => fixed = fixed.max(array.dim),
                Operand::Vector(v) => vector = Some(*v),
                Operand::Number(_) => {}
            }
        }
        if let Some(v) = vector {
            let scales = op == Op::Mul || (op == Op::Div && matches!(a, Operand::Vector(_)));
            match (fixed, is_open, v[2] == 0.0) {
                (1, false, _) if !scales => fits(v, 1)?,
                (1, _, true) => is_open = true,
                (1, _, false) => fixed = 3,
                (fixed, ..) => fits(v, fixed)?,
            }
        }
        if fixed > 1 || !is_open {
            return Array::formula(op, a.in_dim(fixed), b.in_dim(fixed), fixed);
        }
        let deep = Array::formula(op, a.clone().in_dim(3), b.clone().in_dim(3), 3)?;
        Ok(Array { deep: Some(Rc::new(deep)), ..Array::formula(op, a, b, 2)? })
    }

    /// Two arrays of as many rows put together by `join`, which gets rows in one order that have as many numbers, or one.
    ///
    /// # Errors
    /// Shapes that do not go together.
    pub fn joined(a: &Array, b: &Array, join: impl Fn(&Rows, &Rows) -> Array) -> Result<Array> {
        let sum = Array::combine(Op::Add, Operand::Array(a.clone()), Operand::Array(b.clone()))?;
        let in_dim = |dim: usize| {
            let side = |array: &Array| array.in_dim(dim).unwrap_or_else(|| array.clone());
            let (a, b) = in_one_order(side(a), side(b))?;
            Ok(join(&*a.rows()?, &*b.rows()?))
        };
        let deep = if sum.deep.is_some() { Some(Rc::new(in_dim(3)?)) } else { None };
        Ok(Array { deep, ..in_dim(sum.dim)? })
    }

    /// Operands that go together, combined to rows of `dim` numbers.
    fn formula(op: Op, a: Operand, b: Operand, dim: usize) -> Result<Array> {
        let (a, b) = match (a, b) {
            (Operand::Array(a), Operand::Array(b)) => {
                let (a, b) = in_one_order(a, b)?;
                (Operand::Array(a), Operand::Array(b))
            }
            other => other,
        };
        let (mut n, mut order, mut size, mut ledger) = (0, Order::NATURAL, 1, None);
        for operand in [&a, &b] {
            if let Operand::Array(array) = operand {
                n = array.n;
                order = array.order.clone();
                size += array.size;
                ledger = ledger.or_else(|| array.ledger.clone());
            }
        }
        let node = Rc::new(RefCell::new(Node::Formula(op, Box::new([a, b]))));
        let array = Array { n, dim, order, size, node, whole: false, ledger, deep: None };
        if size > LONGEST {
            array.rows()?;
        }
        Ok(array)
    }

    /// The same numbers with the other sign.
    pub fn negated(&self) -> Result<Array> {
        Array::combine(Op::Mul, Operand::Array(self.clone()), Operand::Number(-1.0))
    }
}

/// Whether a vector says something in `dim` dimensions.
///
/// # Errors
/// One with more in it.
pub fn fits(v: [f64; 3], dim: usize) -> Result<()> {
    if dim == 1 {
        return Err(wrong!("a Vec does not go with one number a row"));
    }
    if dim == 2 && v[2] != 0.0 {
        return Err(wrong!(
            "in two dimensions z must be 0, got Vec({}, {}, {}); a place p on the yard's ground is Vec(p.x, p.z) there",
            v[0],
            v[1],
            v[2]
        ));
    }
    Ok(())
}

/// Rows of both in one order: that of whichever has one that is not natural.
fn in_one_order(a: Array, b: Array) -> Result<(Array, Array)> {
    if a.order == b.order {
        return Ok((a, b));
    }
    if a.order.is_natural() {
        let moved = Array::from(a.rows()?.in_order(&b.order));
        return Ok((moved, b));
    }
    let moved = Array::from(b.rows()?.in_order(&a.order));
    Ok((a, moved))
}

#[cfg(test)]
#[path = "array_tests.rs"]
mod tests;
