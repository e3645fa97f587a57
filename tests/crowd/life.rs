//! Populations: spawning, killing, ids and intents, as recorded; and that neither order nor threads change a result.

use crate::golden::{near, numbers, read, row, rows};
use moonyard::crowd::random::Random;
use moonyard::crowd::{ALWAYS, Array, Column, Each, Force, Op, Operand, Population, Rows};
use serde_json::Value;
use std::rc::Rc;

fn column(values: &Value) -> Column {
    let values: Vec<[f64; 3]> = numbers(values).into_iter().map(|value| [value, 0.0, 0.0]).collect();
    Column::Numbers(Rc::new(Rows::from_rows(&values, 1)))
}

#[track_caller]
fn check(pop: &Population, after: &Value) {
    let ids: Vec<f64> = pop.ids().iter().map(|&id| id as f64 - 1.0).collect();
    assert_eq!(ids, numbers(&after["id"]));
    let kind: Vec<f64> = pop.kind().iter().map(|&kind| f64::from(kind)).collect();
    assert_eq!(kind, numbers(&after["kind"]));
    for name in ["pos", "battery", "tag", "alive", "goal"] {
        let expected: Vec<[f64; 3]> = after[name]
            .as_array()
            .unwrap()
            .iter()
            .map(|value| match value {
                Value::Array(_) => row(value),
                Value::Bool(flag) => [f64::from(u8::from(*flag)), 0.0, 0.0],
                value => [value.as_f64().unwrap(), 0.0, 0.0],
            })
            .collect();
        let found = match pop.field(name).map(|field| &field.column) {
            None => pop.pos().to_rows(),
            Some(Column::Numbers(rows)) => rows.to_rows(),
            Some(Column::Flags(flags)) => {
                flags.iter().map(|&flag| [f64::from(u8::from(flag)), 0.0, 0.0]).collect()
            }
            Some(Column::Texts(_)) => panic!("no texts here"),
        };
        assert_eq!(found.len(), expected.len(), "{name}");
        for (found, expected) in found.iter().flatten().zip(expected.iter().flatten()) {
            near(*found, *expected, &|| name.to_owned());
        }
    }
}

#[test]
fn a_population_lives_as_recorded() {
    let file = read("population");
    let mut pop = Population::new(5, 2, vec!["a".into(), "b".into()], 1).unwrap();
    let count = [0.0, 1.0, 2.0, 3.0, 4.0].map(|n| [n, 0.0, 0.0]);
    for name in ["battery", "tag"] {
        pop.add_field(name, Column::Numbers(Rc::new(Rows::from_rows(&count, 1))), false).unwrap();
    }
    pop.add_field("alive", Column::Flags(Rc::new(vec![true; 5].into())), false).unwrap();
    pop.add_field("goal", Column::same_for_all(5, &[f64::NAN, f64::NAN]), true).unwrap();
    for entry in file["ops"].as_array().unwrap() {
        let op = &entry["op"];
        let n = pop.len();
        if let Some(mask) = op.get("kill_mask") {
            pop.kill(&crate::golden::flags(mask));
        } else if let Some(indices) = op.get("kill_indices") {
            let mut dead = vec![false; n];
            numbers(indices).iter().for_each(|&index| dead[index as usize] = true);
            pop.kill(&dead);
        } else if op.get("kill_all").is_some() {
            pop.kill(&vec![true; n]);
        } else if let Some(k) = op.get("spawn") {
            let k = k.as_u64().unwrap() as usize;
            let kind = op["kind"].as_str().map_or(0, |name| pop.kind_named(name).unwrap());
            let mut values = Vec::new();
            if !op["pos"].is_null() {
                values.push(("pos".to_owned(), Column::same_for_all(k, &numbers(&op["pos"]))));
                values.push(("battery".to_owned(), column(&op["battery"])));
            }
            let first = pop.spawn(vec![kind; k], values).unwrap();
            let indices: Vec<f64> = (first..first + k).map(|index| index as f64).collect();
            assert_eq!(indices, numbers(&op["returns"]));
        } else if let Some(ids) = op.get("index_of") {
            let found: Vec<f64> = numbers(ids)
                .iter()
                .map(|&id| pop.index_of((id + 1.0) as u64).map_or(-1.0, |index| index as f64))
                .collect();
            assert_eq!(found, numbers(&op["returns"]));
        } else if op.get("write_queued").is_some() {
            let ids = numbers(&op["ids"]).iter().map(|&id| id as u64 + 1).collect();
            pop.write(ids, vec![("goal".to_owned(), Column::Numbers(rows(&op["goal"], 2)))]).unwrap();
            assert_eq!(pop.intent_age("goal", 10.0).unwrap(), numbers(&op["intent_age"]));
        } else {
            pop.land(crate::golden::number(&op["landed_at"]));
            let now = crate::golden::number(&op["now"]);
            assert_eq!(pop.intent_age("goal", now).unwrap(), numbers(&op["intent_age"]));
        }
        check(&pop, &entry["after"]);
    }
}

