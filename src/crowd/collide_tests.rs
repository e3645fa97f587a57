//! Crowds among solids: nobody ever overlaps one, however they move.

use super::agents::{Each, V};
use super::obstacles::Obstacles;
use super::population::{Column, Population};
use super::random::Random;
use super::rows::Rows;
use super::solid::Solid;
use super::work::ALWAYS;
use std::rc::Rc;

fn wall(center: [f64; 2], half: [f64; 2]) -> Solid {
    Solid {
        center: [center[0], center[1], 0.0],
        half: [half[0], half[1], f64::INFINITY],
        round: 0.0,
        turn: None,
    }
}

fn turned(center: [f64; 2], half: [f64; 2], angle: f64) -> Solid {
    let (sine, cosine) = (libm::sin(angle), libm::cos(angle));
    let turn = Some([[cosine, sine, 0.0], [-sine, cosine, 0.0], [0.0, 0.0, 1.0]]);
    Solid { turn, ..wall(center, half) }
}

fn column(rows: &[V], dim: usize) -> Column {
    Column::Numbers(Rc::new(Rows::from_rows(rows, dim)))
}

fn crowd(pos: &[V], vel: &[V], dim: usize, radius: f64, solids: Vec<Solid>) -> Population {
    let mut pop = Population::new(pos.len(), dim, vec!["a".to_owned()], 1).unwrap();
    pop.set_field("pos", column(pos, dim)).unwrap();
    pop.set_field("vel", column(vel, dim)).unwrap();
    pop.set_obstacles(Some(Rc::new(Obstacles::new(radius, dim, solids).unwrap())));
    pop
}

/// One agent after a step of a second.
fn one(pos: V, vel: V, solids: Vec<Solid>) -> (V, V) {
    let mut pop = crowd(&[pos], &[vel], 2, 0.5, solids);
    pop.step(1.0, Each::One(f64::INFINITY), ALWAYS).unwrap();
    (pop.pos().get(0), pop.vel().get(0))
}

#[track_caller]
fn near(found: V, expected: V) {
    assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-7), "{found:?}, not {expected:?}");
}

#[test]
fn who_meets_a_wall_stops_at_it_and_slides_along_it() {
    let wall = wall([10.0, 0.0], [1.0, 50.0]);
    let (pos, vel) = one([5.0, 0.0, 0.0], [8.0, 3.0, 0.0], vec![wall.clone()]);
    near(pos, [8.5, 3.0, 0.0]);
    near(vel, [0.0, 3.0, 0.0]);
    // Away from it, or past it, is free, to the bit.
    assert_eq!(
        one([5.0, 0.0, 0.0], [-8.0, 3.0, 0.0], vec![wall.clone()]),
        ([-3.0, 3.0, 0.0], [-8.0, 3.0, 0.0])
    );
    assert_eq!(one([5.0, 60.0, 0.0], [8.0, 3.0, 0.0], vec![wall]), ([13.0, 63.0, 0.0], [8.0, 3.0, 0.0]));
}

#[test]
fn no_step_is_long_enough_to_jump_over_a_thin_wall() {
    for speed in [1.0, 1e3, 1e9, 1e30, 1e300] {
        let (pos, vel) =
            one([0.0, 0.0, 0.0], [speed * 100.0, 0.0, 0.0], vec![wall([10.0, 0.0], [0.01, 5.0])]);
        near(pos, [9.49, 0.0, 0.0]);
        near(vel, [0.0; 3]);
    }
}

#[test]
fn who_goes_into_a_corner_rests_in_it_and_who_meets_an_edge_goes_round_it() {
    let solids = vec![wall([10.0, 0.0], [1.0, 9.0]), wall([0.0, 10.0], [11.0, 1.0])];
    let (pos, vel) = one([0.0, 0.0, 0.0], [30.0, 20.0, 0.0], solids);
    near(pos, [8.5, 8.5, 0.0]);
    near(vel, [0.0; 3]);
    let solids = || vec![wall([0.0, 0.0], [1.0, 1.0])];
    let mut pop = crowd(&[[1.2, 4.0, 0.0]], &[[0.0, -1.0, 0.0]], 2, 0.5, solids());
    for _ in 0..400 {
        let down = Column::same_for_all(1, &[0.0, -1.0]);
        pop.set_field("vel", down).unwrap();
        pop.step(0.02, Each::One(1.0), ALWAYS).unwrap();
        assert!(solids()[0].distance(pop.pos().get(0)).0 >= 0.5);
    }
    let [x, y, _] = pop.pos().get(0);
    assert!((x - 1.5).abs() < 1e-3 && y < -2.0, "({x}, {y})");
}

