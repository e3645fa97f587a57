//! Working out formulas over rows: a small machine with a stack, which runs a few hundred rows at a time. For [`super::array`] alone.

use super::rows::Rows;
use std::rc::Rc;

/// So many rows are worked on at a time.
pub const CHUNK: usize = 512;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    Add,
    Sub,
    Mul,
    Div,
    /// The second if it is less, else the first, as `math.min` does: nan stays if it is the first.
    Min,
    /// The second if it is greater, else the first.
    Max,
}

impl Op {
    fn apply(self, a: f64, b: f64) -> f64 {
        match self {
            Op::Add => a + b,
            Op::Sub => a - b,
            Op::Mul => a * b,
            Op::Div => a / b,
            Op::Min => {
                if b < a {
                    b
                } else {
                    a
                }
            }
            Op::Max => {
                if b > a {
                    b
                } else {
                    a
                }
            }
        }
    }
}

/// Where numbers come from.
#[derive(Clone, Debug)]
pub enum Source<R> {
    Rows(R),
    Number([f64; 3]),
}

/// A formula, for a machine with a stack.
#[derive(Clone, Debug)]
pub enum Step<R> {
    Push(Source<R>),
    /// The top combined with something.
    With(Op, Source<R>),
    /// The two on top combined.
    Top(Op),
}

impl Step<usize> {
    /// What it is for one column of numbers: `rows` are those that it names.
    pub fn in_column<'a>(&self, column: usize, rows: &'a [Rc<Rows>]) -> Step<&'a [f64]> {
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
pub fn run(steps: &[Step<&[f64]>], start: usize, out: &mut [f64], stack: &mut Vec<[f64; CHUNK]>) {
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
        Op::Min => a.iter_mut().zip(b).for_each(|(a, b)| *a = Op::Min.apply(*a, *b)),
        Op::Max => a.iter_mut().zip(b).for_each(|(a, b)| *a = Op::Max.apply(*a, *b)),
    }
}

fn with_number(op: Op, a: &mut [f64], b: f64) {
    a.iter_mut().for_each(|a| *a = op.apply(*a, b));
}
