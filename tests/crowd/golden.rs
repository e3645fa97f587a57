//! Reads recorded inputs and outputs, and compares with them.

use moonyard::crowd::{Each, Points, Population, Rows};
use serde_json::Value;
use std::path::Path;
use std::rc::Rc;

/// A file of `tests/data/crowd`.
pub fn read(name: &str) -> Value {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/crowd").join(format!("{name}.json.z"));
    let packed = std::fs::read(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let text = miniz_oxide::inflate::decompress_to_vec_zlib(&packed).unwrap();
    serde_json::from_slice(&text).unwrap()
}

pub fn cases(file: &Value) -> &Vec<Value> {
    file["cases"].as_array().unwrap()
}

pub fn number(value: &Value) -> f64 {
    match value {
        Value::String(text) => text.parse().unwrap(),
        value => value.as_f64().unwrap_or_else(|| panic!("{value} is no number")),
    }
}

pub fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(number).collect()
}

pub fn flags(value: &Value) -> Vec<bool> {
    value
        .as_array()
        .unwrap()
        .iter()
        .map(|flag| flag.as_bool().unwrap_or_else(|| number(flag) != 0.0))
        .collect()
}

/// One row, filled up with zeros.
pub fn row(value: &Value) -> [f64; 3] {
    let mut row = [0.0; 3];
    for (place, value) in row.iter_mut().zip(numbers(value)) {
        *place = value;
    }
    row
}

pub fn rows(value: &Value, dim: usize) -> Rc<Rows> {
    let rows: Vec<[f64; 3]> = value.as_array().unwrap().iter().map(row).collect();
    Rc::new(Rows::from_rows(&rows, dim))
}

pub fn population(value: &Value) -> Population {
    let dim = value["dim"].as_u64().unwrap() as usize;
    let kinds =
        value["kinds"].as_array().unwrap().iter().map(|kind| kind.as_str().unwrap().to_owned()).collect();
    let kind: Vec<u32> = numbers(&value["kind"]).iter().map(|&kind| kind as u32).collect();
    let mut pop = Population::new(kind.len(), dim, kinds, 1).unwrap();
    pop.set_kind(kind).unwrap();
    for field in ["pos", "vel"] {
        let column = moonyard::crowd::Column::Numbers(rows(&value[field], dim));
        pop.set_field(field, column).unwrap();
    }
    pop
}

/// An argument that is one number or one for each.
pub fn each(value: &Value) -> Each {
    match value {
        Value::Array(_) => {
            let values: Vec<[f64; 3]> = numbers(value).into_iter().map(|value| [value, 0.0, 0.0]).collect();
            Each::Many(Rc::new(Rows::from_rows(&values, 1)))
        }
        value => Each::One(number(value)),
    }
}

/// An argument that is one point or one for each.
pub fn points(value: &Value, dim: usize) -> Points {
    match &value[0] {
        Value::Array(_) => Points::Many(rows(value, dim)),
        _ => Points::One(row(value)),
    }
}

/// An argument that may be missing.
pub fn optional(value: &Value, otherwise: f64) -> f64 {
    if value.is_null() { otherwise } else { number(value) }
}

/// The same, but for 1e-12 of the larger one, and of 1 where they are smaller.
#[track_caller]
pub fn near(found: f64, expected: f64, what: &dyn Fn() -> String) {
    let same = found == expected || (found.is_nan() && expected.is_nan());
    let most = 1e-12 * expected.abs().max(1.0);
    assert!(same || (found - expected).abs() <= most, "{}: {found} instead of {expected}", what());
}

#[track_caller]
pub fn near_rows(found: &Rows, expected: &Value, case: &str) {
    let expected: Vec<[f64; 3]> = expected.as_array().unwrap().iter().map(row).collect();
    assert_eq!(found.len(), expected.len(), "{case}");
    for (index, (found, expected)) in found.to_rows().iter().zip(&expected).enumerate() {
        for (found, expected) in found.iter().zip(expected) {
            near(*found, *expected, &|| format!("{case}, agent {index}"));
        }
    }
}
