//! The scene's lines as the shaders read them. Pure maths.

use std::ops::Range;

use bytemuck::{Pod, Zeroable};
use glam::{Vec3, Vec4};

use super::instances::linear_from_display;
use super::scene::Scene;

/// One line, box or ball of lines; `Wire` in `shaders/wire.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub(super) struct Wire {
    origin: Vec4,
    extent: Vec4,
    color: Vec4,
}

/// All wires of a frame, and which of them each draw call takes.
#[derive(Default)]
pub(super) struct Wires {
    pub all: Vec<Wire>,
    pub lines: Range<u32>,
    pub boxes: Range<u32>,
    pub spheres: Range<u32>,
}

impl Wires {
    /// Takes in another scene.
    pub fn sort(&mut self, scene: &Scene) {
        self.all.clear();
        self.lines = self.take(scene.lines.iter().map(|it| (it.from, it.to, it.color, it.alpha)));
        let solid = [1.0; 2];
        self.boxes = self.take(scene.wire_boxes.iter().map(|it| (it.pos, it.size * 0.5, it.color, solid)));
        self.spheres =
            self.take(scene.wire_spheres.iter().map(|it| (it.pos, Vec3::splat(it.radius), it.color, solid)));
    }

    fn take(&mut self, wires: impl Iterator<Item = (Vec3, Vec3, Vec3, [f32; 2])>) -> Range<u32> {
        let start = self.all.len() as u32;
        let finite = |(origin, extent, color, alpha): &(Vec3, Vec3, Vec3, [f32; 2])| {
            origin.is_finite()
                && extent.is_finite()
                && color.is_finite()
                && alpha.iter().all(|it| it.is_finite())
        };
        self.all.extend(wires.filter(finite).map(|(origin, extent, color, alpha)| Wire {
            origin: origin.extend(alpha[0]),
            extent: extent.extend(alpha[1]),
            color: linear_from_display(color).extend(1.0),
        }));
        start..self.all.len() as u32
    }
}
