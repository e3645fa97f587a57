//! Too much at once: in one place, in one tick, with absurd numbers.

use super::*;
use moonyard::sim::MAX_BODIES_A_SCRIPT;

#[test]
fn hundreds_of_bodies_made_in_one_point_come_apart_without_an_explosion() {
    let mut sim = Sim::new();
    let mut ids = Vec::new();
    for n in 0..300 {
        let at = v(0.0, 1.0, 12.0);
        let def = if n % 2 == 0 { ball(at, 0.25) } else { cube(at, DVec3::splat(0.5)) };
        ids.push(spawn(&mut sim, def));
    }
    let mut fastest = 0.0_f64;
    for _ in 0..300 {
        sim.step();
        all_is_well(&sim);
        for &id in &ids {
            let velocity = sim.world.velocity(id).unwrap();
            fastest = fastest.max(velocity.x.hypot(velocity.z)).max(velocity.y);
        }
    }
    println!("fastest of 300 bodies made in one point: {fastest:.2} m/s");
    assert!(fastest < 12.0, "{fastest}");
    for id in ids {
        let at = sim.world.position(id).unwrap();
        assert!((at - v(0.0, 1.0, 12.0)).length() < 25.0, "{at}");
    }
}

#[test]
fn a_million_impulses_in_one_tick_add_up_to_no_more_than_the_highest_speed() {
    let mut sim = Sim::new();
    let one = spawn(&mut sim, ball(v(0.0, 50.0, 0.0), 0.25));
    let two = spawn(&mut sim, ball(v(5.0, 50.0, 0.0), 0.25));
    for _ in 0..500_000 {
        for id in [one, two] {
            sim.world.impulse(id, v(1e30, 0.0, 0.0), None).unwrap();
        }
    }
    for _ in 0..200_000 {
        sim.world.force(one, v(0.0, 1e30, 0.0)).unwrap();
        sim.world.force(two, v(0.0, -1e30, 1e-300)).unwrap();
    }
    assert!(sim.world.load().waiting < 200, "{:?}", sim.world.load());
    for _ in 0..60 {
        sim.step();
        all_is_well(&sim);
    }
}

#[test]
fn absurd_pushes_at_absurd_points_leave_finite_numbers() {
    let numbers = [0.0, -0.0, 5e-324, 1e-30, 1.0, 1e4, -1e4, 1e30, -1e30, 1e300, f64::MAX, f64::MIN];
    let mut sim = Sim::new();
    for (n, &x) in numbers.iter().enumerate() {
        for &y in &numbers {
            let shape = if n % 2 == 0 {
                Shape::Sphere { radius: 0.02 }
            } else {
                Shape::Box { size: v(0.02, 1000.0, 0.02) }
            };
            let Ok(id) = sim
                .world
                .spawn(Some(1), &BodyDef { pos: v(0.0, 600.0, 0.0), density: 1.0, ..BodyDef::new(shape) })
            else {
                panic!("these are within the limits");
            };
            sim.world.set_velocity(id, v(x, y, x)).unwrap();
            sim.world
                .impulse(id, v(y, x, -y), Some(v(x, y, 0.0).clamp(DVec3::splat(-1e4), DVec3::splat(1e4))))
                .unwrap();
            sim.world.force(id, v(x, x, y)).unwrap();
            sim.world.force(id, v(y, x, x)).unwrap();
            sim.step();
            all_is_well(&sim);
            sim.world.remove(id).unwrap();
        }
    }
}

#[test]
fn a_new_velocity_for_every_body_in_every_tick_is_fine() {
    let mut sim = Sim::new();
    let ids: Vec<_> = (0..300)
        .map(|n| {
            spawn(
                &mut sim,
                ball(v(f64::from(n % 20) - 10.0, 1.0 + f64::from(n / 60), f64::from(n / 20 % 3) + 10.0), 0.3),
            )
        })
        .collect();
    for tick in 0..120 {
        for (n, &id) in ids.iter().enumerate() {
            let turn = (tick * 7 + n) as f64;
            sim.world.set_velocity(id, v(turn.sin() * 4.0, 0.0, turn.cos() * 4.0)).unwrap();
        }
        sim.step();
        all_is_well(&sim);
    }
}

