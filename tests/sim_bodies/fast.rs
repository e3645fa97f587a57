//! Fast bodies, and bodies made inside each other.

use super::*;

#[test]
fn a_ball_at_60_metres_a_second_does_not_pass_a_5_centimetre_wall() {
    for n in 0..24 {
        let mut sim = Sim::new();
        let wall = cube(v(0.0, 3.0, 0.0), v(6.0, 6.0, 0.05));
        spawn(&mut sim, BodyDef { is_static: true, ..wall });
        let start = v(0.0, 3.0, 3.0 + 0.05 * f64::from(n));
        let id = spawn(&mut sim, BodyDef { velocity: v(0.0, 0.0, -60.0), ..ball(start, 0.1) });
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
        let wall = BodyDef { density: 5000.0, ..cube(v(0.0, 1.0, 0.0), v(2.0, 2.0, 0.05)) };
        let wall = spawn(&mut sim, wall);
        let start = v(0.0, 1.0, 3.0 + 0.05 * f64::from(n));
        let id = spawn(&mut sim, BodyDef { velocity: v(0.0, 0.0, -60.0), ..ball(start, 0.05) });
        steps(&mut sim, 12);
        let (ball, wall) = (sim.world.position(id).unwrap().z, sim.world.position(wall).unwrap().z);
        assert!(ball > wall, "{n}: ball {ball}, wall {wall}");
    }
}

#[test]
fn two_fast_balls_that_meet_do_not_pass_each_other() {
    for speed in [20.0, 60.0, 150.0, 400.0] {
        for n in 0..24 {
            let mut sim = Sim::new();
            let left = v(-6.0 - 0.13 * f64::from(n), 10.0, 0.0);
            let a = spawn(&mut sim, BodyDef { velocity: v(speed, 0.0, 0.0), ..ball(left, 0.1) });
            let b =
                spawn(&mut sim, BodyDef { velocity: v(-speed, 0.0, 0.0), ..ball(v(6.0, 10.0, 0.0), 0.1) });
            let told = contacts(&mut sim, 40);
            let (pa, pb) = (sim.world.position(a).unwrap().x, sim.world.position(b).unwrap().x);
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
fn nothing_is_faster_than_500_metres_a_second() {
    let mut sim = Sim::new();
    let id = spawn(&mut sim, BodyDef { velocity: v(1e300, 0.0, 0.0), ..ball(v(0.0, 50.0, 0.0), 0.25) });
    near(sim.world.velocity(id).unwrap().x, 500.0, 1e-3);
    sim.world.impulse(id, v(0.0, 1e300, 0.0), Some(v(3.0, 50.0, 0.0))).unwrap();
    sim.world.force(id, v(0.0, 0.0, 1e300)).unwrap();
    for _ in 0..600 {
        sim.step();
        assert!(sim.world.velocity(id).unwrap().length() <= 500.01);
        assert!(sim.world.position(id).unwrap().is_finite());
    }
}

#[test]
fn a_ball_thrown_at_the_ground_on_a_slant_rebounds_like_a_mirror_and_does_not_spin() {
    for speed in [5.0, 20.0, 60.0] {
        let mut sim = Sim::new();
        let along = v(1.0, -1.0, 0.0).normalize() * speed;
        let def = BodyDef { bounce: 0.8, friction: 0.0, velocity: along, ..ball(v(-8.0, 2.0, 12.0), 0.1) };
        let id = spawn(&mut sim, def);
        let mut falling = along;
        let mut rising = along;
        while rising.y < 0.0 {
            falling = rising;
            sim.step();
            rising = sim.world.velocity(id).unwrap();
        }
        near(rising.x, falling.x, 0.01 * speed);
        near(rising.y / -falling.y, 0.8, 0.03);
        near(sim.world.body(id).unwrap().rotation.w, 1.0, 1e-4);
    }
}

#[test]
fn two_balls_that_meet_off_their_centres_part_as_theory_says() {
    for speed in [4.0, 10.0, 20.0, 40.0, 100.0, 300.0, 500.0] {
        let mut sim = Sim::new();
        let def = BodyDef { bounce: 1.0, friction: 0.0, ..ball(v(-1.0, 60.0, 0.0), 0.25) };
        let a = BodyDef { velocity: v(speed, 0.0, 0.0), ..def.clone() };
        let a = spawn(&mut sim, a);
        let b = BodyDef { pos: v(1.0, 60.0, 0.25), ..def };
        let b = spawn(&mut sim, b);
        while sim.world.velocity(b).unwrap().z < 0.01 {
            sim.step();
        }
        // The normal at the touch is 30 degrees off: a keeps a quarter of its way on, b gets three.
        near(sim.world.velocity(a).unwrap().x, 0.25 * speed, 0.03 * speed);
        near(sim.world.velocity(b).unwrap().x, 0.75 * speed, 0.03 * speed);
        near(sim.world.velocity(b).unwrap().z, 0.433 * speed, 0.03 * speed);
    }
}