#[test]
fn who_is_inside_comes_out_by_the_shortest_way() {
    let block = || vec![wall([10.0, 0.0], [4.0, 2.0])];
    near(one([9.0, 1.5, 0.0], [0.0; 3], block()).0, [9.0, 2.5, 0.0]);
    near(one([6.3, 0.1, 0.0], [0.0; 3], block()).0, [5.5, 0.1, 0.0]);
    // Half in: only its rim overlaps.
    near(one([5.7, 0.1, 0.0], [2.0, 1.0, 0.0], block()).0, [5.5, 1.1, 0.0]);
    near(
        one(
            [10.0, 0.0, 0.0],
            [0.0; 3],
            vec![Solid { half: [0.0, 0.0, f64::INFINITY], round: 3.0, ..wall([11.0, 0.0], [0.0; 2]) }],
        )
        .0,
        [7.5, 0.0, 0.0],
    );
    // Where walls cross, out of one is into the other.
    let cross =
        vec![wall([0.0, 0.0], [10.0, 0.3]), wall([0.0, 0.0], [0.3, 10.0]), wall([0.0, 0.0], [1.0, 1.0])];
    let (pos, _) = one([0.1, 0.05, 0.0], [0.0; 3], cross.clone());
    assert!(cross.iter().all(|solid| solid.distance(pos).0 >= 0.5) && pos[0].hypot(pos[1]) < 3.0, "{pos:?}");
}

#[test]
fn a_crowd_in_a_hundred_turned_boxes_is_never_inside_one_on_any_number_of_threads() {
    let mut random = Random::new(5);
    let mut number = |lo: f64, hi: f64| lo + (hi - lo) * random.uniform();
    let solids: Vec<Solid> = (0..100)
        .map(|_| {
            turned(
                [number(0.0, 40.0), number(0.0, 40.0)],
                [number(0.05, 1.5), number(0.05, 1.5)],
                number(0.0, 6.0),
            )
        })
        .collect();
    let n = 10_000;
    let pos: Vec<V> = (0..n).map(|_| [number(0.0, 40.0), number(0.0, 40.0), 0.0]).collect();
    let vel: Vec<V> = (0..n).map(|_| [number(-30.0, 30.0), number(-30.0, 30.0), 0.0]).collect();
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let (pos, vel, solids) = (&pos, &vel, &solids);
        pool.install(|| {
            let mut pop = crowd(pos, vel, 2, 0.1, solids.clone());
            for _ in 0..20 {
                pop.sense(0.2, None).unwrap();
                pop.step(0.05, Each::One(40.0), ALWAYS).unwrap();
                pop.set_field("vel", column(vel, 2)).unwrap();
                let rows = pop.pos().to_rows();
                let depth = rows.iter().flat_map(|at| solids.iter().map(|solid| solid.distance(*at).0));
                assert!(depth.fold(f64::INFINITY, f64::min) >= 0.1);
            }
            pop.pos().to_rows()
        })
    };
    assert_eq!(run(1), run(3));
}

#[test]
fn agents_in_space_rest_on_what_is_below_them() {
    let ground = Solid { center: [0.0, -1.0, 0.0], half: [20.0, 1.0, 20.0], round: 0.0, turn: None };
    let ball = Solid { center: [0.0, 0.0, 5.0], half: [0.0; 3], round: 2.0, turn: None };
    let mut pop = crowd(
        &[[1.0, 3.0, 1.0], [0.0, 9.0, 5.0]],
        &[[1.0, -9.0, 0.0], [0.0, -9.0, 0.0]],
        3,
        0.25,
        vec![ground, ball],
    );
    pop.step(1.0, Each::One(100.0), ALWAYS).unwrap();
    near(pop.pos().get(0), [2.0, 0.25, 1.0]);
    near(pop.vel().get(0), [1.0, 0.0, 0.0]);
    near(pop.pos().get(1), [0.0, 2.25, 5.0]);
}

#[test]
fn what_is_no_number_and_what_has_no_room_do_no_harm() {
    let packed: Vec<Solid> = (0..50).map(|k| wall([f64::from(k), 0.0], [400.0, 400.0])).collect();
    let strange = [[f64::NAN, 0.0, 0.0], [0.0, f64::INFINITY, 0.0], [1e300, -1e300, 0.0], [0.0; 3]];
    let mut pop = crowd(
        &strange,
        &[[1e300, -1.0, 0.0], [f64::NAN; 3], [f64::NEG_INFINITY, 0.0, 0.0], [1.0, 0.0, 0.0]],
        2,
        0.1,
        packed,
    );
    for dt in [1.0, -1.0, 0.0, 1e30] {
        pop.step(dt, Each::One(f64::INFINITY), ALWAYS).unwrap();
    }
    let [x, y, _] = pop.pos().get(3);
    assert!(y.abs() > 400.0 || x.abs() > 400.0, "({x}, {y})");
}

#[test]
fn backward_in_time_a_velocity_that_leads_out_is_what_is_taken_away() {
    let mut pop =
        crowd(&[[5.0, 0.0, 0.0]], &[[-8.0, 1.0, 0.0]], 2, 0.5, vec![wall([10.0, 0.0], [1.0, 50.0])]);
    pop.step(-1.0, Each::One(100.0), ALWAYS).unwrap();
    near(pop.pos().get(0), [8.5, -1.0, 0.0]);
    near(pop.vel().get(0), [0.0, 1.0, 0.0]);
}
