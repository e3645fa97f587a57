//! Bodies: what they are refused for, how they bounce, slide, sleep, wake, collide at speed, and which touches are told.

use glam::DVec3;
use moonyard::sim::{BodyDef, BodyId, Contact, DT, Digest, Shape, Sim};

fn v(x: f64, y: f64, z: f64) -> DVec3 {
    DVec3::new(x, y, z)
}

fn cube(pos: DVec3, size: DVec3) -> BodyDef {
    BodyDef {
        pos,
        ..BodyDef::new(Shape::Box { size })
    }
}

fn ball(pos: DVec3, radius: f64) -> BodyDef {
    BodyDef {
        pos,
        ..BodyDef::new(Shape::Sphere { radius })
    }
}

fn spawn(sim: &mut Sim, def: BodyDef) -> BodyId {
    sim.world.spawn(Some(1), &def).unwrap()
}

fn steps(sim: &mut Sim, n: u32) {
    for _ in 0..n {
        sim.step();
    }
}

/// Steps, and returns every contact.
fn contacts(sim: &mut Sim, n: u32) -> Vec<Contact> {
    let mut all = Vec::new();
    for _ in 0..n {
        sim.step();
        all.extend(sim.take_contacts());
    }
    all
}

fn sleeping(sim: &Sim, id: BodyId) -> bool {
    sim.world.body(id).unwrap().sleeping
}

#[track_caller]
fn near(got: f64, wanted: f64, tolerance: f64) {
    assert!(
        (got - wanted).abs() <= tolerance,
        "{got} is not within {tolerance} of {wanted}"
    );
}

fn digest(sim: &Sim) -> String {
    let mut d = Digest::new();
    sim.digest(&mut d);
    d.finish()
}

#[test]
fn a_ball_with_more_bounce_rebounds_higher_and_as_theory_says() {
    let mut sim = Sim::new();
    let drop = 2.0;
    let balls: Vec<_> = (0..10)
        .map(|n| {
            let pos = v(-9.0 + 2.0 * f64::from(n), 0.25 + drop, 14.0);
            spawn(
                &mut sim,
                BodyDef {
                    bounce: f64::from(n) / 10.0,
                    ..ball(pos, 0.25)
                },
            )
        })
        .collect();
    let mut touched = [false; 10];
    let mut peak = [0.0_f64; 10];
    for _ in 0..150 {
        sim.step();
        for (n, &id) in balls.iter().enumerate() {
            let height = sim.world.position(id).unwrap().y - 0.25;
            let falling = sim.world.velocity(id).unwrap().y;
            touched[n] |= falling > -0.01 && height < 0.5 || (n == 0 && height < 0.01);
            if touched[n] {
                peak[n] = peak[n].max(height);
            }
        }
    }
    println!("rebounds from {drop} m: {peak:?}");
    assert!(touched.iter().all(|t| *t));
    for n in 0..10 {
        let e = n as f64 / 10.0;
        println!("bounce {e}: {:.4} m, theory {:.4} m", peak[n], e * e * drop);
    }
    assert!(peak[0] < 0.005, "{}", peak[0]);
    for n in 1..10 {
        let theory = (n as f64 / 10.0).powi(2) * drop;
        near(peak[n], theory, 0.15 * theory);
        assert!(peak[n] > peak[n - 1]);
    }
}

#[test]
fn the_bouncier_of_two_decides() {
    for (one, other) in [(0.8, 0.0), (0.0, 0.8), (0.8, 0.3)] {
        let mut sim = Sim::new();
        let plate = BodyDef {
            is_static: true,
            bounce: one,
            ..cube(v(0.0, 0.25, 12.0), v(4.0, 0.5, 4.0))
        };
        spawn(&mut sim, plate);
        let id = spawn(
            &mut sim,
            BodyDef {
                bounce: other,
                ..ball(v(0.0, 2.75, 12.0), 0.25)
            },
        );
        let mut peak = 0.0_f64;
        for n in 0..90 {
            sim.step();
            if n > 45 {
                peak = peak.max(sim.world.position(id).unwrap().y - 0.75);
            }
        }
        near(peak, 0.64 * 2.0, 0.15 * 0.64 * 2.0);
    }
}

