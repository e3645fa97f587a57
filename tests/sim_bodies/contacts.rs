//! Which touches are told, and how fast.

use super::*;

#[test]
fn a_contact_tells_the_beginning_of_a_touch_once_and_its_closing_speed() {
    let mut sim = Sim::new();
    steps(&mut sim, 120);
    sim.take_contacts();
    let def = BodyDef { bounce: 0.0, material: 7, ..cube(v(0.0, 1.25, 12.0), DVec3::splat(0.5)) };
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
    spawn(&mut sim, BodyDef { bounce: 0.7, ..ball(v(0.0, 2.25, 12.0), 0.25) });
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
    let roller = BodyDef { velocity: v(6.0, 0.0, 0.0), ..ball(v(-10.0, 0.25, 14.0), 0.25) };
    spawn(&mut sim, roller);
    spawn(
        &mut sim,
        BodyDef { velocity: v(0.4, 0.0, 0.0), friction: 0.0, ..cube(v(-0.6, 0.25, 12.0), DVec3::splat(0.5)) },
    );
    let told = contacts(&mut sim, 120);
    assert!(told.is_empty(), "{told:?}");
}

#[test]
fn the_closing_speed_counts_spin() {
    let mut sim = Sim::new();
    // A slab that falls turning: one end comes down faster than its middle.
    let slab = spawn(&mut sim, cube(v(0.0, 3.0, 12.0), v(4.0, 0.2, 0.5)));
    sim.world.impulse(slab, v(0.0, -300.0, 0.0), Some(v(2.0, 3.0, 12.0))).unwrap();
    let mut before = DVec3::ZERO;
    let mut told = Vec::new();
    while told.is_empty() {
        before = sim.world.velocity(slab).unwrap();
        sim.step();
        told = sim.take_contacts();
        told.retain(|c| c.b == slab);
    }
    assert!(told[0].speed > -before.y + 0.5, "{} against {}", told[0].speed, -before.y);
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
        spawn(&mut sim, BodyDef { velocity: v(0.0, -1.0 - 0.1 * f64::from(n), 0.0), ..ball(pos, 0.2) });
    }
    for _ in 0..8 {
        sim.step();
    }
    let told = sim.take_contacts();
    assert_eq!(told.len(), 32);
    assert!(told.windows(2).all(|p| (p[0].tick, p[0].a, p[0].b) < (p[1].tick, p[1].a, p[1].b)));
    assert!(told.iter().all(|c| c.speed > 2.6), "{told:?}");
}
