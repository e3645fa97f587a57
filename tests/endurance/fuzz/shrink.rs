//! Makes a failing case smaller as long as it fails in the same way.

use super::case::{Case, Step};
use super::program::Cut;

/// A smaller case that still fails, as `fails` tells.
pub fn shrink(case: &Case, mut fails: impl FnMut(&Case) -> bool) -> Case {
    let mut best = case.clone();
    // Each try takes as long as the case itself; a case that is only small enough is fine.
    let mut tries = 1500;
    loop {
        let mut smaller = false;
        let mut number = 0;
        while let Some(candidates) = candidates(&best, number) {
            let found = candidates.into_iter().find(|candidate| {
                tries -= 1;
                tries > 0 && fails(candidate)
            });
            match found {
                Some(found) => {
                    best = found;
                    smaller = true;
                }
                None => number += 1,
            }
        }
        if !smaller || tries <= 0 {
            return best;
        }
    }
}

/// Smaller versions of a case, the `number`th piece of it taken; `None` past the last piece. Steps come first, then the
/// statements of all programs.
fn candidates(case: &Case, number: usize) -> Option<Vec<Case>> {
    let with = |steps: Vec<Step>| Case { seed: case.seed, steps };
    let steps = &case.steps;
    if number < steps.len() {
        // Many at once first.
        let lengths = [steps.len() / 2, steps.len() / 4, 1].into_iter().filter(|&length| length > 0);
        let mut all: Vec<Case> = lengths
            .filter(|length| number + length <= steps.len())
            .map(|length| with([&steps[..number], &steps[number + length..]].concat()))
            .collect();
        if let Step::Ticks(ticks @ 2..) = steps[number] {
            for fewer in [1, ticks / 2, ticks - 1] {
                let mut steps = steps.clone();
                steps[number] = Step::Ticks(fewer);
                all.push(with(steps));
            }
        }
        return Some(all);
    }
    let mut left = number - steps.len();
    for (index, step) in steps.iter().enumerate() {
        let Step::Load { name, program } = step else { continue };
        if left < program.size() {
            let cut = |how| {
                let mut steps = steps.clone();
                steps[index] = Step::Load { name, program: program.cut(left, how)? };
                Some(with(steps))
            };
            return Some([Cut::Remove, Cut::Unwrap].into_iter().filter_map(cut).collect());
        }
        left -= program.size();
    }
    None
}
