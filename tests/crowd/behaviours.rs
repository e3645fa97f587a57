//! The behaviours that need no neighbours, and the step.

use crate::golden::near_rows;
use crate::golden::{cases, each, number, numbers, optional, points, population, read, row, rows};
use moonyard::crowd::steering::{Moving, arrive, evade, flee, follow, pursue, seek, wander};
use moonyard::crowd::walls::{MOST_LOOKS, Path, avoid, contain, follow_path};
use moonyard::crowd::{ALWAYS, CrowdError, Each, Edge, FlowField, Land, Population, Result, Rows};
use serde_json::Value;
use std::cell::Cell;
use std::rc::Rc;

/// Every case of a file: what `behave` makes of the population and the arguments is what was recorded.
fn check(name: &str, behave: impl Fn(&mut Population, &Value, &Value) -> Result<Rows>) {
    let file = read(name);
    let mut count = 0;
    for case in cases(&file) {
        let mut pop = population(&case["pop"]);
        let label = format!("{name} {}", case["name"]);
        let found = behave(&mut pop, &case["args"], case).unwrap_or_else(|error| panic!("{label}: {error}"));
        near_rows(&found, &case["out"], &label);
        // Whatever order agents lie in.
        if pop.len() > 1 {
            pop.sense(3.0, None).unwrap();
            let found = behave(&mut pop, &case["args"], case).unwrap();
            near_rows(&found, &case["out"], &format!("{label}, sorted"));
        }
        count += 1;
    }
    assert!(count >= 10, "{name}: {count} cases");
}

#[test]
fn seek_and_arrive_are_as_recorded() {
    check("seek", |pop, args, _| {
        seek(pop, points(&args["target"], pop.dim()), each(&args["max_speed"]), ALWAYS)
    });
    check("arrive", |pop, args, _| {
        let target = points(&args["target"], pop.dim());
        arrive(pop, target, each(&args["max_speed"]), each(&args["slow_radius"]), ALWAYS)
    });
}

#[test]
fn flee_pursue_and_evade_are_as_recorded() {
    check("flee", |pop, args, _| {
        let threat = points(&args["threat"], pop.dim());
        flee(pop, threat, each(&args["max_speed"]), optional(&args["radius"], f64::INFINITY), ALWAYS)
    });
    let moving = |args: &Value, name: &str, dim: usize| Moving {
        at: points(&args[name], dim),
        vel: points(&args[&format!("{name}_vel")], dim),
        max_lead: optional(&args["max_lead"], f64::INFINITY),
    };
    check("pursue", |pop, args, _| {
        pursue(pop, moving(args, "target", pop.dim()), each(&args["max_speed"]), ALWAYS)
    });
    check("evade", |pop, args, _| {
        let radius = optional(&args["radius"], f64::INFINITY);
        evade(pop, moving(args, "threat", pop.dim()), each(&args["max_speed"]), radius, ALWAYS)
    });
}

#[test]
fn wander_is_as_recorded_with_the_same_draws() {
    check("wander", |pop, args, case| {
        wander(pop, number(&args["strength"]), rows(&case["draws"], pop.dim()), ALWAYS)
    });
}

#[test]
fn follow_and_what_a_flow_gives_are_as_recorded() {
    let flow = |case: &Value| {
        let flow = &case["flow"];
        let shape = numbers(&flow["shape"]);
        let edge = if flow["edge"] == "wrap" { Edge::Wrap } else { Edge::Closed };
        let extent = numbers(&flow["extent"]);
        let land = Land::new([shape[0] as usize, shape[1] as usize], [extent[0], extent[1]], edge).unwrap();
        let cells: Vec<[f64; 3]> = flow["vectors"]
            .as_array()
            .unwrap()
            .iter()
            .flat_map(|column| column.as_array().unwrap())
            .map(row)
            .collect();
        let part = |k: usize| cells.iter().map(|cell| cell[k]).collect();
        FlowField::new(land, part(0), part(1)).unwrap()
    };
    check("follow", |pop, args, case| follow(pop, &flow(case), each(&args["max_speed"]), ALWAYS));
    check("follow", |pop, _, case| {
        let flow = flow(case);
        let found = pop.for_each(ALWAYS, |_, pos, _| {
            let [x, y] = flow.at([pos[0], pos[1]]);
            [x, y, 0.0]
        })?;
        near_rows(&found, &case["sampled"], "sampled");
        follow(pop, &flow, each(&case["args"]["max_speed"]), ALWAYS)
    });
}

