//! The yard as it is told: its parts, and that it rests.

use glam::DVec3;
use moonyard::sim::{BodyView, Shape, Sim};

fn find(sim: &Sim, x: f64, y: f64, z: f64) -> BodyView {
    let pos = DVec3::new(x, y, z);
    sim.world.bodies().find(|b| (b.pos - pos).length() < 1e-5).unwrap_or_else(|| panic!("nothing at {pos}"))
}

#[track_caller]
fn is(body: &BodyView, size: [f64; 3], color: [f64; 3], is_static: bool) {
    assert_eq!(body.shape, Shape::Box { size: DVec3::from(size) });
    assert_eq!(body.color, DVec3::from(color));
    assert_eq!(body.is_static, is_static);
    assert_eq!(body.owner, None);
    assert!(body.visible && !body.glass);
}

#[test]
fn the_yard_has_the_parts_it_is_told_to_have() {
    let sim = Sim::new();
    assert_eq!(sim.world.bodies().count(), 1 + 4 + 8 + 1 + 1 + 1 + 6);
    assert_eq!(sim.world.count(), 0);
    is(&find(&sim, 0.0, -0.25, 0.0), [40.0, 0.5, 40.0], [0.36, 0.42, 0.36], true);
    for side in [-20.0, 20.0] {
        is(&find(&sim, 0.0, 0.5, side), [40.0, 1.0, 0.5], [0.55, 0.52, 0.48], true);
        is(&find(&sim, side, 0.5, 0.0), [0.5, 1.0, 40.0], [0.55, 0.52, 0.48], true);
    }
    for k in 0..8 {
        let (k, h) = (f64::from(k), 0.25 * f64::from(k + 1));
        is(&find(&sim, -6.0, h / 2.0, -2.0 - 0.4 * k), [3.0, h, 0.4], [0.85, 0.55, 0.25], true);
    }
    is(&find(&sim, -6.0, 1.0, -6.2), [3.0, 2.0, 2.4], [0.85, 0.55, 0.25], true);
    is(&find(&sim, 4.0, 0.5, -3.0), [3.0, 1.0, 0.2], [0.75, 0.62, 0.35], true);
    is(&find(&sim, 4.0, 0.7, -8.0), [3.0, 1.4, 1.5], [0.5, 0.55, 0.62], true);
    for x in [8.0, 8.62, 9.24] {
        for y in [0.3, 0.92] {
            is(&find(&sim, x, y, 2.0), [0.6; 3], [0.62, 0.45, 0.28], false);
        }
    }
}

#[test]
fn the_crates_come_to_rest_where_they_were_put_and_sleep() {
    let mut sim = Sim::new();
    for _ in 0..180 {
        sim.step();
    }
    for x in [8.0, 8.62, 9.24] {
        for y in [0.3, 0.9] {
            let pos = DVec3::new(x, y, 2.0);
            let resting = sim.world.bodies().find(|b| (b.pos - pos).length() < 0.01);
            let resting = resting.unwrap_or_else(|| panic!("no crate at {pos}"));
            assert!(resting.sleeping, "the crate at {pos} is awake");
        }
    }
}
