//! Tests of arrays: a formula gives what each operation by itself would give.

use super::*;

fn rows(n: usize, dim: usize, seed: f64) -> Array {
    let data = (0..n * dim).map(|i| ((i as f64 + seed) * 0.37).rem_euclid(3.0) - 1.1).collect();
    Array::from(Rows::from_columns(n, dim, data, Order::NATURAL))
}

fn with(op: Op, a: &Array, b: Operand) -> Array {
    Array::combine(op, Operand::Array(a.clone()), b).unwrap()
}

#[test]
fn a_formula_is_rounded_like_its_operations_one_by_one() {
    let (a, b, c) = (rows(1300, 2, 0.3), rows(1300, 2, 9.1), rows(1300, 1, 4.4));
    let scaled = with(Op::Mul, &a, Operand::Number(1.7));
    let sum = with(Op::Add, &scaled, Operand::Array(with(Op::Div, &b, Operand::Array(c.clone()))));
    let all = with(Op::Sub, &with(Op::Mul, &sum, Operand::Vector([0.1, -3.0, 0.0])), Operand::Number(0.25));
    let (all, a, b, c) = (all.rows().unwrap(), a.rows().unwrap(), b.rows().unwrap(), c.rows().unwrap());
    for i in 0..1300 {
        let (a, b, c) = (a.get(i), b.get(i), c.get(i)[0]);
        let expected = [0, 1].map(|k| (a[k] * 1.7 + b[k] / c) * [0.1, -3.0][k] - 0.25);
        assert_eq!(all.get(i)[..2], expected);
    }
}

#[test]
fn numbers_stand_on_either_side() {
    let a = rows(5, 3, 2.0);
    let b = Array::combine(Op::Sub, Operand::Number(2.0), Operand::Array(a.clone())).unwrap();
    let c = Array::combine(Op::Div, Operand::Number(1.0), Operand::Array(b.clone())).unwrap();
    assert_eq!(c.rows().unwrap().get(3)[1], 1.0 / (2.0 - a.rows().unwrap().get(3)[1]));
    assert_eq!(a.negated().unwrap().rows().unwrap().get(2)[0], -a.rows().unwrap().get(2)[0]);
}

#[test]
fn rows_in_different_orders_find_each_other() {
    let a = rows(3, 2, 1.0);
    let order = Order::new(vec![2, 0, 1]);
    let sorted = Array::from(a.rows().unwrap().in_order(&order));
    for (a, b) in [(&a, &sorted), (&sorted, &a)] {
        let zero = with(Op::Sub, a, Operand::Array(b.clone())).rows().unwrap();
        assert!(zero.data().iter().all(|x| *x == 0.0));
    }
}

#[test]
fn a_formula_can_be_as_long_as_one_likes() {
    let mut a = rows(4, 1, 0.0);
    let first = a.rows().unwrap().get(1)[0];
    let mut expected = first;
    for _ in 0..10_000 {
        a = with(Op::Add, &a, Operand::Number(0.001));
        expected += 0.001;
    }
    assert_eq!(a.rows().unwrap().get(1)[0], expected);
}

#[test]
fn shapes_that_do_not_go_together_are_refused() {
    let try_it =
        |b: Operand| Array::combine(Op::Add, Operand::Array(rows(3, 2, 0.0)), b).unwrap_err().to_string();
    assert_eq!(try_it(Operand::Array(rows(4, 2, 0.0))), "arrays of 3 and 4 rows do not go together");
    assert_eq!(try_it(Operand::Array(rows(3, 3, 0.0))), "rows of 2 and 3 numbers do not go together");
    assert_eq!(
        try_it(Operand::Vector([1.0, 2.0, 3.0])),
        "in two dimensions z must be 0, got Vec(1, 2, 3); a place p on the yard's ground is Vec(p.x, p.z) there"
    );
}
