//! The player: walking, jumping, steps, walls, crates, what carries it and what it is stuck in.

mod camera;
mod picture;
mod squeezed;
mod steps;
mod stuck;
mod walking;

use glam::DVec3;
use moonyard::sim::{BodyDef, BodyId, DT, Shape, Sim, Walk};

pub const STILL: Walk =
    Walk { right: 0.0, forward: 0.0, jump_pressed: false, sprint: false, walk: false, crouch: false };
pub const FORWARD: Walk = Walk { forward: 1.0, ..STILL };

pub fn v(x: f64, y: f64, z: f64) -> DVec3 {
    DVec3::new(x, y, z)
}

pub fn ticks(sim: &mut Sim, n: u32, walk: Walk) {
    for _ in 0..n {
        sim.step();
        sim.move_player(&walk);
    }
}

pub fn settled() -> Sim {
    let mut sim = Sim::new();
    ticks(&mut sim, 60, STILL);
    sim
}

pub fn settled_at(feet: DVec3) -> Sim {
    let mut sim = settled();
    sim.teleport_player(feet).unwrap();
    ticks(&mut sim, 30, STILL);
    sim
}

pub fn fixed_box(sim: &mut Sim, pos: DVec3, size: DVec3) -> BodyId {
    spawn(sim, pos, size, true)
}

pub fn spawn(sim: &mut Sim, pos: DVec3, size: DVec3, is_static: bool) -> BodyId {
    let def = BodyDef { pos, is_static, ..BodyDef::new(Shape::Box { size }) };
    sim.world.spawn(Some(1), &def).unwrap()
}

#[track_caller]
pub fn near(got: f64, wanted: f64, tolerance: f64) {
    assert!((got - wanted).abs() <= tolerance, "{got} is not within {tolerance} of {wanted}");
}
