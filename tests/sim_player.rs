//! The player: walking, jumping, steps, walls, crates, what carries it and what it is stuck in.

use glam::DVec3;
use moonyard::sim::{BodyDef, BodyId, DT, Shape, Sim, Walk};

const STILL: Walk = Walk {
    right: 0.0,
    forward: 0.0,
    jump_pressed: false,
    sprint: false,
    walk: false,
    crouch: false,
};
const FORWARD: Walk = Walk {
    forward: 1.0,
    ..STILL
};

fn v(x: f64, y: f64, z: f64) -> DVec3 {
    DVec3::new(x, y, z)
}

fn ticks(sim: &mut Sim, n: u32, walk: Walk) {
    for _ in 0..n {
        sim.step();
        sim.move_player(&walk);
    }
}

fn settled() -> Sim {
    let mut sim = Sim::new();
    ticks(&mut sim, 60, STILL);
    sim
}

fn settled_at(feet: DVec3) -> Sim {
    let mut sim = settled();
    sim.teleport_player(feet).unwrap();
    ticks(&mut sim, 30, STILL);
    sim
}

fn fixed_box(sim: &mut Sim, pos: DVec3, size: DVec3) -> BodyId {
    spawn(sim, pos, size, true)
}

fn spawn(sim: &mut Sim, pos: DVec3, size: DVec3, is_static: bool) -> BodyId {
    let def = BodyDef {
        pos,
        is_static,
        ..BodyDef::new(Shape::Box { size })
    };
    sim.world.spawn(Some(1), &def).unwrap()
}

#[track_caller]
fn near(got: f64, wanted: f64, tolerance: f64) {
    assert!(
        (got - wanted).abs() <= tolerance,
        "{got} is not within {tolerance} of {wanted}"
    );
}

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
        (
            Walk {
                walk: true,
                ..FORWARD
            },
            1.6,
        ),
        (FORWARD, 3.6),
        (
            Walk {
                sprint: true,
                ..FORWARD
            },
            6.2,
        ),
        (
            Walk {
                crouch: true,
                ..FORWARD
            },
            1.4,
        ),
        (
            Walk {
                right: 1.0,
                ..FORWARD
            },
            3.6,
        ),
        (
            Walk {
                forward: 0.5,
                ..STILL
            },
            1.8,
        ),
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
    ticks(
        &mut sim,
        1,
        Walk {
            jump_pressed: true,
            ..STILL
        },
    );
    ticks(&mut sim, 12, FORWARD);
    assert!(!sim.player.grounded());
    near(-sim.player.velocity().z, 1.0, 1e-9);
}

#[test]
fn a_jump_takes_off_at_5_2_and_rises_1_38_metres() {
    let mut sim = settled();
    ticks(
        &mut sim,
        1,
        Walk {
            jump_pressed: true,
            ..STILL
        },
    );
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
        ticks(
            &mut sim,
            1,
            Walk {
                jump_pressed: true,
                ..STILL
            },
        );
        let mut landing = 0;
        while !sim.player.grounded() {
            ticks(&mut sim, 1, STILL);
            landing += 1;
        }
        let mut sim = settled();
        ticks(
            &mut sim,
            1,
            Walk {
                jump_pressed: true,
                ..STILL
            },
        );
        ticks(&mut sim, landing - early, STILL);
        ticks(
            &mut sim,
            1,
            Walk {
                jump_pressed: true,
                ..STILL
            },
        );
        ticks(&mut sim, early + 3, STILL);
        assert_eq!(
            !sim.player.grounded(),
            jumps,
            "pressed {early} ticks before landing"
        );
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
        ticks(
            &mut sim,
            1,
            Walk {
                jump_pressed: true,
                ..FORWARD
            },
        );
        assert_eq!(
            sim.player.velocity().y > 0.0,
            jumps,
            "{late} ticks after the edge"
        );
    }
}

#[test]
fn holding_jump_does_not_jump_twice_in_the_air() {
    let mut sim = settled();
    ticks(
        &mut sim,
        20,
        Walk {
            jump_pressed: true,
            ..STILL
        },
    );
    assert!(sim.player.velocity().y < 5.2 - 18.0 * 9.81 * DT);
}

