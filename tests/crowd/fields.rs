//! Fields, one operation after the other on the result of the one before.

use crate::golden::{cases, near, number, numbers, read, row};
use moonyard::crowd::{ALWAYS, Cap, Change, Edge, Field, Land};
use serde_json::Value;

fn map(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().flat_map(numbers).collect()
}

#[track_caller]
fn same(found: &[f64], expected: &Value, what: &str) {
    let expected = map(expected);
    assert_eq!(found.len(), expected.len(), "{what}");
    found.iter().zip(expected).for_each(|(found, expected)| near(*found, expected, &|| what.to_owned()));
}

#[test]
fn fields_are_as_recorded() {
    let file = read("field");
    for case in cases(&file) {
        let name = case["name"].as_str().unwrap();
        let (shape, extent) = (numbers(&case["shape"]), numbers(&case["extent"]));
        let edge = if case["edge"] == "wrap" { Edge::Wrap } else { Edge::Closed };
        let land = Land::new([shape[0] as usize, shape[1] as usize], [extent[0], extent[1]], edge).unwrap();
        let cap = match &case["cap"] {
            Value::Null => Cap::None,
            Value::Array(_) => Cap::Map(map(&case["cap"])),
            cap => Cap::One(number(cap)),
        };
        let change = Change {
            diffusion: number(&case["diffusion"]),
            decay: number(&case["decay"]),
            regrowth: number(&case["regrowth"]),
        };
        let mut field = Field::new(land, cap, change).unwrap();
        field.values = map(&case["values"]);
        let pos: Vec<[f64; 2]> =
            case["pos"].as_array().unwrap().iter().map(|at| [row(at)[0], row(at)[1]]).collect();
        let slopes = field.slopes();
        for (at, (sample, gradient)) in
            pos.iter().zip(numbers(&case["sample"]).iter().zip(case["gradient"].as_array().unwrap()))
        {
            near(field.sample(*at), *sample, &|| format!("{name} sample"));
            let found = field.gradient(&slopes, *at);
            near(found[0], row(gradient)[0], &|| format!("{name} gradient"));
            near(found[1], row(gradient)[1], &|| format!("{name} gradient"));
        }
        let amounts = |what: &str| -> Vec<([f64; 2], f64)> {
            pos.iter().copied().zip(numbers(&case[what]["amount"])).collect()
        };
        field.deposit(&amounts("deposit")).unwrap();
        same(&field.values, &case["deposit"]["values"], &format!("{name} deposit"));
        let got = field.take(&amounts("take")).unwrap();
        for (found, expected) in got.iter().zip(numbers(&case["take"]["got"])) {
            near(*found, expected, &|| format!("{name} take"));
        }
        same(&field.values, &case["take"]["values"], &format!("{name} take"));
        field.step(number(&case["step"]["dt"]), ALWAYS).unwrap();
        same(&field.values, &case["step"]["values"], &format!("{name} step"));
    }
    assert_eq!(cases(&file).len(), 16);
}
