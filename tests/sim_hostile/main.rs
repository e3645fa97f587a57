//! Nothing that is asked of the world breaks it: absurd numbers, crowds in one place, fast and thin things, endless making
//! and removing, and calls at random.

mod crowds;
mod leaks;
mod passing;
mod random_calls;

use glam::DVec3;
use moonyard::sim::{BodyDef, BodyId, MAX_SPEED, Shape, Sim};

pub fn v(x: f64, y: f64, z: f64) -> DVec3 {
    DVec3::new(x, y, z)
}

pub fn cube(pos: DVec3, size: DVec3) -> BodyDef {
    BodyDef { pos, ..BodyDef::new(Shape::Box { size }) }
}

pub fn ball(pos: DVec3, radius: f64) -> BodyDef {
    BodyDef { pos, ..BodyDef::new(Shape::Sphere { radius }) }
}

pub fn spawn(sim: &mut Sim, def: BodyDef) -> BodyId {
    sim.world.spawn(Some(1), &def).unwrap()
}

/// Every body has finite numbers, and none is too fast.
#[track_caller]
pub fn all_is_well(sim: &Sim) {
    for body in sim.world.bodies() {
        assert!(body.pos.is_finite() && body.velocity.is_finite() && body.rotation.is_finite(), "{body:?}");
        assert!(body.velocity.length() <= MAX_SPEED * 1.0001, "{body:?}");
        assert!(body.prev_pos.is_finite() && body.prev_rotation.is_finite(), "{body:?}");
        assert!((body.rotation.length() - 1.0).abs() < 1e-3, "{body:?}");
    }
    assert!(sim.player.feet().is_finite() && sim.player.velocity().is_finite());
    for part in [0.0, 0.6, 1.0] {
        let view = sim.camera.view(&sim.world, part);
        assert!(view.eye.is_finite() && (view.forward.length() - 1.0).abs() < 1e-9, "{view:?}");
        assert!((20.0..=120.0).contains(&view.fov_degrees), "{view:?}");
    }
    assert!(sim.camera.position().is_finite() && sim.camera.forward().is_finite());
}
