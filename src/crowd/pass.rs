//! One pass over the neighbours of some agents that lie side by side. For [`super::sums`] alone.
//!
//! Several agents are worked on at once, one in each lane of a vector register: each of those who may be near any of them is added
//! to all lanes, or left out where it is too far. A sum is taken in the order of slots and relative to the agent, so it is the
//! same to the bit however many lanes a machine has, and an agent adds exactly zero to itself.
//!
//! Roots and divisions take longest, and only pushes need them: so whoever is near enough to push any of the lanes is noted on the
//! way, and pushes are added up afterwards. Distances are compared by their squares, with the bounds of [`below_root`].

use super::grid::{Cells, Row};
use pulp::{Simd, WithSimd};
use std::hint::black_box;

/// The square of a radius, but above 0: however small the radius is, everybody is near itself and all in the same place.
pub fn square(radius: f64) -> f64 {
    (radius * radius).max(f64::from_bits(1))
}

/// The number that all squares of distances below `limit` are below, and no others: √x < limit just where x < this.
fn below_root(limit: f64) -> f64 {
    let mut bound = limit * limit;
    while bound > 0.0 && bound.sqrt() >= limit {
        bound = bound.next_down();
    }
    while bound < f64::INFINITY && bound.sqrt() < limit {
        bound = bound.next_up();
    }
    bound
}

