//! A scene sorted into what each draw call reads: solid things in the picture, casters of shadows, and see-through
//! things from back to front. Pure maths.

use std::ops::Range;

use bytemuck::{Pod, Zeroable};
use glam::{Quat, Vec3, Vec4};

use super::figure;
use super::scene::{BoxInstance, Scene, SphereInstance};
use super::view::View;

/// One box or sphere as the shaders read it; `Instance` in `shaders/common.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub(super) struct Instance {
    pos: Vec3,
    bevel: f32,
    rotation: [f32; 4],
    half_size: Vec3,
    cloudy: f32,
    color: Vec4,
}

/// Which shape an instance has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Box,
    Sphere,
}

/// All instances of a frame, and which of them each draw call takes.
#[derive(Default)]
pub(super) struct Instances {
    pub all: Vec<Instance>,
    pub solid_boxes: Range<u32>,
    pub solid_spheres: Range<u32>,
    pub shading_boxes: Range<u32>,
    pub shading_spheres: Range<u32>,
    /// In the order of drawing.
    pub see_through: Vec<(Kind, Range<u32>)>,
}

/// The rounding of an ordinary box's edges, and of the figure's, in metres.
const BEVEL: f32 = 0.022;
const FIGURE_BEVEL: f32 = 0.07;
/// A ball with this for a bevel carries no bands.
const PLAIN: f32 = -1.0;

impl Instances {
    pub fn new(scene: &Scene, view: &View) -> Instances {
        let mut boxes: Vec<Instance> = scene.boxes.iter().filter_map(|it| from_box(it, BEVEL)).collect();
        let mut spheres: Vec<Instance> = scene.spheres.iter().filter_map(|it| from_sphere(it, 0.0)).collect();
        if let Some(figure) = &scene.figure {
            let (parts, balls) = figure::parts(figure);
            boxes.extend(parts.iter().filter_map(|it| from_box(it, FIGURE_BEVEL)));
            spheres.extend(balls.iter().filter_map(|it| from_sphere(it, PLAIN)));
        }

        let mut out = Instances::default();
        out.solid_boxes = out.take(boxes.iter().filter(|it| it.is_solid() && view.sees(it.pos, it.reach())));
        out.shading_boxes =
            out.take(boxes.iter().filter(|it| it.is_solid() && view.shades(it.pos, it.reach())));
        out.solid_spheres =
            out.take(spheres.iter().filter(|it| it.is_solid() && view.sees(it.pos, it.half_size.x)));
        out.shading_spheres =
            out.take(spheres.iter().filter(|it| it.is_solid() && view.shades(it.pos, it.half_size.x)));

        let clear_boxes = boxes.iter().map(|it| (Kind::Box, it));
        let clear_spheres = spheres.iter().map(|it| (Kind::Sphere, it));
        let mut clear: Vec<(f32, Kind, &Instance)> = clear_boxes
            .chain(clear_spheres)
            .filter(|(_, it)| !it.is_solid() && it.color.w > 0.0 && view.sees(it.pos, it.reach()))
            .map(|(kind, it)| (it.nearest(view.eye), kind, it))
            .collect();
        clear.sort_by(|a, b| b.0.total_cmp(&a.0));
        for (_, kind, instance) in clear {
            let range = out.take(std::iter::once(instance));
            match out.see_through.last_mut() {
                Some((last, run)) if *last == kind => run.end = range.end,
                _ => out.see_through.push((kind, range)),
            }
        }
        out
    }

    fn take<'a>(&mut self, instances: impl Iterator<Item = &'a Instance>) -> Range<u32> {
        let start = self.all.len() as u32;
        self.all.extend(instances);
        start..self.all.len() as u32
    }
}

impl Instance {
    fn is_solid(&self) -> bool {
        self.color.w >= 1.0
    }

    /// The radius of a ball around all of it.
    fn reach(&self) -> f32 {
        self.half_size.length()
    }

    /// The distance from `eye` to the nearest point of the box (or of the box around the ball): sorting by it puts a
    /// pane before what stands behind it, however large either is.
    fn nearest(&self, eye: Vec3) -> f32 {
        let own = Quat::from_array(self.rotation).inverse() * (eye - self.pos);
        (own.abs() - self.half_size).max(Vec3::ZERO).length()
    }
}

