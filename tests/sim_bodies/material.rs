//! What bodies are made of: bounce, friction, damping, weight.

use super::*;

#[test]
fn a_ball_with_more_bounce_rebounds_higher_and_as_theory_says() {
    let mut sim = Sim::new();
    let drop = 2.0;
    let balls: Vec<_> = (0..10)
        .map(|n| {
            let pos = v(-9.0 + 2.0 * f64::from(n), 0.25 + drop, 14.0);
            spawn(&mut sim, BodyDef { bounce: f64::from(n) / 10.0, ..ball(pos, 0.25) })
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
    for (n, peak) in peak.iter().enumerate() {
        let e = n as f64 / 10.0;
        println!("bounce {e}: {peak:.4} m, theory {:.4} m", e * e * drop);
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
        let plate = BodyDef { is_static: true, bounce: one, ..cube(v(0.0, 0.25, 12.0), v(4.0, 0.5, 4.0)) };
        spawn(&mut sim, plate);
        let id = spawn(&mut sim, BodyDef { bounce: other, ..ball(v(0.0, 2.75, 12.0), 0.25) });
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
        let id = spawn(&mut sim, BodyDef { bounce: 0.9, ..ball(v(x, 0.25 + drop, 14.0), 0.25) });
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
            spawn(&mut sim, BodyDef { friction, velocity: v(speed, 0.0, 0.0), ..def })
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
    let id = spawn(&mut sim, BodyDef { velocity: v(4.0, 0.0, 0.0), ..ball(v(0.0, 300.0, 0.0), 0.5) });
    steps(&mut sim, 60);
    near(sim.world.velocity(id).unwrap().x, 4.0 * (-0.05_f64).exp(), 0.005);
}

#[test]
fn gravity_is_9_81_downwards() {
    let mut sim = Sim::new();
    let id = spawn(&mut sim, ball(v(0.0, 300.0, 0.0), 0.5));
    steps(&mut sim, 12);
    near(sim.world.velocity(id).unwrap().y, -9.81 * 0.2, 0.02);
}
