//! On flat ground and in the air.

use super::*;

#[test]
fn the_player_falls_from_the_spawn_onto_the_ground_and_stands() {
    let sim = settled();
    let feet = sim.player.feet();
    assert_eq!((feet.x, feet.z), (0.0, 6.0));
    near(feet.y, 0.0, 1e-5);
    assert!(sim.player.grounded());
    assert_eq!(sim.player.velocity(), DVec3::ZERO);
    assert_eq!(sim.player.facing(), v(0.0, 0.0, -1.0));
}

#[test]
fn standing_still_for_ten_thousand_ticks_moves_nothing() {
    let mut sim = settled();
    let before = sim.player.feet();
    ticks(&mut sim, 10_000, STILL);
    assert_eq!(sim.player.feet(), before);
    assert!(sim.player.grounded());
}

#[test]
fn each_gait_reaches_its_speed() {
    for (walk, speed) in [
        (Walk { walk: true, ..FORWARD }, 1.6),
        (FORWARD, 3.6),
        (Walk { sprint: true, ..FORWARD }, 6.2),
        (Walk { crouch: true, ..FORWARD }, 1.4),
        (Walk { right: 1.0, ..FORWARD }, 3.6),
        (Walk { forward: 0.5, ..STILL }, 1.8),
    ] {
        let mut sim = settled_at(v(0.0, 0.0, 15.0));
        ticks(&mut sim, 60, walk);
        near(sim.player.velocity().length(), speed, 1e-9);
        let before = sim.player.feet();
        ticks(&mut sim, 1, walk);
        near((sim.player.feet() - before).length() / DT, speed, 1e-6);
    }
}

#[test]
fn speeding_up_takes_16_and_slowing_down_20_metres_a_second_squared() {
    let mut sim = settled_at(v(0.0, 0.0, 15.0));
    ticks(&mut sim, 6, FORWARD);
    near(sim.player.velocity().length(), 1.6, 1e-9);
    ticks(&mut sim, 60, FORWARD);
    ticks(&mut sim, 6, STILL);
    near(sim.player.velocity().length(), 1.6, 1e-9);
    ticks(&mut sim, 6, STILL);
    assert_eq!(sim.player.velocity(), DVec3::ZERO);
}

#[test]
fn in_the_air_speed_changes_by_5_metres_a_second_squared() {
    let mut sim = settled_at(v(0.0, 0.0, 15.0));
    ticks(&mut sim, 1, Walk { jump_pressed: true, ..STILL });
    ticks(&mut sim, 12, FORWARD);
    assert!(!sim.player.grounded());
    near(-sim.player.velocity().z, 1.0, 1e-9);
}

#[test]
fn a_jump_takes_off_at_5_2_and_rises_1_38_metres() {
    let mut sim = settled();
    ticks(&mut sim, 1, Walk { jump_pressed: true, ..STILL });
    let mut highest = 0.0_f64;
    for _ in 0..90 {
        ticks(&mut sim, 1, STILL);
        highest = highest.max(sim.player.feet().y);
    }
    near(highest, 5.2 * 5.2 / (2.0 * 9.81), 0.002);
    assert!(sim.player.grounded());
    near(sim.player.feet().y, 0.0, 1e-5);
}

#[test]
fn a_press_shortly_before_landing_still_jumps_and_an_early_one_does_not() {
    for (early, jumps) in [(9, true), (12, false)] {
        let mut sim = settled();
        ticks(&mut sim, 1, Walk { jump_pressed: true, ..STILL });
        let mut landing = 0;
        while !sim.player.grounded() {
            ticks(&mut sim, 1, STILL);
            landing += 1;
        }
        let mut sim = settled();
        ticks(&mut sim, 1, Walk { jump_pressed: true, ..STILL });
        ticks(&mut sim, landing - early, STILL);
        ticks(&mut sim, 1, Walk { jump_pressed: true, ..STILL });
        ticks(&mut sim, early + 3, STILL);
        assert_eq!(!sim.player.grounded(), jumps, "pressed {early} ticks before landing");
    }
}

#[test]
fn shortly_after_walking_off_an_edge_a_jump_still_counts() {
    for (late, jumps) in [(5, true), (10, false)] {
        let mut sim = settled();
        fixed_box(&mut sim, v(0.0, 1.0, 12.0), v(2.0, 2.0, 2.0));
        sim.teleport_player(v(0.0, 2.0, 12.0)).unwrap();
        ticks(&mut sim, 10, STILL);
        while sim.player.grounded() {
            ticks(&mut sim, 1, FORWARD);
        }
        ticks(&mut sim, late, FORWARD);
        ticks(&mut sim, 1, Walk { jump_pressed: true, ..FORWARD });
        assert_eq!(sim.player.velocity().y > 0.0, jumps, "{late} ticks after the edge");
    }
}

#[test]
fn holding_jump_does_not_jump_twice_in_the_air() {
    let mut sim = settled();
    ticks(&mut sim, 20, Walk { jump_pressed: true, ..STILL });
    assert!(sim.player.velocity().y < 5.2 - 18.0 * 9.81 * DT);
}
