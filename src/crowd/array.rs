//! Arrays as scripts compute with them: rows, or a formula over rows that is worked out when somebody looks.
//!
//! A formula such as `a * 1.5 + b * 0.5` is worked out in one pass over the agents, a few hundred at a time, without arrays for
//! what lies between; each number is rounded after each operation just as if every array had been made. Later changes of the
//! rows that a formula names do not change it: it keeps the rows as they were.

use super::error::{Result, wrong};
use super::ledger::Ledger;
use super::order::Order;
use super::rows::Rows;
use super::work::{ALWAYS, cut, ends, share};
use std::cell::RefCell;
use std::rc::Rc;

/// So many rows are worked on at a time.
const CHUNK: usize = 512;
/// A formula with more operations than this is worked out.
const LONGEST: usize = 24;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    Add,
    Sub,
    Mul,
    Div,
}

impl Op {
    fn apply(self, a: f64, b: f64) -> f64 {
        match self {
            Op::Add => a + b,
            Op::Sub => a - b,
            Op::Mul => a * b,
            Op::Div => a / b,
        }
    }
}

/// What an array is combined with.
#[derive(Clone, Debug)]
pub enum Operand {
    Number(f64),
    Vector([f64; 3]),
    Array(Array),
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
}

#[derive(Debug)]
enum Node {
    Rows(Rc<Rows>),
    Formula(Op, Operand, Operand),
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
            Node::Formula(..) => None,
        }
    }

    /// New rows that are charged to somebody, as are all arrays that are made of it.
    pub fn charged(mut rows: Rows, ledger: &Rc<Ledger>) -> Array {
        rows.charge = Some(ledger.charge(rows.bytes()));
        Array { ledger: Some(ledger.clone()), ..Array::from(rows) }
    }

    /// Rows that belong to something already, whose results are charged to somebody.
    pub fn shared(rows: Rc<Rows>, ledger: &Rc<Ledger>) -> Array {
        Array { ledger: Some(ledger.clone()), ..Array::from(rows) }
    }

    /// The rows.
    pub fn rows(&self) -> Rc<Rows> {
        if let Some(rows) = self.made() {
            return rows;
        }
        let mut rows = self.work_out();
        rows.charge = self.ledger.as_ref().map(|ledger| ledger.charge(rows.bytes()));
        let rows = Rc::new(rows);
        self.node.replace(Node::Rows(rows.clone()));
        rows
    }

    /// Two operands, one an array at least, combined.
    ///
    /// # Errors
    /// Shapes that do not go together.
    pub fn combine(op: Op, a: Operand, b: Operand) -> Result<Array> {
        let (a, b) = match (a, b) {
            (Operand::Array(a), Operand::Array(b)) => {
                if a.n != b.n {
                    return Err(wrong!("arrays of {} and {} rows do not go together", a.n, b.n));
                }
                if a.dim != b.dim && a.dim != 1 && b.dim != 1 {
                    let (a, b) = (a.dim, b.dim);
                    return Err(wrong!("rows of {a} and {b} numbers do not go together"));
                }
                let (a, b) = in_one_order(a, b);
                (Operand::Array(a), Operand::Array(b))
            }
            other => other,
        };
        let (mut n, mut dim, mut order, mut size, mut ledger) = (0, 0, Order::NATURAL, 1, None);
        for operand in [&a, &b] {
            if let Operand::Array(array) = operand {
                n = array.n;
                dim = dim.max(array.dim);
                order = array.order.clone();
                size += array.size;
                ledger = ledger.or_else(|| array.ledger.clone());
            }
        }
        for operand in [&a, &b] {
            if let Operand::Vector(v) = operand {
                fits(*v, dim)?;
            }
        }
        let node = Rc::new(RefCell::new(Node::Formula(op, a, b)));
        let array = Array { n, dim, order, size, node, whole: false, ledger };
        if size > LONGEST {
            array.rows();
        }
        Ok(array)
    }

    /// The same numbers with the other sign.
    pub fn negated(&self) -> Result<Array> {
        Array::combine(Op::Mul, Operand::Array(self.clone()), Operand::Number(-1.0))
    }

    fn work_out(&self) -> Rows {
        let mut rows = Vec::new();
        let mut steps = Vec::new();
        self.write_steps(&mut rows, &mut steps);
        let mut made = Rows::unset(self.n, self.dim, self.order.clone());
        let steps: Vec<Vec<Step<&[f64]>>> = (0..self.dim)
            .map(|column| steps.iter().map(|step| step.in_column(column, &rows)).collect())
            .collect();
        let pieces = cut(made.columns_mut().collect(), ends(self.n, CHUNK * 8));
        // Nobody stops it: it is short.
        let _ = share(self.n, pieces, ALWAYS, |(start, out)| {
            let mut stack = Vec::new();
            for (steps, out) in steps.iter().zip(out) {
                for (at, out) in out.chunks_mut(CHUNK).enumerate() {
                    run(steps, *start + at * CHUNK, out, &mut stack);
                }
            }
        });
        made
    }

    fn write_steps(&self, rows: &mut Vec<Rc<Rows>>, steps: &mut Vec<Step<usize>>) {
        let node = self.node.borrow();
        match &*node {
            Node::Rows(own) => {
                steps.push(Step::Push(Source::Rows(rows.len())));
                rows.push(own.clone());
            }
            Node::Formula(op, a, b) => {
                let first = steps.len();
                for operand in [a, b] {
                    match operand {
                        Operand::Number(x) => steps.push(Step::Push(Source::Number([*x; 3]))),
                        Operand::Vector(v) => steps.push(Step::Push(Source::Number(*v))),
                        Operand::Array(array) => array.write_steps(rows, steps),
                    }
                }
                // What was pushed last and alone need not be pushed.
                match steps.last().cloned() {
                    Some(Step::Push(source)) if steps.len() > first + 1 => {
                        steps.pop();
                        steps.push(Step::With(*op, source));
                    }
                    _ => steps.push(Step::Top(*op)),
                }
            }
        }
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

#[derive(Clone, Debug)]
enum Source<R> {
    Rows(R),
    Number([f64; 3]),
}

/// A formula, for a machine with a stack.
#[derive(Clone, Debug)]
enum Step<R> {
    Push(Source<R>),
    /// The top combined with something.
    With(Op, Source<R>),
    /// The two on top combined.
    Top(Op),
}

impl Step<usize> {
    fn in_column<'a>(&self, column: usize, rows: &'a [Rc<Rows>]) -> Step<&'a [f64]> {
        let source = |source: &Source<usize>| match source {
            Source::Rows(at) => {
                let rows = &rows[*at];
                Source::Rows(rows.column(if rows.dim() == 1 { 0 } else { column }))
            }
            Source::Number(v) => Source::Number([v[column]; 3]),
        };
        match self {
            Step::Push(from) => Step::Push(source(from)),
            Step::With(op, from) => Step::With(*op, source(from)),
            Step::Top(op) => Step::Top(*op),
        }
    }
}