#[test]
fn the_stairs_are_walked_up_and_down_by_holding_forward() {
    for walk in [
        FORWARD,
        Walk {
            walk: true,
            ..FORWARD
        },
        Walk {
            sprint: true,
            ..FORWARD
        },
    ] {
        let mut sim = settled_at(v(-6.0, 0.0, 0.0));
        let mut n = 0;
        while sim.player.feet().z > -6.0 {
            ticks(&mut sim, 1, walk);
            n += 1;
            assert!(
                sim.player.grounded(),
                "in the air at {} after {n} ticks",
                sim.player.feet()
            );
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
    for (height, climbs) in [
        (0.1, true),
        (0.2, true),
        (0.3, true),
        (0.35, true),
        (0.37, false),
        (0.45, false),
        (0.6, false),
    ] {
        for walk in [
            FORWARD,
            Walk {
                sprint: true,
                ..FORWARD
            },
            Walk {
                walk: true,
                ..FORWARD
            },
        ] {
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
    ticks(
        &mut sim,
        400,
        Walk {
            sprint: true,
            ..FORWARD
        },
    );
    near(sim.player.feet().x, 19.45, 1e-3);
    near(sim.player.feet().z, 19.45, 1e-3);
}

#[test]
fn crates_are_stood_on_and_pushed() {
    let sim = settled_at(v(8.0, 1.6, 2.0));
    assert!(sim.player.grounded());
    near(sim.player.feet().y, 1.2, 0.01);
    let mut sim = settled();
    let body = spawn(&mut sim, v(0.0, 0.4, 3.0), v(0.8, 0.8, 0.8), false);
    let mass = 0.8_f64.powi(3) * 500.0;
    ticks(&mut sim, 300, FORWARD);
    let moved = 3.0 - sim.world.position(body).unwrap().z;
    // 256 kg on friction 0.6 hold 1507 N: nobody moves that.
    near(mass, 256.0, 1e-9);
    near(moved, 0.0, 0.01);
    near(sim.player.feet().z, 3.7, 0.02);

    let mut sim = settled();
    let def = BodyDef {
        density: 60.0,
        pos: v(0.0, 0.4, 3.0),
        ..BodyDef::new(Shape::Box {
            size: DVec3::splat(0.8),
        })
    };
    let body = sim.world.spawn(Some(1), &def).unwrap();
    ticks(&mut sim, 180, FORWARD);
    let moved = 3.0 - sim.world.position(body).unwrap().z;
    assert!(moved > 1.5, "{moved}");
    assert!(sim.world.velocity(body).unwrap().length() < 3.7);
}

#[test]
fn a_moving_platform_carries_the_player() {
    let mut sim = settled();
    let def = BodyDef {
        pos: v(0.0, 0.11, 14.0),
        friction: 0.0,
        velocity: v(1.0, 0.0, 0.0),
        ..BodyDef::new(Shape::Box {
            size: v(2.0, 0.2, 2.0),
        })
    };
    let platform = sim.world.spawn(Some(1), &def).unwrap();
    sim.teleport_player(v(0.0, 0.25, 14.0)).unwrap();
    ticks(&mut sim, 20, STILL);
    let offset = sim.player.feet().x - sim.world.position(platform).unwrap().x;
    ticks(&mut sim, 120, STILL);
    assert!(sim.player.grounded());
    assert!(sim.player.feet().x > 1.0);
    near(
        sim.player.feet().x - sim.world.position(platform).unwrap().x,
        offset,
        0.02,
    );
}

#[test]
fn a_lift_carries_the_player_up_and_down() {
    let mut sim = settled();
    let lift = spawn(&mut sim, v(0.0, 0.11, 14.0), v(2.0, 0.2, 2.0), false);
    sim.teleport_player(v(0.0, 0.25, 14.0)).unwrap();
    ticks(&mut sim, 20, STILL);
    for (speed, n) in [(1.5, 80), (-1.5, 70)] {
        for tick in 0..n {
            sim.world.set_velocity(lift, v(0.0, speed, 0.0)).unwrap();
            ticks(&mut sim, 1, STILL);
            assert!(
                sim.player.grounded(),
                "in the air at tick {tick}, speed {speed}"
            );
            let top = sim.world.position(lift).unwrap().y + 0.1;
            near(sim.player.feet().y, top, 0.03);
        }
    }
}

#[test]
fn the_player_comes_out_of_a_cube_that_appears_over_the_spawn() {
    for feet in [
        v(0.0, 0.1, 6.0),
        v(0.0, 0.0, 6.0),
        v(-0.3, 0.0, 6.3),
        v(-0.5, 0.0, 6.5),
        v(-0.9, 0.0, 6.8),
    ] {
        let mut sim = settled();
        sim.teleport_player(feet).unwrap();
        fixed_box(&mut sim, v(-0.5, 0.5, 6.5), v(1.0, 1.0, 1.0));
        for _ in 0..30 {
            ticks(&mut sim, 1, STILL);
            assert!(
                sim.player.feet().y > -1e-3,
                "through the floor: {}",
                sim.player.feet()
            );
        }
        let at = sim.player.feet();
        let beside = at.x >= 0.2999 || at.x <= -1.2999 || at.z <= 5.7001 || at.z >= 7.2999;
        assert!(beside || at.y >= 0.9999, "still in it: {at}");
        assert!(sim.player.grounded());
        assert!(at.distance(feet) < 1.2, "{at} is far from {feet}");
    }
}

#[test]
fn the_player_comes_out_of_a_ring_of_cubes_upwards() {
    let mut sim = settled();
    for x in -1..=1 {
        for z in -1..=1 {
            fixed_box(
                &mut sim,
                v(f64::from(x), 0.5, 6.0 + f64::from(z)),
                v(1.0, 1.0, 1.0),
            );
        }
    }
    ticks(&mut sim, 30, STILL);
    let at = sim.player.feet();
    assert!(
        at.y >= 0.9999 || at.x.abs() >= 1.7999 || (at.z - 6.0).abs() >= 1.7999,
        "{at}"
    );
    assert!(sim.player.grounded());
}

#[test]
fn below_the_world_the_player_returns_to_the_spawn() {
    let mut sim = settled();
    sim.teleport_player(v(30.0, 0.0, 30.0)).unwrap();
    ticks(&mut sim, 115, STILL);
    assert!(sim.player.feet().y < -10.0);
    ticks(&mut sim, 60, STILL);
    near(sim.player.feet().x, 0.0, 1e-9);
    near(sim.player.feet().z, 6.0, 1e-9);
}

#[test]
fn crouching_fits_under_a_beam_and_does_not_stand_up_there() {
    let mut sim = settled();
    fixed_box(&mut sim, v(0.0, 1.8, 12.0), v(4.0, 0.8, 2.0));
    sim.teleport_player(v(0.0, 0.0, 14.5)).unwrap();
    ticks(&mut sim, 120, FORWARD);
    near(sim.player.feet().z, 13.3, 0.01);
    ticks(
        &mut sim,
        60,
        Walk {
            crouch: true,
            ..FORWARD
        },
    );
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
    ticks(
        &mut sim,
        1,
        Walk {
            jump_pressed: true,
            ..STILL
        },
    );
    let mut highest = 0.0_f64;
    for _ in 0..60 {
        ticks(&mut sim, 1, STILL);
        highest = highest.max(sim.player.feet().y);
    }
    near(highest, 0.5, 0.01);
    assert!(sim.player.grounded());
}

#[test]
fn thrown_balls_pass_through_the_player_and_rays_do_not_see_it() {
    let mut sim = settled();
    let def = BodyDef {
        pos: v(0.0, 1.0, 2.0),
        velocity: v(0.0, 0.0, 20.0),
        ..BodyDef::new(Shape::Sphere { radius: 0.1 })
    };
    let ball = sim.world.spawn(Some(1), &def).unwrap();
    ticks(&mut sim, 20, STILL);
    assert!(sim.world.position(ball).unwrap().z > 8.0);
    near(sim.player.feet().z, 6.0, 0.4);
    assert!(sim.take_contacts().is_empty());
    let hit = sim
        .world
        .raycast(v(0.0, 1.0, 0.0), v(0.0, 0.0, 1.0), 100.0)
        .unwrap()
        .unwrap();
    assert!(hit.pos.z > 7.0, "{hit:?}");
}

#[test]
fn the_camera_settles_where_it_should() {
    let sim = settled();
    let camera = &sim.camera;
    let close =
        |got: DVec3, wanted: DVec3| assert!((got - wanted).abs().max_element() < 1e-4, "{got}");
    close(camera.position(), v(0.45, 2.2277, 9.4235));
    close(camera.forward(), v(0.0, -0.2079, -0.9781));
    close(camera.target(), v(0.45, 1.5, 6.0));
}

#[test]
fn the_camera_comes_nearer_at_once_and_goes_back_slowly() {
    let mut sim = settled();
    let wall = fixed_box(&mut sim, v(0.0, 2.0, 8.0), v(4.0, 4.0, 0.2));
    ticks(&mut sim, 1, STILL);
    let arm = |sim: &Sim| sim.camera.position().distance(sim.camera.target());
    let shortened = arm(&sim);
    near(6.0 + shortened * 0.9781, 7.9 - 0.2, 0.01);
    sim.world.remove(wall).unwrap();
    ticks(&mut sim, 15, STILL);
    near(arm(&sim), shortened + 1.0, 1e-3);
    ticks(&mut sim, 60, STILL);
    near(arm(&sim), 3.5, 1e-6);
}

#[test]
fn the_camera_does_not_look_through_a_wall_beside_the_player() {
    let mut sim = settled();
    fixed_box(&mut sim, v(0.6, 1.5, 6.0), v(0.4, 3.0, 20.0));
    ticks(&mut sim, 5, STILL);
    assert!(
        sim.camera.position().x <= 0.4 - 0.2 + 1e-3,
        "{}",
        sim.camera.position()
    );
}

#[test]
fn looking_turns_and_tilts_within_limits() {
    let mut sim = settled();
    sim.look(90.0, 0.0);
    assert!((sim.player.facing() - DVec3::X).length() < 1e-12);
    ticks(&mut sim, 30, FORWARD);
    assert!(sim.player.feet().x > 1.0);
    sim.look(0.0, 500.0);
    assert_eq!(sim.camera.pitch_degrees(), 80.0);
    sim.look(0.0, -500.0);
    assert_eq!(sim.camera.pitch_degrees(), -80.0);
    sim.look(f64::NAN, 1.0);
    assert_eq!(sim.camera.pitch_degrees(), -80.0);
    sim.camera.toggle();
    ticks(&mut sim, 1, STILL);
    assert!(sim.camera.first_person());
    near((sim.camera.position() - sim.player.feet()).y, 1.65, 1e-9);
}

#[test]
fn teleporting_to_nowhere_is_refused_with_a_sentence() {
    let mut sim = settled();
    let refusal = sim
        .teleport_player(v(0.0, f64::NAN, 0.0))
        .unwrap_err()
        .to_string();
    assert_eq!(refusal, "pos.y must be a finite number, got NaN");
    ticks(&mut sim, 10, FORWARD);
    sim.teleport_player(v(0.5, 0.1, 6.5)).unwrap();
    assert_eq!(sim.player.velocity(), DVec3::ZERO);
    assert_eq!(sim.player.feet(), v(0.5, 0.1, 6.5));
}

#[test]
fn slopes_under_50_degrees_are_walked_up_and_steeper_ones_are_not() {
    // Where a dome comes out of the ground its slope is that of its angle from the top.
    for (degrees, climbs) in [
        (30.0_f64, true),
        (46.0, true),
        (49.0, true),
        (52.0, false),
        (60.0, false),
        (75.0, false),
    ] {
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
            assert!(
                sim.player.grounded(),
                "{degrees} degrees, at {}",
                sim.player.feet()
            );
        }
        let crossed = sim.player.feet().z < 8.0;
        assert_eq!(
            crossed,
            climbs,
            "{degrees} degrees, at {}",
            sim.player.feet()
        );
    }
}

#[test]
fn on_too_steep_a_slope_the_player_slides_down() {
    let mut sim = settled();
    let def = BodyDef {
        pos: v(0.0, 0.0, 12.0),
        is_static: true,
        ..BodyDef::new(Shape::Sphere { radius: 4.0 })
    };
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
fn the_player_comes_out_of_a_crate_that_appears_around_it() {
    let mut sim = settled();
    spawn(&mut sim, v(0.1, 0.8, 6.1), v(1.6, 1.6, 1.6), false);
    ticks(&mut sim, 60, STILL);
    let at = sim.player.feet();
    assert!(
        at.y > 1.5 || (at.x - 0.1).abs().max((at.z - 6.1).abs()) > 1.0,
        "{at}"
    );
    assert!(at.y > -1e-3);
}

#[test]
fn a_slow_heavy_box_pushes_the_player_along() {
    let mut sim = settled();
    let id = spawn(&mut sim, v(-2.0, 0.6, 6.0), v(1.2, 1.2, 1.2), false);
    for _ in 0..180 {
        sim.world.set_velocity(id, v(1.5, 0.0, 0.0)).unwrap();
        ticks(&mut sim, 1, STILL);
    }
    let gap = sim.player.feet().x - 0.3 - (sim.world.position(id).unwrap().x + 0.6);
    near(gap, 0.0, 0.06);
    assert!(sim.player.feet().x > 2.0);
    near(sim.player.feet().y, 0.0, 1e-3);
}

#[test]
fn nothing_the_player_does_brings_it_into_a_wall_or_under_the_ground() {
    let mut random = 12345_u32;
    let mut next = move |n: u32| {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (random >> 8) % n
    };
    let mut sim = settled();
    for _ in 0..60 {
        let (x, z) = (
            f64::from(next(300)) / 10.0 - 15.0,
            f64::from(next(300)) / 10.0 - 15.0,
        );
        if x.abs() < 2.0 && (z - 6.0).abs() < 2.0 {
            continue;
        }
        let (w, h) = (
            0.2 + f64::from(next(20)) / 10.0,
            0.1 + f64::from(next(20)) / 10.0,
        );
        let is_static = next(3) > 0;
        let pos = v(x, h / 2.0, z);
        if next(4) == 0 {
            let def = BodyDef {
                pos,
                is_static,
                ..BodyDef::new(Shape::Sphere {
                    radius: h / 2.0 + 0.02,
                })
            };
            sim.world.spawn(Some(1), &def).unwrap();
        } else {
            spawn(&mut sim, pos, v(w, h, w), is_static);
        }
    }
    let boxes: Vec<_> = sim.world.bodies().filter(|b| b.is_static).collect();
    let mut walk = FORWARD;
    for tick in 0..20_000 {
        if tick % 20 == 0 {
            sim.look(f64::from(next(180)) - 90.0, f64::from(next(20)) - 10.0);
            walk = Walk {
                forward: f64::from(next(3)) - 0.6,
                right: f64::from(next(3)) - 1.0,
                sprint: next(3) == 0,
                crouch: next(6) == 0,
                ..STILL
            };
        }
        ticks(
            &mut sim,
            1,
            Walk {
                jump_pressed: next(40) == 0,
                ..walk
            },
        );
        if sim.player.feet().abs().max_element() > 19.4 {
            // Over the wall and away.
            sim.teleport_player(v(0.0, 0.1, 6.0)).unwrap();
        }
        let feet = sim.player.feet();
        assert!(feet.is_finite() && feet.y > -0.01, "tick {tick}: {feet}");
        assert!(
            feet.x.abs() < 25.0 && feet.z.abs() < 25.0,
            "tick {tick}: {feet}"
        );
        for b in &boxes {
            let middle = feet + v(0.0, sim.player.height() / 2.0, 0.0);
            let (near_to, reach) = match b.shape {
                Shape::Box { size } => (middle.clamp(b.pos - size / 2.0, b.pos + size / 2.0), 0.0),
                Shape::Sphere { radius } => (b.pos, radius),
            };
            let low = feet.y + 0.3;
            let high = feet.y + sim.player.height() - 0.3;
            let on_line = v(feet.x, near_to.y.clamp(low, high), feet.z);
            let near_to = match b.shape {
                Shape::Box { size } => on_line.clamp(b.pos - size / 2.0, b.pos + size / 2.0),
                Shape::Sphere { .. } => near_to,
            };
            let gap = on_line.distance(near_to) - reach - 0.3;
            assert!(
                gap > -0.012,
                "tick {tick}: {gap} in body {} at {feet}",
                b.id
            );
        }
    }
}