#[test]
fn nothing_bounces_that_closes_in_at_less_than_a_metre_a_second() {
    let mut sim = Sim::new();
    // A fall of 4 cm ends at 0.89 m/s, one of 7 cm at 1.17 m/s.
    for (x, drop, bounces) in [(0.0, 0.04, false), (2.0, 0.07, true)] {
        let id = spawn(
            &mut sim,
            BodyDef {
                bounce: 0.9,
                ..ball(v(x, 0.25 + drop, 14.0), 0.25)
            },
        );
        let mut fastest_up = 0.0_f64;
        for _ in 0..30 {
            sim.step();
            fastest_up = fastest_up.max(sim.world.velocity(id).unwrap().y);
        }
        assert_eq!(fastest_up > 0.3, bounces, "{drop} m: {fastest_up} m/s");
    }
}

#[test]
fn a_box_with_more_friction_slides_less_far_and_as_theory_says() {
    let mut sim = Sim::new();
    let speed = 5.0;
    let frictions: Vec<f64> = (1..=9).map(|n| f64::from(n) / 10.0).collect();
    let boxes: Vec<_> = frictions
        .iter()
        .enumerate()
        .map(|(n, &friction)| {
            let def = cube(v(-18.0, 0.1, 10.0 + n as f64), v(0.6, 0.2, 0.6));
            spawn(
                &mut sim,
                BodyDef {
                    friction,
                    velocity: v(speed, 0.0, 0.0),
                    ..def
                },
            )
        })
        .collect();
    steps(&mut sim, 400);
    let mut last = f64::MAX;
    for (&id, &friction) in boxes.iter().zip(&frictions) {
        let slid = sim.world.position(id).unwrap().x + 18.0;
        let theory = speed * speed / (2.0 * 9.81 * (friction * 0.6).sqrt());
        println!("friction {friction}: {slid:.3} m, theory {theory:.3} m");
        near(slid, theory, 0.15 * theory);
        assert!(slid < last);
        last = slid;
    }
}

#[test]
fn damping_takes_a_twentieth_of_the_speed_a_second() {
    let mut sim = Sim::new();
    let id = spawn(
        &mut sim,
        BodyDef {
            velocity: v(4.0, 0.0, 0.0),
            ..ball(v(0.0, 300.0, 0.0), 0.5)
        },
    );
    steps(&mut sim, 60);
    near(
        sim.world.velocity(id).unwrap().x,
        4.0 * (-0.05_f64).exp(),
        0.005,
    );
}

#[test]
fn gravity_is_9_81_downwards() {
    let mut sim = Sim::new();
    let id = spawn(&mut sim, ball(v(0.0, 300.0, 0.0), 0.5));
    steps(&mut sim, 12);
    near(sim.world.velocity(id).unwrap().y, -9.81 * 0.2, 0.02);
}

#[test]
fn a_ball_at_60_metres_a_second_does_not_pass_a_5_centimetre_wall() {
    for n in 0..24 {
        let mut sim = Sim::new();
        let wall = cube(v(0.0, 3.0, 0.0), v(6.0, 6.0, 0.05));
        spawn(
            &mut sim,
            BodyDef {
                is_static: true,
                ..wall
            },
        );
        let start = v(0.0, 3.0, 3.0 + 0.05 * f64::from(n));
        let id = spawn(
            &mut sim,
            BodyDef {
                velocity: v(0.0, 0.0, -60.0),
                ..ball(start, 0.1)
            },
        );
        let told = contacts(&mut sim, 30);
        assert!(sim.world.position(id).unwrap().z > 0.0, "{n}");
        let hit = told.iter().find(|c| c.b == id).unwrap();
        near(hit.speed, 60.0, 0.4);
    }
}

#[test]
fn a_moving_thin_wall_is_not_passed_either() {
    for n in 0..24 {
        let mut sim = Sim::new();
        let wall = BodyDef {
            density: 5000.0,
            ..cube(v(0.0, 1.0, 0.0), v(2.0, 2.0, 0.05))
        };
        let wall = spawn(&mut sim, wall);
        let start = v(0.0, 1.0, 3.0 + 0.05 * f64::from(n));
        let id = spawn(
            &mut sim,
            BodyDef {
                velocity: v(0.0, 0.0, -60.0),
                ..ball(start, 0.05)
            },
        );
        steps(&mut sim, 12);
        let (ball, wall) = (
            sim.world.position(id).unwrap().z,
            sim.world.position(wall).unwrap().z,
        );
        assert!(ball > wall, "{n}: ball {ball}, wall {wall}");
    }
}