/// Works out some rows of one column. `stack` holds buffers to use again.
fn run(steps: &[Step<&[f64]>], start: usize, out: &mut [f64], stack: &mut Vec<[f64; CHUNK]>) {
    let n = out.len();
    let mut depth = 0;
    for step in steps {
        match step {
            Step::Push(source) => {
                if stack.len() <= depth {
                    stack.push([0.0; CHUNK]);
                }
                let top = &mut stack[depth][..n];
                match source {
                    Source::Rows(rows) => top.copy_from_slice(&rows[start..start + n]),
                    Source::Number(v) => top.fill(v[0]),
                }
                depth += 1;
            }
            Step::With(op, source) => {
                let top = &mut stack[depth - 1][..n];
                match source {
                    Source::Rows(rows) => with_rows(*op, top, &rows[start..start + n]),
                    Source::Number(v) => with_number(*op, top, v[0]),
                }
            }
            Step::Top(op) => {
                let (below, top) = stack.split_at_mut(depth - 1);
                with_rows(*op, &mut below[depth - 2][..n], &top[0][..n]);
                depth -= 1;
            }
        }
    }
    out.copy_from_slice(&stack[0][..n]);
}

fn with_rows(op: Op, a: &mut [f64], b: &[f64]) {
    match op {
        Op::Add => a.iter_mut().zip(b).for_each(|(a, b)| *a += b),
        Op::Sub => a.iter_mut().zip(b).for_each(|(a, b)| *a -= b),
        Op::Mul => a.iter_mut().zip(b).for_each(|(a, b)| *a *= b),
        Op::Div => a.iter_mut().zip(b).for_each(|(a, b)| *a /= b),
    }
}

fn with_number(op: Op, a: &mut [f64], b: f64) {
    a.iter_mut().for_each(|a| *a = op.apply(*a, b));
}

#[cfg(test)]
#[path = "array_tests.rs"]
mod tests;
