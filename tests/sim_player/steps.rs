//! Stairs, walls, slopes, beams.

use super::*;

#[test]
fn the_stairs_are_walked_up_and_down_by_holding_forward() {
    for walk in [FORWARD, Walk { walk: true, ..FORWARD }, Walk { sprint: true, ..FORWARD }] {
        let mut sim = settled_at(v(-6.0, 0.0, 0.0));
        let mut n = 0;
        while sim.player.feet().z > -6.0 {
            ticks(&mut sim, 1, walk);
            n += 1;
            assert!(sim.player.grounded(), "in the air at {} after {n} ticks", sim.player.feet());
            assert!(n < 600, "stuck at {}", sim.player.feet());
        }
        near(sim.player.feet().y, 2.0, 1e-3);
        sim.look(180.0, 0.0);
        let mut n = 0;
        while sim.player.feet().z < -1.0 {
            let before = sim.player.feet().y;
            ticks(&mut sim, 1, walk);
            n += 1;
            assert!(sim.player.grounded(), "in the air at {}", sim.player.feet());
            assert!(sim.player.feet().y > before - 0.26);
            assert!(n < 600, "stuck at {}", sim.player.feet());
        }
        near(sim.player.feet().y, 0.0, 1e-3);
    }
}

#[test]
fn stairs_do_not_slow_the_player_down() {
    let mut sim = settled_at(v(-6.0, 0.0, 0.0));
    ticks(&mut sim, 30, FORWARD);
    let from = sim.player.feet().z;
    ticks(&mut sim, 50, FORWARD);
    near(from - sim.player.feet().z, 3.6 * 50.0 * DT, 0.05);
}

#[test]
fn steps_up_to_35_centimetres_are_climbed_and_higher_ones_stop() {
    for (height, climbs) in
        [(0.1, true), (0.2, true), (0.3, true), (0.35, true), (0.37, false), (0.45, false), (0.6, false)]
    {
        for walk in [FORWARD, Walk { sprint: true, ..FORWARD }, Walk { walk: true, ..FORWARD }] {
            let mut sim = settled_at(v(0.0, 0.0, 15.0));
            fixed_box(&mut sim, v(0.0, height / 2.0, 11.0), v(4.0, height, 2.0));
            ticks(&mut sim, 130, walk);
            let feet = sim.player.feet();
            if climbs {
                assert!(feet.z < 11.95, "{height} m stopped the player at {feet}");
            } else {
                near(feet.z, 12.3, 0.01);
                near(feet.y, 0.0, 1e-4);
            }
        }
    }
}

#[test]
fn walls_stop_the_player_a_capsule_radius_away() {
    let mut sim = settled_at(v(0.0, 0.0, 18.0));
    sim.look(180.0, 0.0);
    ticks(&mut sim, 120, FORWARD);
    near(sim.player.feet().z, 19.75 - 0.3, 1e-3);
    near(sim.player.feet().x, 0.0, 1e-6);
    near(sim.player.velocity().length(), 0.0, 0.3);
}

#[test]
fn the_player_slides_along_walls_and_stays_in_corners() {
    let mut sim = settled_at(v(10.0, 0.0, 19.0));
    sim.look(135.0, 0.0);
    ticks(&mut sim, 120, FORWARD);
    near(sim.player.feet().z, 19.45, 1e-3);
    assert!(sim.player.feet().x > 13.0, "{}", sim.player.feet());
    ticks(&mut sim, 400, Walk { sprint: true, ..FORWARD });
    near(sim.player.feet().x, 19.45, 1e-3);
    near(sim.player.feet().z, 19.45, 1e-3);
}

#[test]
fn crouching_fits_under_a_beam_and_does_not_stand_up_there() {
    let mut sim = settled();
    fixed_box(&mut sim, v(0.0, 1.8, 12.0), v(4.0, 0.8, 2.0));
    sim.teleport_player(v(0.0, 0.0, 14.5)).unwrap();
    ticks(&mut sim, 120, FORWARD);
    near(sim.player.feet().z, 13.3, 0.01);
    ticks(&mut sim, 60, Walk { crouch: true, ..FORWARD });
    assert!(sim.player.crouching());
    assert_eq!(sim.player.height(), 1.2);
    assert!(sim.player.feet().z < 12.5);
    ticks(&mut sim, 30, STILL);
    assert!(sim.player.crouching(), "stood up into the beam");
    ticks(&mut sim, 120, FORWARD);
    assert!(sim.player.feet().z < 11.0);
    assert!(!sim.player.crouching());
}

#[test]
fn a_ceiling_stops_a_jump() {
    let mut sim = settled();
    fixed_box(&mut sim, v(0.0, 2.5, 6.0), v(4.0, 0.4, 4.0));
    ticks(&mut sim, 1, Walk { jump_pressed: true, ..STILL });
    let mut highest = 0.0_f64;
    for _ in 0..60 {
        ticks(&mut sim, 1, STILL);
        highest = highest.max(sim.player.feet().y);
    }
    near(highest, 0.5, 0.01);
    assert!(sim.player.grounded());
}