#[test]
fn two_fast_balls_that_meet_do_not_pass_each_other() {
    for speed in [20.0, 60.0, 150.0, 400.0] {
        for n in 0..24 {
            let mut sim = Sim::new();
            let left = v(-6.0 - 0.13 * f64::from(n), 10.0, 0.0);
            let a = spawn(
                &mut sim,
                BodyDef {
                    velocity: v(speed, 0.0, 0.0),
                    ..ball(left, 0.1)
                },
            );
            let b = spawn(
                &mut sim,
                BodyDef {
                    velocity: v(-speed, 0.0, 0.0),
                    ..ball(v(6.0, 10.0, 0.0), 0.1)
                },
            );
            let told = contacts(&mut sim, 40);
            let (pa, pb) = (
                sim.world.position(a).unwrap().x,
                sim.world.position(b).unwrap().x,
            );
            assert!(pa < pb, "{speed} m/s, {n}: {pa} {pb}");
            let meeting: Vec<_> = told.iter().filter(|c| (c.a, c.b) == (a, b)).collect();
            assert_eq!(meeting.len(), 1, "{speed} m/s, {n}");
            near(meeting[0].speed, 2.0 * speed, 0.06 * speed);
        }
    }
}

#[test]
fn fast_balls_that_miss_each_other_are_not_deflected() {
    for n in 0..24 {
        let mut sim = Sim::new();
        let start = v(-5.0 - 0.08 * f64::from(n), 10.0, 0.0);
        let def = BodyDef { velocity: v(60.0, 0.0, 0.0), ..ball(start, 0.1) };
        let a = spawn(&mut sim, def);
        // 0.226 m beside each other, with radii of 0.1 m.
        let def = BodyDef { velocity: v(-60.0, 0.0, 0.0), ..ball(v(5.0, 10.16, 0.16), 0.1) };
        let b = spawn(&mut sim, def);
        steps(&mut sim, 20);
        assert_eq!(sim.world.velocity(a).unwrap().z, 0.0, "{n}");
        assert_eq!(sim.world.velocity(b).unwrap().z, 0.0, "{n}");
    }
}

#[test]
fn a_ball_that_flies_past_an_edge_is_not_deflected() {
    for n in 0..24 {
        let mut sim = Sim::new();
        let def = cube(v(0.0, 10.0, 0.0), v(2.0, 2.0, 20.0));
        spawn(&mut sim, BodyDef { is_static: true, ..def });
        // Down along a line at 45 degrees that passes the edge at (1, 11) 10 cm too far away to touch.
        let beside = v(1.0, 1.0, 0.0).normalize() * 0.3;
        let along = v(1.0, -1.0, 0.0).normalize();
        let start = v(1.0, 11.0, 0.0) + beside - along * (4.0 + 0.05 * f64::from(n));
        let def = BodyDef { velocity: along * 40.0, bounce: 0.9, ..ball(start, 0.2) };
        let id = spawn(&mut sim, def);
        steps(&mut sim, 12);
        let velocity = sim.world.velocity(id).unwrap();
        near(velocity.x, 28.28, 0.4);
        near(velocity.y, -28.28 - 9.81 * 0.2, 0.4);
    }
}

