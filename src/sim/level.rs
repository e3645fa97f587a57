//! The yard itself, as data: ground, walls, stairs and platform, fence, block, and six crates.
//!
//! The ground's top is y = 0. Nothing in the yard bounces by itself, so how high a ball rebounds is the ball's own
//! affair; the crates are the only parts that move.

use super::body::{BodyDef, Shape};
use glam::DVec3;

const GROUND: DVec3 = DVec3::new(0.36, 0.42, 0.36);
const WALL: DVec3 = DVec3::new(0.55, 0.52, 0.48);
const STAIRS: DVec3 = DVec3::new(0.85, 0.55, 0.25);
const FENCE: DVec3 = DVec3::new(0.75, 0.62, 0.35);
const BLOCK: DVec3 = DVec3::new(0.5, 0.55, 0.62);
const CRATE: DVec3 = DVec3::new(0.62, 0.45, 0.28);

/// Every part of the yard, in the order in which it is built.
pub fn parts() -> Vec<BodyDef> {
    let mut parts = vec![fixed([0.0, -0.25, 0.0], [40.0, 0.5, 40.0], GROUND)];
    for side in [-20.0, 20.0] {
        parts.push(fixed([0.0, 0.5, side], [40.0, 1.0, 0.5], WALL));
        parts.push(fixed([side, 0.5, 0.0], [0.5, 1.0, 40.0], WALL));
    }
    for k in 0..8 {
        let (k, h) = (f64::from(k), 0.25 * f64::from(k + 1));
        parts.push(fixed(
            [-6.0, h / 2.0, -2.0 - 0.4 * k],
            [3.0, h, 0.4],
            STAIRS,
        ));
    }
    parts.push(fixed([-6.0, 1.0, -6.2], [3.0, 2.0, 2.4], STAIRS));
    parts.push(fixed([4.0, 0.5, -3.0], [3.0, 1.0, 0.2], FENCE));
    parts.push(fixed([4.0, 0.7, -8.0], [3.0, 1.4, 1.5], BLOCK));
    for y in [0.3, 0.92] {
        for x in [8.0, 8.62, 9.24] {
            let crate_box = part([x, y, 2.0], [0.6; 3], CRATE);
            parts.push(BodyDef {
                density: 150.0,
                ..crate_box
            });
        }
    }
    parts
}

fn fixed(pos: [f64; 3], size: [f64; 3], color: DVec3) -> BodyDef {
    BodyDef {
        is_static: true,
        ..part(pos, size, color)
    }
}

fn part(pos: [f64; 3], size: [f64; 3], color: DVec3) -> BodyDef {
    let size = DVec3::from(size);
    BodyDef {
        pos: DVec3::from(pos),
        color,
        bounce: 0.0,
        ..BodyDef::new(Shape::Box { size })
    }
}
