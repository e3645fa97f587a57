//! With moving bodies, and inside of what appears.

use super::*;

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
        ..BodyDef::new(Shape::Box { size: DVec3::splat(0.8) })
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
        ..BodyDef::new(Shape::Box { size: v(2.0, 0.2, 2.0) })
    };
    let platform = sim.world.spawn(Some(1), &def).unwrap();
    sim.teleport_player(v(0.0, 0.25, 14.0)).unwrap();
    ticks(&mut sim, 20, STILL);
    let offset = sim.player.feet().x - sim.world.position(platform).unwrap().x;
    ticks(&mut sim, 120, STILL);
    assert!(sim.player.grounded());
    assert!(sim.player.feet().x > 1.0);
    near(sim.player.feet().x - sim.world.position(platform).unwrap().x, offset, 0.02);
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
            assert!(sim.player.grounded(), "in the air at tick {tick}, speed {speed}");
            let top = sim.world.position(lift).unwrap().y + 0.1;
            near(sim.player.feet().y, top, 0.03);
        }
    }
}

#[test]
fn the_player_comes_out_of_a_cube_that_appears_over_the_spawn() {
    for feet in [v(0.0, 0.1, 6.0), v(0.0, 0.0, 6.0), v(-0.3, 0.0, 6.3), v(-0.5, 0.0, 6.5), v(-0.9, 0.0, 6.8)]
    {
        let mut sim = settled();
        sim.teleport_player(feet).unwrap();
        fixed_box(&mut sim, v(-0.5, 0.5, 6.5), v(1.0, 1.0, 1.0));
        for _ in 0..30 {
            ticks(&mut sim, 1, STILL);
            assert!(sim.player.feet().y > -1e-3, "through the floor: {}", sim.player.feet());
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
            fixed_box(&mut sim, v(f64::from(x), 0.5, 6.0 + f64::from(z)), v(1.0, 1.0, 1.0));
        }
    }
    ticks(&mut sim, 30, STILL);
    let at = sim.player.feet();
    assert!(at.y >= 0.9999 || at.x.abs() >= 1.7999 || (at.z - 6.0).abs() >= 1.7999, "{at}");
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
    near(sim.player.feet().z, 6.0, 1e-9);
    assert!(sim.take_contacts().is_empty());
    let hit = sim.world.raycast(v(0.0, 1.0, 0.0), v(0.0, 0.0, 1.0), 100.0).unwrap().unwrap();
    assert!(hit.pos.z > 7.0, "{hit:?}");
}

#[test]
fn teleporting_to_nowhere_is_refused_with_a_sentence() {
    let mut sim = settled();
    let refusal = sim.teleport_player(v(0.0, f64::NAN, 0.0)).unwrap_err().to_string();
    assert_eq!(refusal, "pos.y must be a finite number, got NaN");
    ticks(&mut sim, 10, FORWARD);
    sim.teleport_player(v(0.5, 0.1, 6.5)).unwrap();
    assert_eq!(sim.player.velocity(), DVec3::ZERO);
    assert_eq!(sim.player.feet(), v(0.5, 0.1, 6.5));
}

#[test]
fn the_player_comes_out_of_a_crate_that_appears_around_it() {
    let mut sim = settled();
    spawn(&mut sim, v(0.1, 0.8, 6.1), v(1.6, 1.6, 1.6), false);
    ticks(&mut sim, 60, STILL);
    let at = sim.player.feet();
    assert!(at.y > 1.5 || (at.x - 0.1).abs().max((at.z - 6.1).abs()) > 1.0, "{at}");
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
        let (x, z) = (f64::from(next(300)) / 10.0 - 15.0, f64::from(next(300)) / 10.0 - 15.0);
        if x.abs() < 2.0 && (z - 6.0).abs() < 2.0 {
            continue;
        }
        let (w, h) = (0.2 + f64::from(next(20)) / 10.0, 0.1 + f64::from(next(20)) / 10.0);
        let is_static = next(3) > 0;
        let pos = v(x, h / 2.0, z);
        if next(4) == 0 {
            let def = BodyDef { pos, is_static, ..BodyDef::new(Shape::Sphere { radius: h / 2.0 + 0.02 }) };
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
        ticks(&mut sim, 1, Walk { jump_pressed: next(40) == 0, ..walk });
        if sim.player.feet().abs().max_element() > 19.4 {
            // Over the wall and away.
            sim.teleport_player(v(0.0, 0.1, 6.0)).unwrap();
        }
        let feet = sim.player.feet();
        assert!(feet.is_finite() && feet.y > -0.01, "tick {tick}: {feet}");
        assert!(feet.x.abs() < 25.0 && feet.z.abs() < 25.0, "tick {tick}: {feet}");
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
            assert!(gap > -0.012, "tick {tick}: {gap} in body {} at {feet}", b.id);
        }
    }
}

