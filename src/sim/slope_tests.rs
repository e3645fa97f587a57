//! Tests of walking on planes that are tilted. Scripts cannot turn a body, so the plane is turned behind their back.

use super::body::{BodyDef, Shape};
use super::convert::vec;
use super::{DT, Sim, Walk};
use glam::DVec3;
use rapier3d::prelude::Rotation;

const STILL: Walk =
    Walk { right: 0.0, forward: 0.0, jump_pressed: false, sprint: false, walk: false, crouch: false };
const FORWARD: Walk = Walk { forward: 1.0, ..STILL };
/// Where the plane begins, on the way of one who walks from the spawn.
const FOOT: f64 = 2.0;

fn ticks(sim: &mut Sim, n: u32, walk: Walk) {
    for _ in 0..n {
        sim.step();
        sim.move_player(&walk);
    }
}

/// A yard with a plane that rises towards -Z, 10 m wide and 10 m long.
fn with_slope(degrees: f64) -> Sim {
    let mut sim = Sim::new();
    let (sin, cos) = (degrees.to_radians().sin(), degrees.to_radians().cos());
    let size = DVec3::new(10.0, 1.0, 10.0);
    // The upper edge nearest to the spawn lies on the ground.
    let pos = DVec3::new(0.0, 5.0 * sin - 0.5 * cos, FOOT - 5.0 * cos - 0.5 * sin);
    let def = BodyDef { pos, is_static: true, ..BodyDef::new(Shape::Box { size }) };
    let id = sim.world.spawn(Some(1), &def).unwrap();
    let handle = sim.world.table.get(id).unwrap().rigid;
    let rotation = Rotation::from_axis_angle(vec(DVec3::X), degrees.to_radians() as f32);
    sim.world.physics.bodies.get_mut(handle).unwrap().set_rotation(rotation, true);
    ticks(&mut sim, 60, STILL);
    sim
}

#[test]
fn a_slope_of_49_degrees_is_walked_up_and_one_of_51_is_not() {
    for (degrees, climbs) in
        [(5.0_f64, true), (30.0, true), (45.0, true), (49.0, true), (51.0, false), (60.0, false)]
    {
        for walk in [FORWARD, Walk { sprint: true, ..FORWARD }, Walk { right: 0.5, ..FORWARD }] {
            let mut sim = with_slope(degrees);
            for _ in 0..100 {
                ticks(&mut sim, 1, walk);
                assert!(sim.player.grounded(), "{degrees}°: in the air at {}", sim.player.feet());
            }
            let feet = sim.player.feet();
            if climbs {
                assert!(feet.z < FOOT - 1.0, "{degrees}°: stopped at {feet}");
            } else {
                assert!(feet.y < 0.01 && feet.z > FOOT, "{degrees}°: climbed to {feet}");
            }
        }
    }
}

#[test]
fn on_a_slope_one_walks_up_and_down_at_the_same_pace_and_stands_still() {
    for degrees in [20.0_f64, 49.0] {
        let mut sim = with_slope(degrees);
        ticks(&mut sim, 90, FORWARD);
        let from = sim.player.feet();
        assert!(from.y > 0.1, "{from}");
        ticks(&mut sim, 20, FORWARD);
        let up = sim.player.feet() - from;
        assert!((up.z + 3.6 * 20.0 * DT).abs() < 0.01, "{degrees}°: {up}");
        assert!((up.y + up.z * degrees.to_radians().tan()).abs() < 0.01, "{degrees}°: {up}");
        ticks(&mut sim, 20, STILL);
        let before = sim.player.feet();
        ticks(&mut sim, 600, STILL);
        assert_eq!(sim.player.feet(), before, "{degrees}°: slid");
        for _ in 0..40 {
            ticks(&mut sim, 1, Walk { forward: -1.0, ..STILL });
            assert!(sim.player.grounded(), "{degrees}°: in the air at {}", sim.player.feet());
        }
        assert!(sim.player.feet().y < before.y - 0.3);
    }
}

#[test]
fn down_a_slope_of_51_degrees_one_slides() {
    let mut sim = with_slope(51.0);
    sim.teleport_player(DVec3::new(0.0, 4.0, -0.2)).unwrap();
    ticks(&mut sim, 180, STILL);
    let feet = sim.player.feet();
    assert!(feet.y.abs() < 1e-3 && sim.player.grounded(), "{feet}");
}
