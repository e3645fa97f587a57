//! Bodies: what they are refused for, how they bounce, slide, sleep, wake, collide at speed, and which touches are told.

mod contacts;
mod fast;
mod limits;
mod material;
mod repeats;
mod rest;

use glam::DVec3;
use moonyard::sim::{BodyDef, BodyId, Contact, DT, Digest, Shape, Sim};

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

pub fn steps(sim: &mut Sim, n: u32) {
    for _ in 0..n {
        sim.step();
    }
}

/// Steps, and returns every contact.
pub fn contacts(sim: &mut Sim, n: u32) -> Vec<Contact> {
    let mut all = Vec::new();
    for _ in 0..n {
        sim.step();
        all.extend(sim.take_contacts());
    }
    all
}

pub fn sleeping(sim: &Sim, id: BodyId) -> bool {
    sim.world.body(id).unwrap().sleeping
}

#[track_caller]
pub fn near(got: f64, wanted: f64, tolerance: f64) {
    assert!((got - wanted).abs() <= tolerance, "{got} is not within {tolerance} of {wanted}");
}

pub fn digest(sim: &Sim) -> String {
    let mut d = Digest::new();
    sim.digest(&mut d);
    d.finish()
}
