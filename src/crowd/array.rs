//! Arrays as scripts compute with them: rows, or a formula over rows that is worked out when somebody looks.
//!
//! A formula such as `a * 1.5 + b * 0.5` is worked out in one pass over the agents, a few hundred at a time, without arrays for
//! what lies between; each number is rounded after each operation just as if every array had been made. Later changes of the
//! rows that a formula names do not change it: it keeps the rows as they were. Forces of neighbours wait in it as well, and are
//! taken along the way.

use super::error::{Result, wrong};
pub use super::formula::Op;
use super::formula::{CHUNK, Source, Step, combine, run};
use super::ledger::Ledger;
use super::neighbours::Force;
use super::order::Order;
use super::pending::PendingSums;
use super::rows::Rows;
use super::work::{ALWAYS, cut, ends, share};
use pulp::Arch;
use std::cell::RefCell;
use std::ops::Range;
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
    n: usize,
    dim: usize,
    order: Order,
    /// How many operations it takes.
    size: usize,
    node: Rc<RefCell<Node>>,
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

/// What a formula is worked out from.
enum Leaf {
    Rows(Rc<Rows>),
    Force(Rc<PendingSums>, Force),
}

/// A leaf that is known, or the first column of sums that are taken on the way.
enum Taken {
    Rows(Rc<Rows>),
    Sums(usize),
}

/// A column of a formula's leaf: one number for each row, or a column of sums that are taken on the way.
#[derive(Clone, Copy)]
enum Given<'a> {
    Rows(&'a [f64]),
    Sums(usize),
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

    /// The rows; all zero if they take long and nobody wants them any more.
    pub fn rows(&self) -> Rc<Rows> {
        let zeros = || Rc::new(Rows::filled(self.n, self.dim, 0.0, self.order.clone()));
        self.wanted_rows().unwrap_or_else(|_| zeros())
    }

    /// The rows.
    ///
    /// # Errors
    /// When they are no longer wanted.
    pub fn wanted_rows(&self) -> Result<Rc<Rows>> {
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
            return Ok(Array::formula(op, a.in_dim(fixed), b.in_dim(fixed), fixed));
        }
        let deep = Array::formula(op, a.clone().in_dim(3), b.clone().in_dim(3), 3);
        Ok(Array { deep: Some(Rc::new(deep)), ..Array::formula(op, a, b, 2) })
    }

    /// Two arrays of as many rows put together by `join`, which gets rows in one order that have as many numbers, or one.
    ///
    /// # Errors
    /// Shapes that do not go together.
    pub fn joined(a: &Array, b: &Array, join: impl Fn(&Rows, &Rows) -> Array) -> Result<Array> {
        let sum = Array::combine(Op::Add, Operand::Array(a.clone()), Operand::Array(b.clone()))?;
        let in_dim = |dim: usize| {
            let side = |array: &Array| array.in_dim(dim).unwrap_or_else(|| array.clone());
            let (a, b) = in_one_order(side(a), side(b));
            join(&a.rows(), &b.rows())
        };
        let deep = sum.deep.is_some().then(|| Rc::new(in_dim(3)));
        Ok(Array { deep, ..in_dim(sum.dim) })
    }

    /// Operands that go together, combined to rows of `dim` numbers.
    fn formula(op: Op, a: Operand, b: Operand, dim: usize) -> Array {
        let (a, b) = match (a, b) {
            (Operand::Array(a), Operand::Array(b)) => {
                let (a, b) = in_one_order(a, b);
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
            array.rows();
        }
        array
    }

    /// The same numbers with the other sign.
    pub fn negated(&self) -> Result<Array> {
        Array::combine(Op::Mul, Operand::Array(self.clone()), Operand::Number(-1.0))
    }

    fn work_out(&self) -> Result<Rows> {
        let (mut leaves, mut steps) = (Vec::new(), Vec::new());
        self.write_steps(&mut leaves, &mut steps);
        // Sums of one moment can be taken along the way; those of others are taken first.
        let passing = leaves.iter().rev().find_map(|leaf| match leaf {
            Leaf::Force(sums, _) if sums.may_pass() => Some(sums.clone()),
            _ => None,
        });
        let take = |leaf: &Leaf| match (leaf, &passing) {
            (Leaf::Rows(rows), _) => Ok(Taken::Rows(rows.clone())),
            (Leaf::Force(sums, force), Some(passing)) if Rc::ptr_eq(passing, sums) => {
                Ok(Taken::Sums(sums.first_column(*force)))
            }
            (Leaf::Force(sums, force), _) => sums.rows(*force).map(Taken::Rows),
        };
        let taken = leaves.iter().map(take).collect::<Result<Vec<Taken>>>()?;
        let given = |column: usize| {
            let taken = &taken;
            move |leaf: usize| match &taken[leaf] {
                Taken::Rows(rows) => Given::Rows(rows.column(if rows.dim() == 1 { 0 } else { column })),
                Taken::Sums(first) => Given::Sums(first + column),
            }
        };
        let columns: Vec<Vec<Step<Given>>> = (0..self.dim)
            .map(|column| steps.iter().map(|step| step.in_column(column, &given(column))).collect())
            .collect();
        let mut made = Rows::unset(self.n, self.dim, self.order.clone());
        let arch = Arch::new();
        let piece = |start: usize, sums: &[&mut [f64]], out: &mut [&mut [f64]]| {
            let mut stack = Vec::new();
            for (steps, out) in columns.iter().zip(out) {
                let rows = start..start + out.len();
                let steps: Vec<Step<&[f64]>> = steps
                    .iter()
                    .map(|step| step.in_column(0, &|given| slice(given, rows.clone(), sums)))
                    .collect();
                run(arch, &steps, out, &mut stack);
            }
        };
        let out = made.columns_mut().collect();
        match passing {
            Some(sums) => sums.pass(out, &piece)?,
            // Nobody stops a formula: it is short.
            None => {
                let pieces = cut(out, ends(self.n, CHUNK * 8));
                share(self.n, pieces, ALWAYS, |(start, out)| piece(*start, &[], out))?;
            }
        }
        Ok(made)
    }

    fn write_steps(&self, leaves: &mut Vec<Leaf>, steps: &mut Vec<Step<usize>>) {
        let node = self.node.borrow();
        let leaf = match &*node {
            Node::Rows(own) => Leaf::Rows(own.clone()),
            Node::Force(sums, force) => Leaf::Force(sums.clone(), *force),
            Node::Formula(op, operands) => {
                let mut first = steps.len();
                for operand in &**operands {
                    first = steps.len();
                    match operand {
                        Operand::Number(x) => steps.push(Step::Push(Source::Number([*x; 3]))),
                        Operand::Vector(v) => steps.push(Step::Push(Source::Number(*v))),
                        Operand::Array(array) => array.write_steps(leaves, steps),
                    }
                }
                return combine(steps, first, *op);
            }
        };
        steps.push(Step::Push(Source::Rows(leaves.len())));
        leaves.push(leaf);
    }
}

fn slice<'a>(given: Given<'a>, rows: Range<usize>, sums: &'a [&mut [f64]]) -> &'a [f64] {
    match given {
        Given::Rows(column) => &column[rows],
        Given::Sums(column) => &*sums[column],
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
fn in_one_order(a: Array, b: Array) -> (Array, Array) {
    if a.order == b.order {
        return (a, b);
    }
    if a.order.is_natural() {
        let moved = Array::from(a.rows().in_order(&b.order));
        return (moved, b);
    }
    let moved = Array::from(b.rows().in_order(&a.order));
    (a, moved)
}

#[cfg(test)]
#[path = "array_tests.rs"]
mod tests;