#[test]
fn removing_while_touching_and_removing_twice_are_fine() {
    let mut sim = Sim::new();
    for round in 0..20 {
        let stack: Vec<_> = (0..10)
            .map(|n| spawn(&mut sim, cube(v(0.0, 0.25 + 0.5 * f64::from(n), 12.0), DVec3::splat(0.5))))
            .collect();
        for _ in 0..(round * 5) {
            sim.step();
        }
        for id in stack.iter().rev().step_by(2).chain(stack.iter().step_by(2)) {
            sim.world.remove(*id).ok();
            let again = sim.world.remove(*id).unwrap_err().to_string();
            assert_eq!(again, format!("there is no body {id} (it was removed or never made)"));
            sim.step();
            all_is_well(&sim);
        }
        assert_eq!(sim.world.count(), 0);
    }
}

#[test]
fn the_largest_and_the_smallest_bodies_live_together() {
    let mut sim = Sim::new();
    spawn(&mut sim, BodyDef { density: 1e6, ..cube(v(0.0, 700.0, 0.0), DVec3::splat(1000.0)) });
    spawn(
        &mut sim,
        BodyDef { density: 1e6, velocity: v(0.0, -500.0, 0.0), ..ball(v(0.0, 2000.0, 0.0), 500.0) },
    );
    for n in 0..50 {
        spawn(
            &mut sim,
            BodyDef {
                density: 1.0,
                bounce: 1.0,
                friction: 1000.0,
                ..ball(v(f64::from(n % 7) * 0.03, 0.5 + f64::from(n) * 0.03, 12.0), 0.02)
            },
        );
        spawn(
            &mut sim,
            BodyDef {
                density: 1e6,
                bounce: 1.0,
                ..cube(v(3.0, 0.5 + f64::from(n) * 0.03, 12.0), DVec3::splat(0.02))
            },
        );
    }
    for _ in 0..240 {
        sim.step();
        all_is_well(&sim);
    }
}

#[test]
fn the_world_takes_65536_bodies_and_then_says_so() {
    let mut sim = Sim::new();
    let def = BodyDef { is_static: true, ..ball(v(0.0, 50.0, 0.0), 0.1) };
    let mut refusal = String::new();
    'all: for owner in 1.. {
        for n in 0..MAX_BODIES_A_SCRIPT {
            let pos = v((n % 50) as f64 * 4.0, 50.0 + f64::from(owner) * 4.0, (n / 50) as f64 * 4.0);
            if let Err(error) = sim.world.spawn(Some(owner), &BodyDef { pos, ..def.clone() }) {
                refusal = error.to_string();
                break 'all;
            }
        }
    }
    assert_eq!(refusal, "the world holds at most 65536 bodies: remove some first");
    assert_eq!(sim.world.load().listed, 65_536);
    sim.step();
    for owner in 1..40 {
        sim.world.remove_owned_by(owner);
    }
    assert_eq!(sim.world.count(), 0);
    sim.step();
    let load = sim.world.load();
    assert_eq!(
        (load.bodies, load.colliders, load.leaves, load.listed, load.owners),
        (22, 22, 22, 22, 0),
        "{load:?}"
    );
}

#[test]
fn two_thousand_bodies_made_in_one_point_do_not_stop_the_world() {
    let mut sim = Sim::new();
    let ids: Vec<BodyId> = (0..2_000)
        .map(|_| sim.world.spawn(Some(1), &BodyDef::new(Shape::Box { size: DVec3::splat(0.5) })).unwrap())
        .collect();
    for _ in 0..30 {
        sim.step();
    }
    let notices = sim.world.take_notices();
    assert_eq!(notices.len(), 1, "{notices:?}");
    assert!(notices[0].text.contains("waits until there is room"), "{notices:?}");
    assert!(sim.world.bodies().all(|body| body.pos.is_finite()));
    // Those that wait are there: they can be read and removed.
    let last = *ids.last().unwrap();
    assert_eq!(sim.world.position(last), Some(DVec3::new(0.0, 2.0, 0.0)));
    for id in ids {
        sim.world.remove(id).unwrap();
    }
    sim.step();
    assert_eq!(sim.world.count(), 0);
}