#[test]
fn a_body_made_inside_another_does_not_blow_the_world_up() {
    let mut sim = Sim::new();
    let mut ids = Vec::new();
    for n in 0..20 {
        let jitter = 0.01 * f64::from(n);
        ids.push(spawn(&mut sim, cube(v(jitter, 0.5, 12.0), DVec3::ONE)));
        ids.push(spawn(&mut sim, ball(v(0.0, 0.5 + jitter, 12.0), 0.4)));
    }
    ids.push(spawn(&mut sim, cube(v(4.0, -0.2, 12.0), v(0.4, 0.4, 0.4))));
    let mut fastest = 0.0_f64;
    for _ in 0..240 {
        sim.step();
        for &id in &ids {
            let velocity = sim.world.velocity(id).unwrap();
            // Falling down from the heap is no explosion.
            fastest = fastest.max(velocity.x.hypot(velocity.z)).max(velocity.y);
        }
    }
    println!("fastest of 41 bodies made inside each other: {fastest:.2} m/s");
    assert!(fastest < 5.0, "{fastest}");
    for id in ids {
        assert!(sim.world.position(id).unwrap().length() < 30.0);
    }
}

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
        BodyDef {
            velocity: v(8.0, 0.0, 0.0),
            density: 3000.0,
            ..ball(at - v(2.0, 0.0, 0.0), 0.2)
        },
    );
    steps(&mut sim, 30);
    assert!(sim.world.position(id).unwrap().x > at.x + 0.05);
}