#[test]
fn follow_path_is_as_recorded() {
    check("follow_path", |pop, args, _| {
        let path = Path {
            points: rows(&args["path"], pop.dim()),
            radius: number(&args["radius"]),
            closed: args["closed"].as_bool().unwrap_or(false),
            look_ahead: optional(&args["look_ahead"], 0.25),
        };
        follow_path(pop, &path, each(&args["max_speed"]), ALWAYS)
    });
}

#[test]
fn contain_and_avoid_are_as_recorded() {
    check("contain", |pop, args, _| {
        let (lo, hi) = (row(&args["bounds"][0]), row(&args["bounds"][1]));
        contain(pop, lo, hi, number(&args["margin"]), each(&args["max_speed"]), ALWAYS)
    });
    check("avoid", |pop, args, _| {
        let centers = rows(&args["centers"], pop.dim());
        avoid(pop, &centers, &each(&args["radii"]), optional(&args["look_ahead"], 1.0), ALWAYS)
    });
}

#[test]
fn a_step_is_as_recorded() {
    for case in cases(&read("step")) {
        for sorted in [false, true] {
            let mut pop = population(&case["pop"]);
            if sorted && pop.len() > 1 {
                pop.sense(2.0, None).unwrap();
            }
            pop.step(number(&case["dt"]), each(&case["max_speed"]), ALWAYS).unwrap();
            let label = format!("step {}", case["name"]);
            near_rows(pop.pos(), &case["pos"], &label);
            near_rows(pop.vel(), &case["vel"], &label);
        }
    }
}

#[test]
fn as_many_obstacles_and_segments_as_there_is_time_for_are_taken_and_one_more_is_refused_with_the_numbers() {
    let pop = Population::new(1_000, 2, vec!["bird".into()], 1).unwrap();
    let most = MOST_LOOKS as usize / pop.len();
    let places = |n: usize| Rc::new(Rows::from_rows(&vec![[5.0, 5.0, 0.0]; n], 2));
    let round = |n: usize| avoid(&pop, &places(n), &Each::One(1.0), 1.0, ALWAYS);
    let along = |n: usize, closed: bool| {
        let path = Path { points: places(n), radius: 1.0, closed, look_ahead: 0.25 };
        follow_path(&pop, &path, Each::One(1.0), ALWAYS)
    };
    assert!(round(most).is_ok() && along(most, true).is_ok() && along(most + 1, false).is_ok());
    let refused = |name: &str| {
        format!(
            "1,000 agents and 20,001 {name} are 20,001,000 pairs to look at, more than 20,000,000: take fewer {name}, or fewer agents"
        )
    };
    assert_eq!(round(most + 1).unwrap_err().to_string(), refused("obstacles"));
    assert_eq!(along(most + 1, true).unwrap_err().to_string(), refused("segments"));
    assert_eq!(along(most + 2, false).unwrap_err().to_string(), refused("segments"));
}

#[test]
fn looking_at_many_things_ends_soon_when_the_result_is_no_longer_wanted() {
    let pop = Population::new(1_000, 2, vec!["bird".into()], 1).unwrap();
    let places = Rows::from_rows(&vec![[5.0, 5.0, 0.0]; 20_000], 2);
    let asked = Cell::new(0);
    let go_on = || {
        asked.set(asked.get() + 1);
        asked.get() < 4
    };
    let found = avoid(&pop, &places, &Each::One(1.0), 1.0, &go_on);
    assert!(matches!(found, Err(CrowdError::Stopped)));
    assert_eq!(asked.get(), 4);
}