fn from_box(it: &BoxInstance, bevel: f32) -> Option<Instance> {
    let half_size = it.size * 0.5;
    let bevel = bevel.min(half_size.min_element() * 0.5);
    instance(it.pos, it.rotation, half_size, it.color, it.alpha, it.cloudy, bevel)
}

fn from_sphere(it: &SphereInstance, bevel: f32) -> Option<Instance> {
    instance(it.pos, it.rotation, Vec3::splat(it.radius), it.color, it.alpha, it.cloudy, bevel)
}

fn instance(
    pos: Vec3,
    rotation: Quat,
    half_size: Vec3,
    color: Vec3,
    alpha: f32,
    cloudy: f32,
    bevel: f32,
) -> Option<Instance> {
    let finite = pos.is_finite() && rotation.is_finite() && half_size.is_finite() && color.is_finite();
    if !finite || !alpha.is_finite() || !cloudy.is_finite() || half_size.min_element() <= 0.0 {
        return None;
    }
    let rotation = if rotation.length_squared() > 1e-12 { rotation.normalize() } else { Quat::IDENTITY };
    let linear = Vec3::from_array(color.to_array().map(linear_from_display));
    Some(Instance {
        pos,
        bevel,
        rotation: rotation.to_array(),
        half_size,
        cloudy: cloudy.clamp(0.0, 1.0),
        color: linear.extend(alpha.clamp(0.0, 1.0)),
    })
}

/// The light that a display channel stands for (the sRGB curve).
fn linear_from_display(channel: f32) -> f32 {
    let channel = channel.clamp(0.0, 1.0);
    if channel <= 0.04045 { channel / 12.92 } else { ((channel + 0.055) / 1.055).powf(2.4) }
}

#[cfg(test)]
mod tests {
    use super::super::scene::CameraView;
    use super::*;

    fn view() -> View {
        let camera = CameraView { eye: Vec3::new(0.0, 1.0, 10.0), forward: Vec3::NEG_Z, fov_y_degrees: 60.0 };
        View::new(&camera, 1.5)
    }

    fn pane(z: f32) -> BoxInstance {
        BoxInstance { pos: Vec3::new(0.0, 1.0, z), alpha: 0.3, ..BoxInstance::default() }
    }

    #[test]
    fn see_through_things_are_drawn_from_back_to_front_across_kinds() {
        let ball = SphereInstance { pos: Vec3::new(0.0, 1.0, 0.0), alpha: 0.5, ..SphereInstance::default() };
        let scene =
            Scene { boxes: vec![pane(4.0), pane(-4.0), pane(-8.0)], spheres: vec![ball], ..Scene::default() };
        let sorted = Instances::new(&scene, &view());
        assert_eq!(sorted.see_through, [(Kind::Box, 0..2), (Kind::Sphere, 2..3), (Kind::Box, 3..4)]);
        let depths: Vec<f32> = sorted.all.iter().map(|it| it.pos.z).collect();
        assert_eq!(depths, [-8.0, -4.0, 0.0, 4.0]);
    }

    #[test]
    fn numbers_that_are_not_finite_make_a_thing_invisible() {
        let mut broken = BoxInstance { pos: Vec3::NAN, ..BoxInstance::default() };
        let mut scene = Scene { boxes: vec![broken], ..Scene::default() };
        broken = BoxInstance { alpha: f32::INFINITY, ..BoxInstance::default() };
        scene.boxes.push(broken);
        assert!(Instances::new(&scene, &view()).all.is_empty());
    }

    #[test]
    fn what_is_behind_the_camera_is_left_out_but_still_casts_its_shadow() {
        let behind = BoxInstance { pos: Vec3::new(0.0, 1.0, 12.0), ..BoxInstance::default() };
        let scene = Scene { boxes: vec![behind], ..Scene::default() };
        let sorted = Instances::new(&scene, &view());
        assert_eq!(sorted.solid_boxes.len(), 0);
        assert_eq!(sorted.shading_boxes.len(), 1);
    }
}
