//! Nothing fast passes through anything.

use super::*;

const SPEEDS: [f64; 8] = [1.0, 3.0, 8.0, 20.0, 60.0, 150.0, 300.0, 500.0];

/// What may be thrown: small and large, round and not.
fn missiles() -> Vec<Shape> {
    let mut all: Vec<_> = [0.02, 0.1, 0.4].map(|radius| Shape::Sphere { radius }).into();
    all.extend([0.02, 0.1, 0.5].map(|size| Shape::Box { size: DVec3::splat(size) }));
    all.push(Shape::Box { size: v(0.02, 0.4, 0.4) });
    all.push(Shape::Box { size: v(0.4, 0.02, 0.1) });
    all
}

fn thickness(shape: Shape) -> f64 {
    match shape {
        Shape::Box { size } => size.length(),
        Shape::Sphere { radius } => radius * 2.0,
    }
}

#[test]
fn no_speed_size_or_angle_gets_through_a_thin_wall() {
    let mut through = Vec::new();
    let mut tried = 0;
    for wall in [0.02, 0.05, 0.1, 0.2] {
        for (lane, degrees) in [0.0_f64, 35.0, 70.0].into_iter().enumerate() {
            for phase in [0.0, 0.37, 0.71] {
                let mut sim = Sim::new();
                let def = cube(v(0.0, 100.0, 0.0), v(400.0, 180.0, wall));
                spawn(&mut sim, BodyDef { is_static: true, ..def });
                let mut thrown = Vec::new();
                for (n, shape) in missiles().into_iter().enumerate() {
                    for (m, speed) in SPEEDS.into_iter().enumerate() {
                        for spin in [false, true] {
                            let along = v(degrees.to_radians().sin(), 0.0, -degrees.to_radians().cos());
                            // It meets the wall after two or three ticks at least.
                            let far = thickness(shape) / along.z.abs() + speed / 60.0 * (2.0 + phase) + 0.03;
                            let target = v(
                                m as f64 * 12.0 - 50.0,
                                40.0 + n as f64 * 12.0 + if spin { 6.0 } else { 0.0 },
                                wall / 2.0,
                            );
                            let def = BodyDef {
                                pos: target - along * far,
                                velocity: along * speed,
                                bounce: 0.2,
                                ..BodyDef::new(shape)
                            };
                            let id = spawn(&mut sim, def);
                            if spin {
                                let body = sim.world.body(id).unwrap();
                                sim.world
                                    .impulse(id, v(0.0, 0.001, 0.0), Some(body.pos + v(0.05, 0.0, 0.05)))
                                    .unwrap();
                            }
                            thrown.push((id, shape, speed, spin));
                        }
                    }
                }
                tried += thrown.len();
                for _ in 0..60 {
                    sim.step();
                }
                for (id, shape, speed, spin) in thrown {
                    let at = sim.world.position(id).unwrap();
                    if at.z < 0.0 {
                        through.push(format!("{shape:?} at {speed} m/s, spin {spin}, through {wall} m at {degrees}°, {lane} {phase}: {at}"));
                    }
                }
            }
        }
    }
    assert!(through.is_empty(), "{} of {tried}:\n{}", through.len(), through.join("\n"));
}

#[test]
fn two_fast_bodies_never_pass_through_each_other() {
    let mut passed = Vec::new();
    let mut tried = 0;
    for (one, other) in
        [(0, 0), (1, 1), (2, 0), (0, 3), (3, 3), (4, 4), (5, 1), (5, 5), (6, 6), (6, 0), (7, 7), (2, 6)]
    {
        let (a, b) = (missiles()[one], missiles()[other]);
        let mut sim = Sim::new();
        let mut thrown = Vec::new();
        for (n, speed) in SPEEDS.into_iter().enumerate() {
            for (m, other) in [0.0, 0.5, 1.0].into_iter().enumerate() {
                for (k, phase) in [0.0, 0.23, 0.49, 0.77].into_iter().enumerate() {
                    let lane = v(0.0, 60.0 + n as f64 * 20.0, (m * 4 + k) as f64 * 15.0 - 90.0);
                    let apart = (thickness(a) + thickness(b)) / 2.0
                        + (speed * (1.0 + other)) / 60.0 * (2.0 + phase)
                        + 0.05;
                    let left = BodyDef { pos: lane, velocity: v(speed, 0.0, 0.0), ..BodyDef::new(a) };
                    let right = BodyDef {
                        pos: lane + v(apart, 0.0, 0.0),
                        velocity: v(-speed * other, 0.0, 0.0),
                        ..BodyDef::new(b)
                    };
                    thrown.push((spawn(&mut sim, left), spawn(&mut sim, right), speed, other, phase));
                }
            }
        }
        tried += thrown.len();
        for _ in 0..60 {
            sim.step();
        }
        for (left, right, speed, other, phase) in thrown {
            let [l, r] = [left, right].map(|id| sim.world.position(id).unwrap());
            if l.x > r.x {
                passed.push(format!("{a:?} and {b:?}, {speed} m/s and {other} of it, {phase}: {l} {r}"));
            }
        }
    }
    assert!(passed.is_empty(), "{} of {tried}:\n{}", passed.len(), passed.join("\n"));
}
