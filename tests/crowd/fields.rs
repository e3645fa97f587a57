//! Fields, one operation after the other on the result of the one before.

use crate::golden::{cases, near, number, numbers, read, row};
use moonyard::crowd::noise::noise;
use moonyard::crowd::{ALWAYS, Cap, Change, Edge, Field, FlowField, Land};
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

fn flow() -> FlowField {
    let land = Land::new([5, 4], [50.0, 40.0], Edge::Wrap).unwrap();
    FlowField::new(land, vec![0.0; 20], vec![0.0; 20]).unwrap()
}

#[test]
fn flows_of_noise_are_as_recorded() {
    let file = read("flow_noise");
    for case in cases(&file) {
        let mut flow = flow();
        flow.fill_noise(number(&case["scale"]), number(&case["t"]), ALWAYS).unwrap();
        let vectors =
            case["vectors"].as_array().unwrap().iter().flat_map(|column| column.as_array().unwrap());
        for (cell, vector) in vectors.enumerate() {
            let expected = row(vector);
            near(flow.x[cell], expected[0], &|| "a flow's x".to_owned());
            near(flow.y[cell], expected[1], &|| "a flow's y".to_owned());
        }
    }
    assert_eq!(cases(&file).len(), 3);
}

#[test]
fn noise_is_smooth_and_stays_about_between_its_ends_also_far_away() {
    let mut widest: f64 = 0.0;
    for k in 0..20_000 {
        let k = f64::from(k);
        let at = [k * 0.0137 - 90.0, k * 0.0071 - 1e6, k * 0.0029];
        let found = noise(at);
        widest = widest.max(found.abs());
        assert!((noise(at.map(|x| x + 1e-4)) - found).abs() < 0.01, "{at:?}");
    }
    assert!((0.7..1.1).contains(&widest), "{widest}");
    let mut flow = flow();
    let before = flow.clone();
    for (scale, t) in [(f64::NAN, 0.0), (1.0, f64::INFINITY), (1e30, 0.0)] {
        assert!(flow.fill_noise(scale, t, ALWAYS).is_err());
    }
    assert_eq!(flow, before);
}