#[test]
fn a_body_slower_than_3_centimetres_a_second_sleeps_and_a_faster_one_does_not() {
    for (speed, sleeps) in [(0.028, true), (0.033, false)] {
        let mut sim = Sim::new();
        let def = cube(v(0.0, 0.25, 12.0), DVec3::splat(0.5));
        let id = spawn(
            &mut sim,
            BodyDef {
                friction: 0.0,
                velocity: v(speed, 0.0, 0.0),
                ..def
            },
        );
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
        let base = spawn(
            &mut sim,
            BodyDef {
                is_static,
                ..cube(v(0.0, 0.5, 12.0), DVec3::ONE)
            },
        );
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
    spawn(
        &mut sim,
        BodyDef {
            is_static: true,
            ..cube(v(0.3, 0.5, 12.0), DVec3::splat(1.0))
        },
    );
    steps(&mut sim, 60);
    assert!((sim.world.position(id).unwrap() - v(0.0, 0.25, 12.0)).length() > 0.1);
}

#[test]
fn a_force_lasts_one_tick_and_adds_up() {
    let mut sim = Sim::new();
    let id = spawn(&mut sim, ball(v(0.0, 300.0, 0.0), 0.5));
    let mass = 500.0 * 4.0 / 3.0 * std::f64::consts::PI * 0.125;
    sim.world.force(id, v(mass * 60.0, 0.0, 0.0)).unwrap();
    sim.world.force(id, v(mass * 60.0, 0.0, 0.0)).unwrap();
    assert_eq!(sim.world.velocity(id).unwrap().x, 0.0);
    steps(&mut sim, 1);
    near(sim.world.velocity(id).unwrap().x, 2.0, 0.005);
    steps(&mut sim, 1);
    near(sim.world.velocity(id).unwrap().x, 2.0, 0.005);
}

#[test]
fn an_impulse_right_after_making_a_body_counts_and_one_off_the_centre_turns_it() {
    let mut sim = Sim::new();
    let id = spawn(&mut sim, cube(v(0.0, 300.0, 0.0), DVec3::ONE));
    sim.world.impulse(id, v(500.0, 0.0, 0.0), None).unwrap();
    near(sim.world.velocity(id).unwrap().x, 1.0, 1e-5);
    sim.world
        .impulse(id, v(0.0, 0.0, 100.0), Some(v(0.5, 300.0, 0.0)))
        .unwrap();
    steps(&mut sim, 30);
    let turned = sim.world.body(id).unwrap().rotation;
    assert!(turned.y.abs() > 0.1, "{turned}");
}

#[test]
fn writes_are_seen_by_the_next_read() {
    let mut sim = Sim::new();
    let id = spawn(
        &mut sim,
        BodyDef {
            velocity: v(1.0, 2.0, 3.0),
            ..ball(v(1.0, 5.0, 2.0), 0.25)
        },
    );
    assert_eq!(sim.world.position(id), Some(v(1.0, 5.0, 2.0)));
    assert_eq!(sim.world.velocity(id), Some(v(1.0, 2.0, 3.0)));
    sim.world.set_velocity(id, v(-1.0, 0.0, 0.5)).unwrap();
    assert_eq!(sim.world.velocity(id), Some(v(-1.0, 0.0, 0.5)));
    assert_eq!(sim.world.count(), 1);
    sim.world.remove(id).unwrap();
    assert_eq!(sim.world.position(id), None);
    assert_eq!(sim.world.velocity(id), None);
    assert_eq!(sim.world.count(), 0);
}

#[test]
fn nothing_is_faster_than_500_metres_a_second() {
    let mut sim = Sim::new();
    let id = spawn(
        &mut sim,
        BodyDef {
            velocity: v(1e300, 0.0, 0.0),
            ..ball(v(0.0, 50.0, 0.0), 0.25)
        },
    );
    near(sim.world.velocity(id).unwrap().x, 500.0, 1e-3);
    sim.world
        .impulse(id, v(0.0, 1e300, 0.0), Some(v(3.0, 50.0, 0.0)))
        .unwrap();
    sim.world.force(id, v(0.0, 0.0, 1e300)).unwrap();
    for _ in 0..600 {
        sim.step();
        assert!(sim.world.velocity(id).unwrap().length() <= 500.01);
        assert!(sim.world.position(id).unwrap().is_finite());
    }
}

#[test]
fn a_body_that_falls_out_of_the_world_is_stopped_and_told_once() {
    let mut sim = Sim::new();
    let id = spawn(
        &mut sim,
        BodyDef {
            velocity: v(0.0, -500.0, 0.0),
            ..ball(v(100.0, 0.0, 0.0), 0.25)
        },
    );
    steps(&mut sim, 3000);
    let notices = sim.world.take_notices();
    assert_eq!(notices.len(), 1, "{notices:?}");
    assert!(notices[0].contains(&format!("body {id} ")), "{notices:?}");
    assert_eq!(sim.world.velocity(id), Some(DVec3::ZERO));
    sim.world.set_velocity(id, v(1.0, 0.0, 0.0)).unwrap();
    sim.world.remove(id).unwrap();
    steps(&mut sim, 3);
    assert!(sim.world.take_notices().is_empty());
}

#[test]
fn a_contact_tells_the_beginning_of_a_touch_once_and_its_closing_speed() {
    let mut sim = Sim::new();
    steps(&mut sim, 120);
    sim.take_contacts();
    let def = BodyDef {
        bounce: 0.0,
        material: 7,
        ..cube(v(0.0, 1.25, 12.0), DVec3::splat(0.5))
    };
    let id = spawn(&mut sim, def);
    let told = contacts(&mut sim, 200);
    assert_eq!(told.len(), 1, "{told:?}");
    let ground = BodyId(1);
    assert_eq!((told[0].a, told[0].b), (ground, id));
    assert_eq!((told[0].material_a, told[0].material_b), (0, 7));
    near(told[0].speed, (2.0 * 9.81_f64).sqrt(), 0.2);
    near(told[0].pos.y, 0.0, 0.03);
    near(told[0].pos.x, 0.0, 0.01);
    near(told[0].pos.z, 12.0, 0.01);
}

#[test]
fn every_bounce_is_a_touch_of_its_own() {
    let mut sim = Sim::new();
    steps(&mut sim, 120);
    sim.take_contacts();
    spawn(
        &mut sim,
        BodyDef {
            bounce: 0.7,
            ..ball(v(0.0, 2.25, 12.0), 0.25)
        },
    );
    let told = contacts(&mut sim, 400);
    assert!(told.len() >= 5, "{told:?}");
    for pair in told.windows(2) {
        assert!(pair[1].speed < pair[0].speed);
        if pair[1].speed > 1.2 {
            near(pair[1].speed / pair[0].speed, 0.7, 0.08);
        }
    }
    assert!(told.iter().all(|c| c.speed >= 0.5));
}

#[test]
fn gentle_and_lasting_touches_are_not_told() {
    let mut sim = Sim::new();
    steps(&mut sim, 120);
    sim.take_contacts();
    spawn(&mut sim, cube(v(0.0, 0.2505, 12.0), DVec3::splat(0.5)));
    let roller = BodyDef {
        velocity: v(6.0, 0.0, 0.0),
        ..ball(v(-10.0, 0.25, 14.0), 0.25)
    };
    spawn(&mut sim, roller);
    spawn(
        &mut sim,
        BodyDef {
            velocity: v(0.4, 0.0, 0.0),
            friction: 0.0,
            ..cube(v(-0.6, 0.25, 12.0), DVec3::splat(0.5))
        },
    );
    let told = contacts(&mut sim, 120);
    assert!(told.is_empty(), "{told:?}");
}

#[test]
fn the_closing_speed_counts_spin() {
    let mut sim = Sim::new();
    // A slab that falls turning: one end comes down faster than its middle.
    let slab = spawn(&mut sim, cube(v(0.0, 3.0, 12.0), v(4.0, 0.2, 0.5)));
    sim.world
        .impulse(slab, v(0.0, -300.0, 0.0), Some(v(2.0, 3.0, 12.0)))
        .unwrap();
    let mut before = DVec3::ZERO;
    let mut told = Vec::new();
    while told.is_empty() {
        before = sim.world.velocity(slab).unwrap();
        sim.step();
        told = sim.take_contacts();
        told.retain(|c| c.b == slab);
    }
    assert!(
        told[0].speed > -before.y + 0.5,
        "{} against {}",
        told[0].speed,
        -before.y
    );
}

#[test]
fn a_removal_while_touching_leaves_nothing_stale() {
    let mut sim = Sim::new();
    steps(&mut sim, 120);
    sim.take_contacts();
    for _ in 0..5 {
        let id = spawn(&mut sim, ball(v(0.0, 0.75, 12.0), 0.25));
        let told = contacts(&mut sim, 60);
        assert!(told.iter().filter(|c| c.b == id).count() >= 1, "{told:?}");
        sim.world.remove(id).unwrap();
        assert!(contacts(&mut sim, 5).is_empty());
    }
}

#[test]
fn of_many_contacts_the_32_hardest_are_told_in_the_order_of_ids() {
    let mut sim = Sim::new();
    steps(&mut sim, 120);
    sim.take_contacts();
    for n in 0..50 {
        let pos = v(-10.0 + 0.45 * f64::from(n), 0.25, 14.0);
        spawn(
            &mut sim,
            BodyDef {
                velocity: v(0.0, -1.0 - 0.1 * f64::from(n), 0.0),
                ..ball(pos, 0.2)
            },
        );
    }
    for _ in 0..8 {
        sim.step();
    }
    let told = sim.take_contacts();
    assert_eq!(told.len(), 32);
    assert!(
        told.windows(2)
            .all(|p| (p[0].tick, p[0].a, p[0].b) < (p[1].tick, p[1].a, p[1].b))
    );
    assert!(told.iter().all(|c| c.speed > 2.6), "{told:?}");
}

#[test]
fn rays_hit_what_is_there_now() {
    let mut sim = Sim::new();
    let down = v(0.0, -1.0, 0.0);
    let from = v(3.0, 10.0, 12.0);
    let hit = sim.world.raycast(from, down * 7.0, 100.0).unwrap().unwrap();
    near(hit.distance, 10.0, 1e-5);
    assert_eq!(hit.body, BodyId(1));
    assert_eq!(hit.normal, DVec3::Y);
    let def = BodyDef {
        is_static: true,
        material: 3,
        ..cube(v(3.0, 1.0, 12.0), v(1.0, 2.0, 1.0))
    };
    let id = spawn(&mut sim, def);
    let hit = sim.world.raycast(from, down, 100.0).unwrap().unwrap();
    near(hit.distance, 8.0, 1e-5);
    assert_eq!((hit.body, hit.material), (id, 3));
    assert_eq!(sim.world.raycast(from, down, 7.9).unwrap(), None);
    let inside = sim
        .world
        .raycast(v(3.0, 1.0, 12.0), v(1.0, 0.0, 0.0), 5.0)
        .unwrap()
        .unwrap();
    assert_eq!((inside.distance, inside.body), (0.0, id));
    assert_eq!(inside.pos, v(3.0, 1.0, 12.0));
    sim.world.remove(id).unwrap();
    let hit = sim.world.raycast(from, down, 100.0).unwrap().unwrap();
    assert_eq!(hit.body, BodyId(1));
    let other = spawn(
        &mut sim,
        BodyDef {
            is_static: true,
            ..cube(v(-3.0, 1.0, 12.0), v(1.0, 2.0, 1.0))
        },
    );
    assert_eq!(
        sim.world.raycast(from, down, 100.0).unwrap().unwrap().body,
        BodyId(1)
    );
    sim.step();
    assert_eq!(
        sim.world
            .raycast(v(-3.0, 10.0, 12.0), down, 100.0)
            .unwrap()
            .unwrap()
            .body,
        other
    );
    let slow = spawn(
        &mut sim,
        BodyDef {
            velocity: v(10.0, 0.0, 0.0),
            ..ball(v(0.0, 30.0, 12.0), 0.5)
        },
    );
    steps(&mut sim, 30);
    let at = sim.world.position(slow).unwrap();
    let hit = sim
        .world
        .raycast(v(at.x, 100.0, 12.0), down, 100.0)
        .unwrap()
        .unwrap();
    assert_eq!(hit.body, slow);
    near(hit.pos.y, at.y + 0.5, 1e-4);
}

#[test]
fn rays_that_make_no_sense_are_refused_with_a_sentence() {
    let sim = Sim::new();
    let says = |from, dir, max| sim.world.raycast(from, dir, max).unwrap_err().to_string();
    assert_eq!(
        says(DVec3::ZERO, DVec3::ZERO, 1.0),
        "dir must not be the zero vector: a ray needs a direction"
    );
    assert_eq!(
        says(DVec3::ZERO, DVec3::X, -1.0),
        "max must be at least 0, got -1"
    );
    assert_eq!(
        says(DVec3::ZERO, v(f64::NAN, 0.0, 0.0), 1.0),
        "dir.x must be a finite number, got NaN"
    );
    assert_eq!(
        says(DVec3::ZERO, DVec3::X, f64::INFINITY),
        "max must be a finite number, got inf"
    );
    assert!(
        sim.world
            .raycast(v(0.0, 5.0, 0.0), v(0.0, -1e-300, 0.0), 1e300)
            .unwrap()
            .is_some()
    );
    assert!(
        sim.world
            .raycast(v(0.0, 5.0, 0.0), v(0.0, -1e300, 0.0), 10.0)
            .unwrap()
            .is_some()
    );
}

#[test]
fn unknown_removed_and_the_yards_own_bodies_are_refused_with_a_sentence() {
    let mut sim = Sim::new();
    let gone = "there is no body 99 (it was removed or never made)";
    assert_eq!(sim.world.remove(BodyId(99)).unwrap_err().to_string(), gone);
    assert_eq!(
        sim.world
            .set_velocity(BodyId(99), DVec3::X)
            .unwrap_err()
            .to_string(),
        gone
    );
    let ours = "body 3 belongs to the yard itself: a script cannot remove or push it";
    assert_eq!(sim.world.remove(BodyId(3)).unwrap_err().to_string(), ours);
    assert_eq!(
        sim.world
            .force(BodyId(3), DVec3::X)
            .unwrap_err()
            .to_string(),
        ours
    );
    assert_eq!(
        sim.world
            .impulse(BodyId(3), DVec3::X, None)
            .unwrap_err()
            .to_string(),
        ours
    );
    assert_eq!(
        sim.world
            .set_velocity(BodyId(3), DVec3::X)
            .unwrap_err()
            .to_string(),
        ours
    );
    let id = spawn(
        &mut sim,
        BodyDef {
            is_static: true,
            ..ball(v(0.0, 5.0, 12.0), 0.5)
        },
    );
    sim.world.set_velocity(id, DVec3::X).unwrap();
    sim.world.impulse(id, DVec3::X, Some(DVec3::ZERO)).unwrap();
    sim.world.force(id, DVec3::X).unwrap();
    steps(&mut sim, 5);
    assert_eq!(sim.world.position(id), Some(v(0.0, 5.0, 12.0)));
    let nan = v(0.0, f64::NAN, 0.0);
    assert_eq!(
        sim.world.force(id, nan).unwrap_err().to_string(),
        "force.y must be a finite number, got NaN"
    );
}

#[test]
fn a_script_has_at_most_2000_bodies_and_ids_are_never_used_again() {
    let mut sim = Sim::new();
    let def = BodyDef {
        is_static: true,
        ..ball(v(0.0, 50.0, 0.0), 0.1)
    };
    let first = sim.world.spawn(Some(4), &def).unwrap();
    for _ in 1..2000 {
        sim.world.spawn(Some(4), &def).unwrap();
    }
    let refusal = sim.world.spawn(Some(4), &def).unwrap_err().to_string();
    assert_eq!(
        refusal,
        "a script may have at most 2000 bodies: remove some first"
    );
    sim.world.spawn(Some(5), &def).unwrap();
    assert_eq!(
        (
            sim.world.count(),
            sim.world.count_owned_by(4),
            sim.world.count_owned_by(5)
        ),
        (2001, 2000, 1)
    );
    assert_eq!(sim.world.remove_owned_by(4), 2000);
    assert_eq!((sim.world.count(), sim.world.count_owned_by(4)), (1, 0));
    let next = sim.world.spawn(Some(4), &def).unwrap();
    assert_eq!(next.0, first.0 + 2001);
    assert_eq!(sim.world.owner(next), Some(Some(4)));
    assert_eq!(sim.world.owner(BodyId(1)), Some(None));
    assert_eq!(sim.world.owner(first), None);
    let ids: Vec<_> = sim.world.bodies().map(|b| b.id).collect();
    assert!(ids.windows(2).all(|p| p[0] < p[1]));
}

#[test]
fn poses_of_the_last_tick_are_kept_for_drawing_between() {
    let mut sim = Sim::new();
    let id = spawn(
        &mut sim,
        BodyDef {
            velocity: v(6.0, 0.0, 0.0),
            ..ball(v(0.0, 50.0, 0.0), 0.5)
        },
    );
    let start = sim.world.body(id).unwrap();
    assert_eq!(start.prev_pos, start.pos);
    for _ in 0..5 {
        let before = sim.world.position(id).unwrap();
        sim.step();
        let body = sim.world.body(id).unwrap();
        assert_eq!(body.prev_pos, before);
        near(body.pos.x - body.prev_pos.x, 6.0 * DT, 1e-3);
    }
    let sleeper = spawn(&mut sim, cube(v(0.0, 0.3, 12.0), DVec3::splat(0.5)));
    steps(&mut sim, 200);
    let body = sim.world.body(sleeper).unwrap();
    assert!(body.sleeping);
    assert_eq!(body.prev_pos, body.pos);
}

/// The same busy story; `at_tick` is called before every tick.
fn story(mut at_tick: impl FnMut(&mut Sim, u64)) -> Vec<String> {
    let mut sim = Sim::new();
    let mut digests = Vec::new();
    let mut ids = Vec::new();
    for n in 0..200_u64 {
        at_tick(&mut sim, n);
        if n % 3 == 0 {
            let x = (n % 17) as f64 - 8.0;
            let def = if n % 2 == 0 {
                ball(v(x, 4.0, 10.0), 0.3)
            } else {
                cube(v(x, 3.0, 11.0), DVec3::splat(0.5))
            };
            ids.push(spawn(
                &mut sim,
                BodyDef {
                    bounce: 0.5,
                    velocity: v(0.0, 0.0, x),
                    ..def
                },
            ));
        }
        if n % 7 == 0 && ids.len() > 4 {
            sim.world.remove(ids.remove(2)).unwrap();
        }
        if let Some(&id) = ids.last() {
            sim.world.impulse(id, v(1.0, 20.0, 2.0), None).unwrap();
            sim.world.force(id, v(100.0, 0.0, 0.0)).unwrap();
        }
        sim.step();
        sim.move_player(&moonyard::sim::Walk {
            forward: 1.0,
            jump_pressed: n % 40 == 0,
            ..Default::default()
        });
        sim.look(3.0, 0.1);
        digests.push(digest(&sim));
    }
    digests
}

#[test]
fn the_same_calls_give_the_same_bits_every_tick() {
    let once = story(|_, _| ());
    let again = story(|sim, _| {
        // Reading changes nothing.
        let _ = sim
            .world
            .raycast(v(0.0, 5.0, 0.0), v(0.1, -1.0, 0.2), 100.0);
        assert!(sim.world.bodies().count() >= sim.world.count());
    });
    assert_eq!(once, again);
    assert!(once.windows(2).all(|p| p[0] != p[1]));
    let other = story(|sim, n| {
        if n == 100 {
            sim.look(1e-9, 0.0);
        }
    });
    assert_eq!(once[..100], other[..100]);
    assert_ne!(once[199], other[199]);
}
