//! Tests of the grid: nobody within the radius is missed, in whatever extent.

use super::*;

fn numbers(seed: u64) -> impl FnMut() -> f64 {
    let mut state = seed;
    move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1_u64 << 53) as f64
    }
}

fn crowd(n: usize, dim: usize, extent: f64, seed: u64) -> Rows {
    let mut next = numbers(seed);
    let rows: Vec<[f64; 3]> = (0..n).map(|_| [(); 3].map(|()| (next() - 0.5) * extent)).collect();
    Rows::from_rows(&rows, dim)
}

fn check(pos: &Rows, radius: f64) {
    let (grid, [sorted]) = Grid::sort([pos], radius).unwrap();
    assert_eq!(sorted.to_rows(), pos.to_rows());
    let mut seen = 0;
    let grid = &grid.cells;
    for &row in grid.rows() {
        let mut at = row.slots().start;
        while at < row.slots().end {
            let slots = at..(at + 5).min(row.slots().end);
            let near: Vec<usize> = grid.near(row, slots.clone()).stretches().flatten().collect();
            assert!(near.is_sorted());
            for i in slots.clone() {
                let a = sorted.at(i);
                for j in 0..sorted.len() {
                    let b = sorted.at(j);
                    let d2: f64 = (0..3).map(|k| (a[k] - b[k]) * (a[k] - b[k])).sum();
                    assert!(d2 >= radius * radius || near.binary_search(&j).is_ok(), "{a:?} misses {b:?}");
                }
            }
            seen += slots.len();
            at += 5;
        }
    }
    assert_eq!(seen, pos.len());
}

#[test]
fn nobody_near_is_missed_in_any_extent_and_dimension() {
    for dim in 1..=3 {
        for (n, extent, radius) in [
            (300, 10.0, 1.0),
            (300, 1e6, 1e4),
            (200, 1e-9, 1e-10),
            (200, 1.0, 1e9),
            (200, 1e12, 1e-3),
            (100, 1.0, f64::INFINITY),
            (1, 1.0, 1.0),
            (0, 1.0, 1.0),
        ] {
            check(&crowd(n, dim, extent, 7), radius);
        }
    }
}

#[test]
fn one_that_is_far_away_does_not_spoil_the_others() {
    let mut rows = crowd(400, 2, 20.0, 3).to_rows();
    rows.push([1e8, -1e8, 0.0]);
    let pos = Rows::from_rows(&rows, 2);
    check(&pos, 1.0);
    let (grid, _) = Grid::sort([&pos], 1.0).unwrap();
    assert!(grid.cells.pairs(0) < 401 * 401 && grid.cells.pairs(10_000) < 10_000);
}

#[test]
fn within_a_cell_agents_lie_by_index_whatever_came_before() {
    let mut pos = crowd(500, 2, 3.0, 5);
    let (first, _) = Grid::sort([&pos], 1.0).unwrap();
    for _ in 0..3 {
        let (_, [other]) = Grid::sort([&pos], 0.3).unwrap();
        let (again, [sorted]) = Grid::sort([&other], 1.0).unwrap();
        assert_eq!(again.order.indices(), first.order.indices());
        pos = sorted;
    }
}

#[test]
fn positions_that_are_not_finite_are_refused_by_their_agent() {
    let pos = Rows::from_rows(&[[0.0; 3], [1.0, f64::NAN, 0.0]], 2);
    let why = Grid::sort([&pos], 1.0).unwrap_err().to_string();
    assert_eq!(why, "positions must be finite to find neighbours, but agent 2 is at (1, NaN)");
}