#[test]
fn slopes_under_50_degrees_are_walked_up_and_steeper_ones_are_not() {
    // Where a dome comes out of the ground its slope is that of its angle from the top.
    for (degrees, climbs) in
        [(30.0_f64, true), (46.0, true), (49.0, true), (52.0, false), (60.0, false), (75.0, false)]
    {
        let mut sim = settled();
        let below = -8.0 * degrees.to_radians().cos();
        let def = BodyDef {
            pos: v(0.0, below, 8.0),
            is_static: true,
            ..BodyDef::new(Shape::Sphere { radius: 8.0 })
        };
        sim.world.spawn(Some(1), &def).unwrap();
        sim.teleport_player(v(0.0, 0.0, 18.0)).unwrap();
        for _ in 0..400 {
            ticks(&mut sim, 1, FORWARD);
            assert!(sim.player.grounded(), "{degrees} degrees, at {}", sim.player.feet());
        }
        let crossed = sim.player.feet().z < 8.0;
        assert_eq!(crossed, climbs, "{degrees} degrees, at {}", sim.player.feet());
    }
}

#[test]
fn on_too_steep_a_slope_the_player_slides_down() {
    let mut sim = settled();
    let def =
        BodyDef { pos: v(0.0, 0.0, 12.0), is_static: true, ..BodyDef::new(Shape::Sphere { radius: 4.0 }) };
    sim.world.spawn(Some(1), &def).unwrap();
    sim.teleport_player(v(0.0, 2.6, 15.5)).unwrap();
    ticks(&mut sim, 120, STILL);
    near(sim.player.feet().y, 0.0, 1e-4);
    sim.teleport_player(v(0.0, 4.5, 12.4)).unwrap();
    ticks(&mut sim, 300, STILL);
    assert!(sim.player.feet().y > 3.9);
    assert_eq!(sim.player.velocity(), DVec3::ZERO);
}

#[test]
fn a_floor_of_many_boxes_is_as_even_as_one() {
    for lift in [0.0, 0.002] {
        let mut sim = settled();
        for x in -3..=3 {
            for z in 0..20 {
                let height = 0.5 + if (x + z) % 2 == 0 { lift } else { 0.0 };
                fixed_box(&mut sim, v(f64::from(x), height / 2.0, f64::from(z) - 4.0), v(1.0, height, 1.0));
            }
        }
        sim.teleport_player(v(0.3, 0.51, 14.5)).unwrap();
        sim.look(13.0, 0.0);
        ticks(&mut sim, 60, Walk { right: -0.1, ..FORWARD });
        let from = sim.player.feet();
        for _ in 0..120 {
            ticks(&mut sim, 1, FORWARD);
            assert!(sim.player.grounded());
            near(sim.player.velocity().length(), 3.6, 0.02);
        }
        near(sim.player.feet().distance(from), 7.2, 0.02);
    }
}

#[test]
fn a_step_under_a_low_ceiling_is_not_climbed() {
    let mut sim = settled_at(v(0.0, 0.0, 15.0));
    fixed_box(&mut sim, v(0.0, 0.15, 11.0), v(4.0, 0.3, 2.0));
    fixed_box(&mut sim, v(0.0, 2.2, 11.0), v(4.0, 0.4, 6.0));
    ticks(&mut sim, 180, FORWARD);
    // It gets a foot on the edge until the head touches, and stays there.
    let at = sim.player.feet();
    assert!(at.z > 12.2 && at.y <= 0.2 + 1e-6 && sim.player.grounded(), "{at}");
    ticks(&mut sim, 60, FORWARD);
    near(sim.player.feet().distance(at), 0.0, 1e-6);
    // Crouching there is room.
    ticks(&mut sim, 240, Walk { crouch: true, ..FORWARD });
    assert!(sim.player.feet().z < 11.0, "{}", sim.player.feet());
}

#[test]
fn a_gap_is_walked_through_if_it_is_wider_than_the_player() {
    for (gap, passes) in [(0.58, false), (0.602, true), (0.7, true)] {
        let mut sim = settled_at(v(0.0, 0.0, 15.0));
        fixed_box(&mut sim, v(-2.0 - gap / 2.0, 1.0, 11.0), v(4.0, 2.0, 3.0));
        fixed_box(&mut sim, v(2.0 + gap / 2.0, 1.0, 11.0), v(4.0, 2.0, 3.0));
        ticks(&mut sim, 180, FORWARD);
        assert_eq!(sim.player.feet().z < 9.0, passes, "{gap}: {}", sim.player.feet());
    }
}
