//! The same calls give the same world; poses for drawing.

use super::*;

#[test]
fn poses_of_the_last_tick_are_kept_for_drawing_between() {
    let mut sim = Sim::new();
    let id = spawn(&mut sim, BodyDef { velocity: v(6.0, 0.0, 0.0), ..ball(v(0.0, 50.0, 0.0), 0.5) });
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
            ids.push(spawn(&mut sim, BodyDef { bounce: 0.5, velocity: v(0.0, 0.0, x), ..def }));
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
        let _ = sim.world.raycast(v(0.0, 5.0, 0.0), v(0.1, -1.0, 0.2), 100.0);
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