/// What [`super::sums::Sums`] holds, as plain slices: nothing that belongs to one thread goes to the others.
pub(super) struct View<'a, const D: usize> {
    pub cells: &'a Cells,
    pub pos: [&'a [f64]; D],
    pub vel: [&'a [f64]; D],
    pub then: [&'a [f64]; D],
    pub heading: [&'a [f64]; D],
    pub limits: &'a [f64],
    pub mask: Option<&'a [bool]>,
    pub within: f64,
    pub push_limit: f64,
    pub push_radius: f64,
    pub mean_limit: f64,
}

/// One piece: some cell rows, from slot `start` on.
pub(super) struct Pass<
    'a,
    'o,
    const D: usize,
    const PUSH: bool,
    const MEAN: bool,
    const MOVED: bool,
    const CONE: bool,
> {
    pub view: &'a View<'a, D>,
    pub rows: &'a [Row],
    pub start: usize,
    pub out: &'a mut [&'o mut [f64]],
}

impl<const D: usize, const PUSH: bool, const MEAN: bool, const MOVED: bool, const CONE: bool> WithSimd
    for Pass<'_, '_, D, PUSH, MEAN, MOVED, CONE>
{
    type Output = ();

    #[allow(
        clippy::needless_range_loop,
        reason = "loops over axes that are unrolled; iterators may not be inlined"
    )]
    // All in one function: what is not inlined here would be compiled for the oldest machines.
    #[inline(always)]
    fn with_simd<S: Simd>(self, s: S) {
        let Pass { view, rows, start, out } = self;
        let within = square(view.within);
        let (push_below, mean_below) = (below_root(view.push_limit), below_root(view.mean_limit));
        // Of those who have moved both distances count, so all who were near enough are noted.
        let note_below = if MOVED { within } else { within.min(push_below) };
        let count_below = if MOVED { within } else { within.min(mean_below) };
        let bounds = [within, push_below, mean_below, note_below, count_below, view.push_radius];
        let mut noted: Vec<u32> = Vec::new();
        macro_rules! load {
            ($column:expr, $at:expr) => {{
                let column: &[f64] = $column;
                match column.get($at..$at + S::F64_LANES) {
                    Some(part) => S::as_simd_f64s(part).0[0],
                    None => s.partial_load_f64s(&column[$at..]),
                }
            }};
        }
        for row in rows {
            let slots = row.slots();
            let mut at = slots.start;
            // The compiler must not see that the bounds are always the same: it would keep them in memory, from where each pair would
            // fetch them.
            let bounds = black_box(bounds);
            while at < slots.end {
                let end = (at + S::F64_LANES).min(slots.end);
                // What is called lies before all that is kept in registers.
                let stretches = view.cells.near(*row, at..end);
                let most = stretches.stretches().map(|near| near.len()).sum();
                if PUSH && noted.len() < most {
                    noted.resize(most + 64, 0);
                }
                let [within, push_below, mean_below, note_below, count_below, radius] =
                    bounds.map(|bound| s.splat_f64s(bound));
                let (zero, one) = (s.splat_f64s(0.0), s.splat_f64s(1.0));
                let (mut pos, mut vel, mut then, mut heading) = ([zero; D], [zero; D], [zero; D], [zero; D]);
                let mut limit = zero;
                for k in 0..D {
                    pos[k] = load!(view.pos[k], at);
                    if MEAN {
                        vel[k] = load!(view.vel[k], at);
                    }
                    if MOVED {
                        then[k] = load!(view.then[k], at);
                    }
                    if CONE {
                        heading[k] = load!(view.heading[k], at);
                    }
                }
                if CONE {
                    limit = load!(view.limits, at);
                }
                let base = if MOVED { then } else { pos };
                let (mut push, mut velocity, mut centre, mut number) =
                    ([zero; D], [zero; D], [zero; D], zero);
                // From somebody to all lanes, and the square of the distance.
                macro_rules! apart {
                    ($columns:expr, $j:expr, $from:expr) => {{
                        let mut rel = [zero; D];
                        let mut d2 = zero;
                        for k in 0..D {
                            rel[k] = s.sub_f64s(s.splat_f64s($columns[k][$j]), $from[k]);
                            let square = s.mul_f64s(rel[k], rel[k]);
                            d2 = if k == 0 { square } else { s.add_f64s(d2, square) };
                        }
                        (rel, d2)
                    }};
                }
                // In which lanes somebody is seen.
                macro_rules! seen {
                    ($rel:expr, $d2:expr) => {{
                        let mut ahead = zero;
                        for k in 0..D {
                            let part = s.mul_f64s($rel[k], heading[k]);
                            ahead = if k == 0 { part } else { s.add_f64s(ahead, part) };
                        }
                        s.greater_than_or_equal_f64s(ahead, s.mul_f64s(limit, s.sqrt_f64s($d2)))
                    }};
                }
                let mut count = 0;
                for near in stretches.stretches() {
                    let (mut there, mut then_there, mut fast) = ([&[][..]; D], [&[][..]; D], [&[][..]; D]);
                    for k in 0..D {
                        there[k] = &view.pos[k][near.clone()];
                        then_there[k] = &view.then[k][near.clone()];
                        fast[k] = &view.vel[k][near.clone()];
                    }
                    // The length that the compiler knows all of them to have.
                    for j in 0..there[0].len() {
                        let (mut rel, mut d2) = apart!(if MOVED { then_there } else { there }, j, base);
                        if PUSH {
                            noted[count] = (near.start + j) as u32;
                            let close = s.less_than_f64s(d2, note_below);
                            count += usize::from(s.first_true_m64s(close) < S::F64_LANES);
                        }
                        if MEAN {
                            let mut counts = s.less_than_f64s(d2, count_below);
                            if MOVED {
                                (rel, d2) = apart!(there, j, pos);
                                counts = s.and_m64s(counts, s.less_than_f64s(d2, mean_below));
                            }
                            if CONE {
                                counts = s.and_m64s(counts, seen!(rel, d2));
                            }
                            number = s.select_f64s(counts, s.add_f64s(number, one), number);
                            for k in 0..D {
                                let faster = s.sub_f64s(s.splat_f64s(fast[k][j]), vel[k]);
                                velocity[k] =
                                    s.select_f64s(counts, s.add_f64s(velocity[k], faster), velocity[k]);
                                centre[k] = s.select_f64s(counts, s.add_f64s(centre[k], rel[k]), centre[k]);
                            }
                        }
                    }
                }
                if let Some(mask) = view.mask {
                    let mut kept = 0;
                    for at in 0..count {
                        noted[kept] = noted[at];
                        kept += usize::from(mask[noted[at] as usize]);
                    }
                    count = kept;
                }
                for &j in &noted[..count] {
                    let j = j as usize;
                    let (rel, d2) = apart!(view.pos, j, pos);
                    let mut counts = s.greater_than_f64s(d2, zero);
                    if MOVED {
                        let (_, then2) = apart!(view.then, j, then);
                        counts = s.and_m64s(counts, s.less_than_f64s(d2, push_below));
                        counts = s.and_m64s(counts, s.less_than_f64s(then2, within));
                    } else {
                        counts = s.and_m64s(counts, s.less_than_f64s(d2, note_below));
                    }
                    if CONE {
                        counts = s.and_m64s(counts, seen!(rel, d2));
                    }
                    let d = s.sqrt_f64s(d2);
                    let strength = s.div_f64s(s.sub_f64s(radius, d), d);
                    for k in 0..D {
                        // Chosen last: somebody far away may be at no number.
                        let part = s.select_f64s(counts, s.mul_f64s(strength, rel[k]), zero);
                        push[k] = s.sub_f64s(push[k], part);
                    }
                }
                let (from, to) = (at - start, end - start);
                let mut column = 0;
                if PUSH {
                    for part in push {
                        s.partial_store_f64s(&mut out[column][from..to], part);
                        column += 1;
                    }
                }
                if MEAN {
                    // Everybody is near itself, unless it is at no number; then it is near nobody else, either.
                    let others = s.max_f64s(s.sub_f64s(number, one), zero);
                    let divisor = s.max_f64s(others, one);
                    let some = s.greater_than_f64s(others, zero);
                    for k in 0..D {
                        s.partial_store_f64s(
                            &mut out[column + k][from..to],
                            s.select_f64s(some, s.div_f64s(velocity[k], divisor), zero),
                        );
                        s.partial_store_f64s(
                            &mut out[column + D + k][from..to],
                            s.select_f64s(some, s.div_f64s(centre[k], divisor), zero),
                        );
                    }
                    column += 2 * D;
                    s.partial_store_f64s(&mut out[column][from..to], others);
                }
                at = end;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::below_root;

    #[test]
    fn a_square_is_below_the_bound_just_where_its_root_is_below_the_limit() {
        for limit in [0.5, 1.0, 0.1, 2.5, 1e-3, 7.3, 1e-200, 3e-160, 1e150, 1e200, f64::INFINITY] {
            let bound = below_root(limit);
            assert!(bound.is_infinite() || bound.sqrt() >= limit, "{limit}");
            assert!(bound.next_down().sqrt() < limit, "{limit}");
        }
        assert_eq!(below_root(0.0), 0.0);
    }
}