/// A crowd that flies for some steps; every bit of where it is at the end, by index.
fn flown(n: usize, dim: usize, steps: usize) -> Vec<u64> {
    let mut random = Random::new(11);
    let side = (n as f64).powf(1.0 / dim as f64);
    let mut random_rows = |scale: f64| {
        let rows: Vec<[f64; 3]> = (0..n).map(|_| [(); 3].map(|()| random.uniform() * scale)).collect();
        Column::Numbers(Rc::new(Rows::from_rows(&rows, dim)))
    };
    let (pos, vel) = (random_rows(side), random_rows(1.0));
    let mut pop = Population::new(n, dim, vec!["bird".into()], 1).unwrap();
    pop.set_field("pos", pos).unwrap();
    pop.set_field("vel", vel).unwrap();
    for _ in 0..steps {
        pop.sense(1.6, None).unwrap();
        let mut vel = Rows::clone(pop.vel());
        for (force, radius) in [(Force::Separate, 0.7), (Force::Align, 1.6), (Force::Cohere, 1.6)] {
            let force = pop.force(force, radius, None).unwrap().rows().unwrap().in_order(vel.order());
            for (column, out) in vel.columns_mut().enumerate() {
                out.iter_mut().zip(force.column(column)).for_each(|(vel, force)| *vel += force / 60.0);
            }
        }
        pop.set_field("vel", Column::Numbers(Rc::new(vel))).unwrap();
        pop.step(1.0 / 60.0, Each::One(2.0), ALWAYS).unwrap();
    }
    pop.pos().to_rows().iter().flatten().map(|x| x.to_bits()).collect()
}

#[test]
fn the_number_of_threads_changes_no_bit() {
    for dim in [2, 3] {
        let run = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| flown(20_000, dim, 3))
        };
        let alone = run(1);
        for threads in [2, 3, 8] {
            assert!(run(threads) == alone, "{dim} dimensions, {threads} threads");
        }
    }
}

#[test]
fn a_million_that_all_see_each_other_are_an_error_that_says_how_many() {
    let mut pop = Population::new(1_000_000, 2, vec!["bird".into()], 1).unwrap();
    let why = pop.sense(5.0, None).unwrap_err().to_string();
    assert_eq!(
        why,
        "with a radius of 5, 1,000,000 agents have up to 1,000,000,000,000 pairs of neighbours to look at, more than \
         150,000,000: take a smaller radius, or fewer agents"
    );
    assert!(pop.senses().is_none());
}

#[test]
fn guesses_change_no_result() {
    let mut pop = Population::new(300, 2, vec!["bird".into()], 1).unwrap();
    let mut random = Random::new(5);
    let mut place = || -> Column {
        let rows: Vec<[f64; 3]> = (0..300).map(|_| [(); 3].map(|()| random.uniform() * 9.0)).collect();
        Column::Numbers(Rc::new(Rows::from_rows(&rows, 2)))
    };
    pop.set_field("vel", place()).unwrap();
    for round in 0..6 {
        pop.set_field("pos", place()).unwrap();
        pop.sense(1.5, None).unwrap();
        let mut fresh = Population::new(300, 2, vec!["bird".into()], 1).unwrap();
        fresh.set_field("pos", Column::Numbers(pop.pos().clone())).unwrap();
        fresh.set_field("vel", Column::Numbers(pop.vel().clone())).unwrap();
        fresh.sense(1.5, None).unwrap();
        for (force, radius) in
            [(Force::Separate, 0.8), (Force::Align, 1.5), (Force::Cohere, 1.5), (Force::Cohere, 1.2)]
        {
            if round == 3 && force == Force::Separate {
                continue;
            }
            let guessed = pop.force(force, radius, None).unwrap().rows().unwrap().to_rows();
            let alone = {
                fresh.set_field("vel", Column::Numbers(pop.vel().clone())).unwrap();
                fresh.force(force, radius, None).unwrap().rows().unwrap().to_rows()
            };
            assert_eq!(guessed, alone, "{force:?} in round {round}");
        }
    }
}

