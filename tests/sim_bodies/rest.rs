//! Falling asleep and waking.

use super::*;

#[test]
fn a_body_at_rest_sleeps_after_half_a_second_and_wakes_when_pushed_or_touched() {
    let mut sim = Sim::new();
    let id = spawn(&mut sim, cube(v(0.0, 0.25, 12.0), DVec3::splat(0.5)));
    steps(&mut sim, 20);
    assert!(!sleeping(&sim, id));
    steps(&mut sim, 40);
    assert!(sleeping(&sim, id));
    sim.world.impulse(id, v(60.0, 0.0, 0.0), None).unwrap();
    assert!(!sleeping(&sim, id));
    near(sim.world.velocity(id).unwrap().x, 60.0 / 62.5, 1e-5);
    steps(&mut sim, 200);
    assert!(sleeping(&sim, id));
    sim.world.set_velocity(id, v(0.0, 3.0, 0.0)).unwrap();
    steps(&mut sim, 10);
    assert!(sim.world.position(id).unwrap().y > 0.5);
    steps(&mut sim, 200);
    assert!(sleeping(&sim, id));
    sim.world.force(id, v(0.0, 2000.0, 0.0)).unwrap();
    steps(&mut sim, 1);
    assert!(sim.world.velocity(id).unwrap().y > 0.3);
    steps(&mut sim, 200);
    assert!(sleeping(&sim, id));
    let at = sim.world.position(id).unwrap();
    spawn(
        &mut sim,
        BodyDef { velocity: v(8.0, 0.0, 0.0), density: 3000.0, ..ball(at - v(2.0, 0.0, 0.0), 0.2) },
    );
    steps(&mut sim, 30);
    assert!(sim.world.position(id).unwrap().x > at.x + 0.05);
}

#[test]
fn a_body_slower_than_3_centimetres_a_second_sleeps_and_a_faster_one_does_not() {
    for (speed, sleeps) in [(0.028, true), (0.033, false)] {
        let mut sim = Sim::new();
        let def = cube(v(0.0, 0.25, 12.0), DVec3::splat(0.5));
        let id = spawn(&mut sim, BodyDef { friction: 0.0, velocity: v(speed, 0.0, 0.0), ..def });
        for _ in 0..45 {
            sim.step();
        }
        assert_eq!(sleeping(&sim, id), sleeps, "{speed} m/s");
    }
}

#[test]
fn what_rests_on_a_removed_body_wakes_and_falls() {
    for is_static in [true, false] {
        let mut sim = Sim::new();
        let base = spawn(&mut sim, BodyDef { is_static, ..cube(v(0.0, 0.5, 12.0), DVec3::ONE) });
        let top = spawn(&mut sim, cube(v(0.0, 1.25, 12.0), DVec3::splat(0.5)));
        steps(&mut sim, 120);
        assert!(sleeping(&sim, top));
        near(sim.world.position(top).unwrap().y, 1.25, 0.01);
        sim.world.remove(base).unwrap();
        steps(&mut sim, 60);
        near(sim.world.position(top).unwrap().y, 0.25, 0.01);
    }
}

#[test]
fn a_sleeping_body_wakes_when_something_is_made_in_it() {
    let mut sim = Sim::new();
    let id = spawn(&mut sim, cube(v(0.0, 0.25, 12.0), DVec3::splat(0.5)));
    steps(&mut sim, 100);
    assert!(sleeping(&sim, id));
    spawn(&mut sim, BodyDef { is_static: true, ..cube(v(0.3, 0.5, 12.0), DVec3::splat(1.0)) });
    steps(&mut sim, 60);
    assert!((sim.world.position(id).unwrap() - v(0.0, 0.25, 12.0)).length() > 0.1);
}
