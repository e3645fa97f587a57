//! Working out formulas over rows: a small machine with a stack, which runs a few hundred rows at a time, with the registers that the
//! processor has. For [`super::evaluate`] alone.

use pulp::{Arch, Simd, WithSimd};

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

/// Where numbers come from: one for each row, or the same for all, for up to three columns.
#[derive(Clone, Copy, Debug)]
pub enum Source<R> {
    Rows(R),
    Number([f64; 3]),
}

/// A formula, for a machine with a stack.
#[derive(Clone, Copy, Debug)]
pub enum Step<R> {
    Push(Source<R>),
    /// Two sources combined, and pushed.
    Both(Op, Source<R>, Source<R>),
    /// The top combined with something.
    With(Op, Source<R>),
    /// The two on top combined.
    Top(Op),
}

impl<R: Copy> Source<R> {
    fn map<T>(&self, rows: &impl Fn(R) -> T, column: usize) -> Source<T> {
        match self {
            Source::Rows(own) => Source::Rows(rows(*own)),
            Source::Number(v) => Source::Number([v[column]; 3]),
        }
    }
}

impl<R: Copy> Step<R> {
    /// What it is for one column of numbers: `rows` finds those that it names.
    pub fn in_column<T>(&self, column: usize, rows: &impl Fn(R) -> T) -> Step<T> {
        match self {
            Step::Push(from) => Step::Push(from.map(rows, column)),
            Step::Both(op, a, b) => Step::Both(*op, a.map(rows, column), b.map(rows, column)),
            Step::With(op, from) => Step::With(*op, from.map(rows, column)),
            Step::Top(op) => Step::Top(*op),
        }
    }
}

/// Adds a step that combines what the last two sub-formulas made, of which the second began at step `second`. What it pushed last
/// and alone need not be pushed.
pub fn combine<R: Clone>(steps: &mut Vec<Step<R>>, second: usize, op: Op) {
    let alone = steps.len() == second + 1;
    match (alone, steps.last().cloned()) {
        (true, Some(Step::Push(b))) => {
            steps.pop();
            match steps.last().cloned() {
                Some(Step::Push(a)) => {
                    steps.pop();
                    steps.push(Step::Both(op, a, b));
                }
                _ => steps.push(Step::With(op, b)),
            }
        }
        _ => steps.push(Step::Top(op)),
    }
}

/// Works out one column, from rows that are as many as `out` has.
pub fn run(arch: Arch, steps: &[Step<&[f64]>], out: &mut [f64], stack: &mut Vec<[f64; CHUNK]>) {
    let depth = depth(steps);
    if stack.len() + 1 < depth {
        stack.resize(depth - 1, [0.0; CHUNK]);
    }
    arch.dispatch(Run { steps, out, stack });
}

/// How many levels of the stack a formula needs.
fn depth<R>(steps: &[Step<R>]) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0);
    for step in steps {
        match step {
            Step::Push(_) | Step::Both(..) => depth += 1,
            Step::With(..) => {}
            Step::Top(_) => depth = depth.saturating_sub(1),
        }
        deepest = deepest.max(depth);
    }
    deepest
}

struct Run<'a> {
    steps: &'a [Step<&'a [f64]>],
    out: &'a mut [f64],
    stack: &'a mut [[f64; CHUNK]],
}

impl WithSimd for Run<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Run { steps, out, stack } = self;
        for (at, out) in out.chunks_mut(CHUNK).enumerate() {
            let (start, n) = (at * CHUNK, out.len());
            let end = start + n;
            // The lowest level of the stack is the result.
            let mut depth = 0;
            for step in steps {
                match step {
                    Step::Push(source) => {
                        fill(level(out, stack, depth, n), source, start..end);
                        depth += 1;
                    }
                    Step::Both(op, a, b) => {
                        both(*op, level(out, stack, depth, n), a, b, start..end);
                        depth += 1;
                    }
                    Step::With(op, source) => with(*op, level(out, stack, depth - 1, n), source, start..end),
                    Step::Top(op) => {
                        depth -= 1;
                        let (below, top) = two_levels(out, stack, depth - 1, n);
                        with_rows(*op, below, top);
                    }
                }
            }
        }
    }
}

#[inline(always)]
fn level<'a>(out: &'a mut [f64], stack: &'a mut [[f64; CHUNK]], level: usize, n: usize) -> &'a mut [f64] {
    if level == 0 { out } else { &mut stack[level - 1][..n] }
}

#[inline(always)]
fn two_levels<'a>(
    out: &'a mut [f64],
    stack: &'a mut [[f64; CHUNK]],
    below: usize,
    n: usize,
) -> (&'a mut [f64], &'a [f64]) {
    let (lower, upper) = stack.split_at_mut(below);
    let top = &upper[0][..n];
    if below == 0 { (out, top) } else { (&mut lower[below - 1][..n], top) }
}

type Range = std::ops::Range<usize>;

#[inline(always)]
fn fill(top: &mut [f64], source: &Source<&[f64]>, range: Range) {
    match source {
        Source::Rows(rows) => top.copy_from_slice(&rows[range]),
        Source::Number(v) => top.fill(v[0]),
    }
}

/// Runs a loop for each operation, so that none chooses in its middle.
macro_rules! by_op {
    ($op:expr, |$apply:ident| $each:expr) => {
        match $op {
            Op::Add => {
                let $apply = |a: f64, b: f64| a + b;
                $each
            }
            Op::Sub => {
                let $apply = |a: f64, b: f64| a - b;
                $each
            }
            Op::Mul => {
                let $apply = |a: f64, b: f64| a * b;
                $each
            }
            Op::Div => {
                let $apply = |a: f64, b: f64| a / b;
                $each
            }
            Op::Min => {
                let $apply = |a: f64, b: f64| if b < a { b } else { a };
                $each
            }
            Op::Max => {
                let $apply = |a: f64, b: f64| if b > a { b } else { a };
                $each
            }
        }
    };
}

#[inline(always)]
fn both(op: Op, top: &mut [f64], a: &Source<&[f64]>, b: &Source<&[f64]>, range: Range) {
    match (a, b) {
        (Source::Rows(a), Source::Rows(b)) => {
            let (a, b) = (&a[range.clone()], &b[range]);
            by_op!(op, |apply| {
                top.iter_mut().zip(a).zip(b).for_each(|((top, &a), &b)| *top = apply(a, b))
            });
        }
        (Source::Rows(a), Source::Number(b)) => {
            let (a, b) = (&a[range], b[0]);
            by_op!(op, |apply| top.iter_mut().zip(a).for_each(|(top, &a)| *top = apply(a, b)));
        }
        (a, b) => {
            fill(top, a, range.clone());
            with(op, top, b, range);
        }
    }
}

#[inline(always)]
fn with(op: Op, top: &mut [f64], source: &Source<&[f64]>, range: Range) {
    match source {
        Source::Rows(rows) => with_rows(op, top, &rows[range]),
        Source::Number(v) => {
            let b = v[0];
            by_op!(op, |apply| top.iter_mut().for_each(|a| *a = apply(*a, b)));
        }
    }
}

#[inline(always)]
fn with_rows(op: Op, a: &mut [f64], b: &[f64]) {
    by_op!(op, |apply| a.iter_mut().zip(b).for_each(|(a, &b)| *a = apply(*a, b)));
}