#[test]
fn a_ball_that_keeps_rolling_at_the_player_does_not_shift_it() {
    let mut sim = settled_at(v(0.0, 0.0, 6.0));
    let def =
        BodyDef { pos: v(-3.0, 0.3, 6.0), density: 300.0, ..BodyDef::new(Shape::Sphere { radius: 0.3 }) };
    let ball = sim.world.spawn(Some(1), &def).unwrap();
    let before = sim.player.feet();
    for _ in 0..300 {
        let to = sim.player.feet() - sim.world.position(ball).unwrap();
        let to = v(to.x, 0.0, to.z).normalize_or_zero() * 3.5;
        let fall = sim.world.velocity(ball).unwrap().y;
        sim.world.set_velocity(ball, v(to.x, fall, to.z)).unwrap();
        sim.step();
        sim.move_player(&Walk::default());
    }
    assert!(sim.world.position(ball).unwrap().distance(before) < 0.6, "the ball came");
    assert_eq!(sim.player.feet(), before);
}

#[test]
fn what_is_shot_away_under_the_player_does_not_take_it_along() {
    let mut sim = settled_at(v(0.0, 0.0, 6.0));
    let id = spawn(&mut sim, v(0.0, 0.25, 6.0), v(1.0, 0.5, 1.0), false);
    sim.teleport_player(v(0.0, 0.55, 6.0)).unwrap();
    ticks(&mut sim, 30, STILL);
    sim.world.set_velocity(id, v(0.0, 0.0, 200.0)).unwrap();
    for _ in 0..60 {
        ticks(&mut sim, 1, STILL);
        assert!(sim.player.velocity().length() < 10.0, "{}", sim.player.velocity());
    }
    near(sim.player.feet().z, 6.0, 0.5);
}

#[test]
fn the_player_pushes_with_400_newtons_in_all() {
    // Without friction a second of 400 N is 400 N·s, whatever stands in the way.
    for (boxes, kilograms) in [(1, 2000.0), (2, 4000.0)] {
        let mut sim = settled();
        let ids: Vec<BodyId> = (0..boxes)
            .map(|n| {
                let x = if boxes == 1 { 0.0 } else { f64::from(n) * 1.02 - 0.51 };
                let def = BodyDef {
                    pos: v(x, 0.5, 4.5),
                    density: 2000.0,
                    friction: 0.0,
                    ..BodyDef::new(Shape::Box { size: DVec3::ONE })
                };
                sim.world.spawn(Some(1), &def).unwrap()
            })
            .collect();
        ticks(&mut sim, 60, FORWARD);
        let momentum = |sim: &Sim| -> f64 {
            ids.iter().map(|id| -sim.world.velocity(*id).unwrap().z * kilograms / f64::from(boxes)).sum()
        };
        let before = momentum(&sim);
        ticks(&mut sim, 60, FORWARD);
        // The air takes some.
        let pushed = momentum(&sim) - before;
        assert!((370.0..=400.0).contains(&pushed), "{pushed} N with {boxes} boxes");
    }
}

#[test]
fn the_yards_crates_are_pushed_one_column_at_a_time_and_not_as_a_row() {
    let crates = |sim: &Sim| -> Vec<DVec3> {
        let moving = sim.world.bodies().filter(|body| !body.is_static);
        moving.map(|body| body.pos).collect()
    };
    // Along the row stand three columns, 194 kg: 1.1 kN of friction.
    let mut sim = settled_at(v(6.5, 0.0, 2.0));
    let before = crates(&sim);
    ticks(&mut sim, 300, Walk { right: 1.0, ..STILL });
    for (now, before) in crates(&sim).iter().zip(&before) {
        assert!(now.distance(*before) < 0.1, "{before} went to {now}");
    }
    // Across it is one column, 65 kg: 381 N.
    let mut sim = settled_at(v(8.62, 0.0, 4.0));
    ticks(&mut sim, 300, FORWARD);
    let moved: Vec<f64> = crates(&sim).iter().zip(&before).map(|(now, before)| before.z - now.z).collect();
    assert!(moved[1] > 0.3, "{moved:?}");
    assert!(moved[0].abs() < 0.1 && moved[2].abs() < 0.1, "{moved:?}");
    assert!(sim.player.feet().y < 1e-3);
}

#[test]
fn one_crate_is_pushed_along() {
    let mut sim = settled();
    let def = BodyDef {
        density: 150.0,
        pos: v(0.0, 0.3, 4.0),
        ..BodyDef::new(Shape::Box { size: DVec3::splat(0.6) })
    };
    let id = sim.world.spawn(Some(1), &def).unwrap();
    ticks(&mut sim, 180, FORWARD);
    let at = sim.world.position(id).unwrap();
    assert!(at.z < 0.0 && at.y < 0.35, "{at}");
    // The player stays behind it and does not walk into it.
    assert!(sim.player.feet().z > at.z + 0.55, "{} {at}", sim.player.feet());
}
