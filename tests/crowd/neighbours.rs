//! Senses and the forces that come from neighbours.

use crate::golden::{cases, flags, near, near_rows, number, numbers, population, read, rows};
use moonyard::crowd::senses::Nearest;
use moonyard::crowd::{ALWAYS, Column, Each, Force, Population, Rows};
use serde_json::Value;

fn fov(value: &Value) -> Option<f64> {
    if value.is_null() { None } else { Some(number(value)) }
}

fn all(rows: &Rows) -> Vec<f64> {
    rows.to_rows().iter().map(|row| row[0]).collect()
}

#[track_caller]
fn same_nearest(found: &Nearest, index: &Value, distance: &Value, case: &str) {
    let expected: Vec<f64> = numbers(index).iter().map(|index| index + 1.0).collect();
    assert_eq!(all(&found.index), expected, "{case}");
    for (found, expected) in all(&found.distance).into_iter().zip(numbers(distance)) {
        near(found, expected, &|| case.to_owned());
    }
}

#[test]
fn senses_are_exactly_as_recorded() {
    let file = read("senses");
    for case in cases(&file) {
        let mut pop = population(&case["pop"]);
        let senses = pop.sense(number(&case["radius"]), fov(&case["fov"])).unwrap();
        let label = case["name"].as_str().unwrap();
        assert_eq!(all(&senses.count(ALWAYS).unwrap()), numbers(&case["count"]), "{label}");
        same_nearest(&senses.nearest(ALWAYS).unwrap(), &case["nearest"], &case["nearest_dist"], label);
        for (kind, expected) in case["nearest_of"].as_object().unwrap() {
            let found = senses.nearest_of(kind, ALWAYS).unwrap();
            same_nearest(&found, &expected["index"], &expected["dist"], &format!("{label} {kind}"));
        }
    }
}

/// A case's population as it senses and, if the case says so, moves afterwards.
fn sensed(case: &Value) -> Population {
    let mut pop = population(&case["pop"]);
    let sense = &case["sense"];
    if sense.is_null() {
        return pop;
    }
    let now = pop.pos().clone();
    let then = &sense["pos_at_sense"];
    if !then.is_null() {
        pop.set_field("pos", Column::Numbers(rows(then, pop.dim()))).unwrap();
    }
    pop.sense(number(&sense["radius"]), fov(&sense["fov"])).unwrap();
    if !then.is_null() {
        pop.set_field("pos", Column::Numbers(now)).unwrap();
    }
    pop
}

#[test]
fn forces_of_neighbours_are_as_recorded() {
    for (name, force) in [("separate", Force::Separate), ("align", Force::Align), ("cohere", Force::Cohere)] {
        let file = read(name);
        for case in cases(&file) {
            let mut pop = sensed(case);
            let mask = case["args"].get("mask").map(flags);
            let found =
                pop.force(force, number(&case["args"]["radius"]), mask.as_deref()).unwrap().rows().unwrap();
            near_rows(&found, &case["out"], &format!("{name} {}", case["name"]));
        }
    }
}

#[test]
fn a_flock_flies_as_recorded() {
    let file = read("flock_run");
    let case = &cases(&file)[0];
    let mut pop = population(&case["pop"]);
    let (radius, apart) = (number(&case["radius"]), number(&case["separate_radius"]));
    let (dt, max_speed) = (number(&case["dt"]), number(&case["max_speed"]));
    let mut snaps = case["snaps"].as_array().unwrap().iter().peekable();
    let mut step = 0;
    while let Some(snap) = snaps.peek() {
        pop.sense(radius, None).unwrap();
        let forces =
            [(Force::Separate, apart, 1.5), (Force::Align, radius, 1.0), (Force::Cohere, radius, 1.0)];
        let mut vel = Rows::clone(pop.vel());
        for (force, radius, weight) in forces {
            let rows = pop.force(force, radius, None).unwrap().rows().unwrap().in_order(vel.order());
            let columns: Vec<f64> =
                vel.data().iter().zip(rows.data()).map(|(vel, force)| vel + weight * force * dt).collect();
            vel = Rows::from_columns(vel.len(), 2, columns, vel.order().clone());
        }
        pop.set_field("vel", Column::Numbers(vel.into())).unwrap();
        pop.step(dt, Each::One(max_speed), ALWAYS).unwrap();
        step += 1;
        if snap["step"].as_u64() == Some(step) {
            near_rows(pop.pos(), &snap["pos"], &format!("step {step}"));
            near_rows(pop.vel(), &snap["vel"], &format!("step {step}"));
            snaps.next();
        }
    }
    assert!(step >= 50, "{step}");
}
