//! Working out an array that is a formula: in one pass over the agents, together with the sums over neighbours that it names.

use super::array::{Array, Node, Operand};
use super::error::Result;
use super::formula::{CHUNK, Source, Step, combine, run};
use super::neighbours::Force;
use super::pending::PendingSums;
use super::rows::Rows;
use super::work::{ALWAYS, cut, ends, share};
use pulp::Arch;
use std::ops::Range;
use std::rc::Rc;

/// What a formula is worked out from.
enum Leaf {
    Rows(Rc<Rows>),
    Force(Rc<PendingSums>, Force),
}

/// A leaf that is known, or the first column of sums that are taken on the way, and how many they are.
enum Taken {
    Rows(Rc<Rows>),
    Sums(usize, usize),
}

/// A column of a formula's leaf: one number for each row, or a column of sums that are taken on the way.
#[derive(Clone, Copy)]
enum Given<'a> {
    Rows(&'a [f64]),
    Sums(usize),
}

impl Array {
    /// The rows of a formula.
    ///
    /// # Errors
    /// When they are no longer wanted.
    pub(super) fn work_out(&self) -> Result<Rows> {
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
                Ok(Taken::Sums(sums.first_column(*force), sums.dim()))
            }
            (Leaf::Force(sums, force), _) => sums.rows(*force).map(Taken::Rows),
        };
        let taken = leaves.iter().map(take).collect::<Result<Vec<Taken>>>()?;
        let given = |column: usize| {
            let taken = &taken;
            move |leaf: usize| match &taken[leaf] {
                Taken::Rows(rows) => Given::Rows(rows.column(if rows.dim() == 1 { 0 } else { column })),
                Taken::Sums(first, dim) => Given::Sums(first + if *dim == 1 { 0 } else { column }),
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