#[test]
fn what_waits_for_room_comes_in_when_there_is_some() {
    let mut sim = Sim::new();
    let ids: Vec<BodyId> = (0..400)
        .map(|_| sim.world.spawn(Some(1), &BodyDef::new(Shape::Sphere { radius: 0.1 })).unwrap())
        .collect();
    let last = *ids.last().unwrap();
    for id in &ids[..300] {
        sim.world.remove(*id).unwrap();
    }
    assert!(sim.world.body(last).unwrap().sleeping, "it waits");
    for _ in 0..30 {
        sim.step();
    }
    assert!(!sim.world.body(last).unwrap().sleeping, "it moves like the others");
}

#[test]
fn what_waits_for_room_keeps_the_velocity_and_the_impulses_that_it_is_given() {
    let mut sim = Sim::new();
    let def = BodyDef { pos: DVec3::new(0.0, 50.0, 0.0), ..BodyDef::new(Shape::Sphere { radius: 0.1 }) };
    let ids: Vec<BodyId> = (0..400).map(|_| sim.world.spawn(Some(1), &def).unwrap()).collect();
    let [.., set, pushed, turned] = ids[..] else { panic!() };
    let mass = 500.0 * 4.0 / 3.0 * std::f64::consts::PI * 0.1f64.powi(3);
    let give = |sim: &mut Sim, tick: f64| {
        sim.world.set_velocity(set, DVec3::new(1.0 + tick, 0.0, 0.0)).unwrap();
        sim.world.impulse(pushed, DVec3::new(0.0, 0.0, mass * 2.0), None).unwrap();
        sim.world.impulse(turned, DVec3::new(0.0, 0.0, mass), Some(def.pos + DVec3::X * 0.1)).unwrap();
        sim.world.force(pushed, DVec3::new(1e6, 0.0, 0.0)).unwrap();
        // A write is seen by the next read.
        let velocity = |id: BodyId| sim.world.velocity(id).unwrap();
        assert_eq!(velocity(set), DVec3::new(1.0 + tick, 0.0, 0.0));
        assert!(velocity(pushed).distance(DVec3::Z * 2.0 * (1.0 + tick)) < 1e-4, "{}", velocity(pushed));
    };
    give(&mut sim, 0.0);
    sim.step();
    give(&mut sim, 1.0);
    assert!(ids[397..].iter().all(|id| sim.world.position(*id) == Some(def.pos)), "they wait");
    for id in &ids[..397] {
        sim.world.remove(*id).unwrap();
    }
    for _ in 0..15 {
        sim.step();
    }
    let last = sim.world.position(set).unwrap();
    assert!(last.x > 0.09, "it flies off with what it was given: {last}");
    let pushed = sim.world.body(pushed).unwrap();
    assert!(pushed.velocity.z > 3.0 && pushed.pos.z > 0.15, "{pushed:?}");
    assert!(pushed.velocity.x.abs() < 1.0, "a force is forgotten after its tick: {pushed:?}");
    let turned = sim.world.body(turned).unwrap();
    assert!(turned.rotation.y.abs() > 0.01, "{turned:?}");
    // Its mass is its own again.
    sim.world.set_velocity(set, DVec3::ZERO).unwrap();
    sim.world.impulse(set, DVec3::new(mass, 0.0, 0.0), None).unwrap();
    assert!(sim.world.velocity(set).unwrap().distance(DVec3::X) < 1e-4, "{:?}", sim.world.body(set));
}

#[test]
fn more_crowded_worlds_than_threads_go_on_side_by_side() {
    let threads = std::thread::available_parallelism().map_or(2, usize::from);
    // In free flight, so that a step has little to share out.
    let crowded_world = || {
        for _ in 0..40 {
            let mut sim = Sim::new();
            for n in 0..100 {
                let at = v(f64::from(n % 10) * 2.0, 20.0, f64::from(n / 10) * 2.0);
                spawn(&mut sim, BodyDef { velocity: v(0.0, 20.0, f64::from(n % 7)), ..ball(at, 0.25) });
            }
            for _ in 0..60 {
                sim.step();
            }
        }
    };
    let worlds: Vec<_> = (0..threads + 2).map(|_| std::thread::spawn(crowded_world)).collect();
    for world in worlds {
        world.join().unwrap();
    }
}