#[test]
fn a_force_is_that_of_the_moment_when_it_was_asked_for_whenever_it_is_looked_at() {
    let forces = [(Force::Separate, 0.7), (Force::Align, 1.4), (Force::Cohere, 1.4)];
    let mut random = Random::new(23);
    let mut place = |dim: usize| -> Column {
        let rows: Vec<[f64; 3]> = (0..2_000).map(|_| [(); 3].map(|()| random.uniform() * 14.0)).collect();
        Column::Numbers(Rc::new(Rows::from_rows(&rows, dim)))
    };
    for dim in [2, 3] {
        let (pos, vel) = (place(dim), place(dim));
        let crowd = || {
            let mut pop = Population::new(2_000, dim, vec!["bird".into()], 1).unwrap();
            pop.set_field("pos", pos.clone()).unwrap();
            pop.set_field("vel", vel.clone()).unwrap();
            pop.sense(1.4, None).unwrap();
            pop
        };
        // At once, one by one.
        let mut pop = crowd();
        let expected =
            forces.map(|(force, radius)| pop.force(force, radius, None).unwrap().rows().unwrap().to_rows());
        for looks in 0..3 {
            let mut pop = crowd();
            let asked = forces.map(|(force, radius)| pop.force(force, radius, None).unwrap());
            let sum = asked.iter().skip(1).fold(asked[0].clone(), |sum, force| {
                Array::combine(Op::Add, Operand::Array(sum), Operand::Array(force.clone())).unwrap()
            });
            let look_at_the_sum = || {
                for (index, row) in sum.rows().unwrap().to_rows().iter().enumerate() {
                    let [a, b, c] = [0, 1, 2].map(|force| expected[force][index]);
                    assert_eq!(*row, [0, 1, 2].map(|k| a[k] + b[k] + c[k]));
                }
            };
            if looks > 0 {
                look_at_the_sum();
            }
            // All that it depends on changes.
            pop.set_field("vel", pos.clone()).unwrap();
            pop.step(0.5, Each::One(9.0), ALWAYS).unwrap();
            pop.sense(0.3, None).unwrap();
            if looks < 2 {
                for (force, expected) in asked.iter().zip(&expected) {
                    assert_eq!(&force.rows().unwrap().to_rows(), expected, "{dim} dimensions, {looks}");
                }
            }
            look_at_the_sum();
        }
    }
}

#[test]
fn forces_of_one_moment_reach_as_far_as_each_was_asked_for() {
    let line: Vec<[f64; 3]> =
        [0.0, 1.0, 2.5, 6.0, 7.0, 11.0].iter().map(|x| [*x, 0.1 * x * x, 0.0]).collect();
    let column = || Column::Numbers(Rc::new(Rows::from_rows(&line, 2)));
    let crowd = |senses: Option<(f64, Option<f64>)>| {
        let mut pop = Population::new(line.len(), 2, vec!["bird".into()], 1).unwrap();
        pop.set_field("pos", column()).unwrap();
        pop.set_field("vel", column()).unwrap();
        if let Some((radius, fov)) = senses {
            pop.sense(radius, fov).unwrap();
        }
        pop
    };
    for senses in [None, Some((2.0, None)), Some((5.0, Some(2.0))), Some((20.0, Some(1.0)))] {
        for moved in [false, true] {
            let crowd = || {
                let mut pop = crowd(senses);
                if moved {
                    pop.step(0.1, Each::One(3.0), ALWAYS).unwrap();
                }
                pop
            };
            for radii in [[1.5, 10.0, 10.0, 3.0], [10.0, 3.0, 1.5, 10.0], [1.1, 1.1, 30.0, 5.0]] {
                let forces = [Force::Separate, Force::Cohere, Force::Align, Force::Separate];
                let mut pop = crowd();
                let asked: Vec<Array> = forces
                    .iter()
                    .zip(radii)
                    .map(|(force, radius)| pop.force(*force, radius, None).unwrap())
                    .collect();
                for ((force, radius), asked) in forces.iter().zip(radii).zip(&asked) {
                    let alone = crowd().force(*force, radius, None).unwrap().rows().unwrap().to_rows();
                    assert_eq!(
                        asked.rows().unwrap().to_rows(),
                        alone,
                        "{force:?} {radius} {senses:?} {moved}"
                    );
                }
            }
        }
    }
}
