//! Between things that move.

use super::*;

#[test]
fn a_lift_under_a_ceiling_presses_nobody_through_floor_or_ceiling() {
    for density in [50.0, 500.0, 20_000.0] {
        let mut sim = settled();
        fixed_box(&mut sim, v(0.0, 4.1, 14.0), v(6.0, 0.2, 6.0));
        let def = BodyDef {
            pos: v(0.0, 0.11, 14.0),
            density,
            ..BodyDef::new(Shape::Box { size: v(2.0, 0.2, 2.0) })
        };
        let lift = sim.world.spawn(Some(1), &def).unwrap();
        sim.teleport_player(v(0.0, 0.25, 14.0)).unwrap();
        ticks(&mut sim, 20, STILL);
        for _ in 0..240 {
            sim.world.set_velocity(lift, v(0.0, 1.0, 0.0)).unwrap();
            ticks(&mut sim, 1, STILL);
            let feet = sim.player.feet();
            assert!(feet.y > -1e-3 && feet.y + 1.8 < 4.0 + 1e-3, "{feet} at density {density}");
        }
        ticks(&mut sim, 120, STILL);
        let feet = sim.player.feet();
        assert!(feet.is_finite() && feet.y > -1e-3 && feet.y < 2.5, "{feet} at density {density}");
    }
}

#[test]
fn between_a_wall_and_a_heavy_box_that_comes_nobody_is_pushed_into_the_wall() {
    for speed in [0.5, 2.0, 6.0] {
        let mut sim = settled();
        fixed_box(&mut sim, v(2.0, 1.5, 6.0), v(1.0, 3.0, 8.0));
        let id = spawn(&mut sim, v(-2.0, 1.0, 6.0), v(1.2, 2.0, 2.0), false);
        for _ in 0..240 {
            sim.world.set_velocity(id, v(speed, 0.0, 0.0)).unwrap();
            ticks(&mut sim, 1, STILL);
            let feet = sim.player.feet();
            assert!(feet.y > -1e-3, "{feet}");
            let gap = 1.5 - feet.x - 0.3;
            let beside = (feet.z - 6.0).abs() > 4.3 || feet.y > 2.9 || feet.x > 2.8;
            assert!(beside || gap > -0.06, "{speed} m/s: {gap} in the wall, {feet}");
        }
    }
}

#[test]
fn a_jump_from_a_platform_keeps_its_speed_and_lands_on_it_again() {
    let mut sim = settled();
    let platform = spawn(&mut sim, v(-8.0, 2.0, 14.0), v(8.0, 0.2, 3.0), false);
    sim.world.set_velocity(platform, v(3.0, 0.0, 0.0)).unwrap();
    sim.teleport_player(v(-8.0, 2.1, 14.0)).unwrap();
    let go = |sim: &mut Sim, n: u32, walk: Walk| {
        for _ in 0..n {
            sim.world.set_velocity(platform, v(3.0, 0.0, 0.0)).unwrap();
            ticks(sim, 1, walk);
        }
    };
    go(&mut sim, 60, STILL);
    let offset = |sim: &Sim| sim.player.feet().x - sim.world.position(platform).unwrap().x;
    let before = offset(&sim);
    go(&mut sim, 1, Walk { jump_pressed: true, ..STILL });
    assert!(!sim.player.grounded());
    go(&mut sim, 90, STILL);
    assert!(sim.player.grounded());
    near(offset(&sim), before, 0.02);
    near(sim.player.own_velocity().length(), 0.0, 1e-6);
}

#[test]
fn a_jump_from_a_rising_lift_goes_higher() {
    let mut sim = settled();
    let lift = spawn(&mut sim, v(0.0, 0.11, 14.0), v(2.0, 0.2, 2.0), false);
    sim.teleport_player(v(0.0, 0.25, 14.0)).unwrap();
    ticks(&mut sim, 20, STILL);
    for n in 0..60 {
        sim.world.set_velocity(lift, v(0.0, 2.0, 0.0)).unwrap();
        ticks(&mut sim, 1, Walk { jump_pressed: n == 59, ..STILL });
    }
    // It rose by nearly 1.9 m/s, since it falls a little in each tick.
    let from = sim.world.position(lift).unwrap().y + 0.1;
    let mut highest = from;
    for _ in 0..60 {
        ticks(&mut sim, 1, STILL);
        highest = highest.max(sim.player.feet().y);
    }
    near(highest - from, 7.1 * 7.1 / (2.0 * 9.81), 0.02);
}

#[test]
fn a_box_that_turns_carries_round() {
    let mut sim = settled();
    let id = spawn(&mut sim, v(0.0, 0.3, 14.0), v(3.0, 0.6, 3.0), false);
    sim.teleport_player(v(1.0, 0.65, 14.0)).unwrap();
    ticks(&mut sim, 20, STILL);
    // A push at its edge turns it.
    for _ in 0..30 {
        let edge = sim.world.position(id).unwrap() + v(0.0, 0.0, 1.5);
        sim.world.impulse(id, v(400.0, 0.0, 0.0), Some(edge)).unwrap();
        sim.world.set_velocity(id, v(0.0, 0.0, 0.0)).unwrap();
        ticks(&mut sim, 1, STILL);
        assert!(sim.player.grounded());
        near(sim.player.feet().y, 0.6, 0.03);
    }
    let around = sim.player.feet() - sim.world.position(id).unwrap();
    near(v(around.x, 0.0, around.z).length(), 1.0, 0.05);
    assert!(around.z.abs() > 0.05, "{around}");
}
