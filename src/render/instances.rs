//! A scene sorted into what each draw call reads: solid things in the picture from front to back, casters of shadows,
//! and see-through things from back to front. Pure maths. The lists are kept from frame to frame for their room.

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

/// One list for each shape.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Shapes<T> {
    pub boxes: T,
    pub spheres: T,
}

/// All instances of a frame, and which of them each draw call takes.
#[derive(Default)]
pub(super) struct Instances {
    pub all: Vec<Instance>,
    pub solid: Shapes<Range<u32>>,
    /// What casts shadows and moves.
    pub moving: Shapes<Range<u32>>,
    /// In the order of drawing.
    pub see_through: Vec<(Kind, Range<u32>)>,
    /// What casts shadows and stays where it is, in the order of the scene; not among `all`.
    pub still: Shapes<Vec<Instance>>,
    /// What moves, as it is found.
    moving_found: Shapes<Vec<Instance>>,
    /// Solid things by shape: distances and what lies there, in one number each, which sorts faster.
    order: Shapes<Vec<u64>>,
    /// See-through ones.
    clear_order: Vec<(f32, Kind, u32)>,
    found: Vec<Instance>,
}

/// The rounding of an ordinary box's edges, and of the figure's, in metres.
const BEVEL: f32 = 0.022;
const FIGURE_BEVEL: f32 = 0.07;
/// A ball with this for a bevel carries no bands.
const PLAIN: f32 = -1.0;

impl Instances {
    /// Takes in another scene.
    pub fn sort(&mut self, scene: &Scene, view: &View) {
        self.clear();
        for it in &scene.boxes {
            if let Some(instance) = from_box(it, BEVEL) {
                self.add(Kind::Box, instance, it.still, view);
            }
        }
        for it in &scene.spheres {
            if let Some(instance) = from_sphere(it, 0.0) {
                self.add(Kind::Sphere, instance, it.still, view);
            }
        }
        if let Some(figure) = &scene.figure {
            let (parts, balls) = figure::parts(figure);
            for instance in parts.iter().filter_map(|it| from_box(it, FIGURE_BEVEL)) {
                self.add(Kind::Box, instance, false, view);
            }
            for instance in balls.iter().filter_map(|it| from_sphere(it, PLAIN)) {
                self.add(Kind::Sphere, instance, false, view);
            }
        }
        self.put_in_order();
    }

    fn clear(&mut self) {
        self.all.clear();
        self.see_through.clear();
        self.clear_order.clear();
        self.found.clear();
        for kind in [Kind::Box, Kind::Sphere] {
            self.still.of_mut(kind).clear();
            self.moving_found.of_mut(kind).clear();
            self.order.of_mut(kind).clear();
        }
    }

    fn add(&mut self, kind: Kind, instance: Instance, still: bool, view: &View) {
        let reach = match kind {
            Kind::Box => instance.half_size.length(),
            Kind::Sphere => instance.half_size.x,
        };
        let solid = instance.color.w >= 1.0;
        if solid && view.shades(instance.pos, reach) {
            let list = if still { &mut self.still } else { &mut self.moving_found };
            list.of_mut(kind).push(instance);
        }
        if instance.color.w <= 0.0 || !view.sees(instance.pos, reach) {
            return;
        }
        let place = self.found.len() as u32;
        self.found.push(instance);
        if solid {
            // By their far sides, so that the ground comes after what stands on it.
            let far = instance.pos.distance(view.eye) + reach;
            // Of numbers that are not negative the bits are in the same order.
            self.order.of_mut(kind).push(u64::from(far.to_bits()) << 32 | u64::from(place));
        } else {
            self.clear_order.push((instance.nearest(view.eye), kind, place));
        }
    }

    fn put_in_order(&mut self) {
        let Instances { all, found, order, clear_order, .. } = self;
        for (kind, solid) in [(Kind::Box, &mut self.solid.boxes), (Kind::Sphere, &mut self.solid.spheres)] {
            // What is in front is drawn first, and hides what is behind before that is worked out.
            let order = order.of_mut(kind);
            order.sort_unstable();
            *solid = take(all, order.iter().map(|key| found[*key as u32 as usize]));
        }
        self.moving.boxes = take(all, self.moving_found.boxes.iter().copied());
        self.moving.spheres = take(all, self.moving_found.spheres.iter().copied());
        clear_order.sort_by(|a, b| b.0.total_cmp(&a.0));
        for (_, kind, place) in clear_order.iter() {
            let range = take(all, std::iter::once(found[*place as usize]));
            match self.see_through.last_mut() {
                Some((last, run)) if last == kind => run.end = range.end,
                _ => self.see_through.push((*kind, range)),
            }
        }
    }

    /// Adds instances that no list of the scene's holds.
    pub fn append(&mut self, instances: &[Instance]) -> Range<u32> {
        take(&mut self.all, instances.iter().copied())
    }
}

fn take(all: &mut Vec<Instance>, instances: impl Iterator<Item = Instance>) -> Range<u32> {
    let start = all.len() as u32;
    all.extend(instances);
    start..all.len() as u32
}

impl<T> Shapes<T> {
    pub fn of(&self, kind: Kind) -> &T {
        match kind {
            Kind::Box => &self.boxes,
            Kind::Sphere => &self.spheres,
        }
    }

    pub fn of_mut(&mut self, kind: Kind) -> &mut T {
        match kind {
            Kind::Box => &mut self.boxes,
            Kind::Sphere => &mut self.spheres,
        }
    }
}

impl Instance {
    /// The distance from `eye` to the nearest point of the box (or of the box around the ball): sorting by it puts a
    /// pane before what stands behind it, however large either is.
    fn nearest(&self, eye: Vec3) -> f32 {
        let own = Quat::from_array(self.rotation).inverse() * (eye - self.pos);
        (own.abs() - self.half_size).max(Vec3::ZERO).length()
    }

    /// Whether both cast the same shadow.
    pub fn shades_like(&self, other: &Instance) -> bool {
        self.pos == other.pos && self.rotation == other.rotation && self.half_size == other.half_size
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
    Some(Instance {
        pos,
        bevel,
        rotation: rotation.to_array(),
        half_size,
        cloudy: cloudy.clamp(0.0, 1.0),
        color: linear_from_display(color).extend(alpha.clamp(0.0, 1.0)),
    })
}

/// The light that display colours stand for: the sRGB curve, by a cubic fitted to it that errs by 0.003 at most.
pub(super) fn linear_from_display(color: Vec3) -> Vec3 {
    let c = color.clamp(Vec3::ZERO, Vec3::ONE);
    c * (c * (c * 0.3079 + 0.6792) + 0.0129)
}

#[cfg(test)]
mod tests {
    use super::super::scene::CameraView;
    use super::super::view::Frame;
    use super::*;

    fn view() -> View {
        let camera = CameraView {
            eye: Vec3::new(0.0, 1.0, 10.0),
            forward: Vec3::NEG_Z,
            fov_y_degrees: 60.0,
            parallel: None,
        };
        View::new(&camera, &Frame { size: (900, 600), line_width: 2.0, shadow_texels: 2048 })
    }

    fn sorted(scene: &Scene) -> Instances {
        let mut instances = Instances::default();
        // Whatever was there before leaves no trace.
        let before = Scene { boxes: vec![pane(1.0); 3], ..Scene::default() };
        instances.sort(&before, &view());
        instances.sort(scene, &view());
        instances
    }

    fn pane(z: f32) -> BoxInstance {
        BoxInstance { pos: Vec3::new(0.0, 1.0, z), alpha: 0.3, ..BoxInstance::default() }
    }

    #[test]
    fn see_through_things_are_drawn_from_back_to_front_across_kinds() {
        let ball = SphereInstance { pos: Vec3::new(0.0, 1.0, 0.0), alpha: 0.5, ..SphereInstance::default() };
        let scene =
            Scene { boxes: vec![pane(4.0), pane(-4.0), pane(-8.0)], spheres: vec![ball], ..Scene::default() };
        let sorted = sorted(&scene);
        assert_eq!(sorted.see_through, [(Kind::Box, 0..2), (Kind::Sphere, 2..3), (Kind::Box, 3..4)]);
        let depths: Vec<f32> = sorted.all.iter().map(|it| it.pos.z).collect();
        assert_eq!(depths, [-8.0, -4.0, 0.0, 4.0]);
    }

    #[test]
    fn solid_things_are_drawn_from_front_to_back_and_the_ground_after_them() {
        let solid = |z| BoxInstance { alpha: 1.0, ..pane(z) };
        let ground = BoxInstance { size: Vec3::new(40.0, 0.5, 40.0), ..solid(0.0) };
        let scene = Scene { boxes: vec![ground, solid(-4.0), solid(4.0)], ..Scene::default() };
        let sorted = sorted(&scene);
        let drawn = &sorted.all[sorted.solid.boxes.start as usize..sorted.solid.boxes.end as usize];
        assert_eq!(drawn.iter().map(|it| it.pos.z).collect::<Vec<f32>>(), [4.0, -4.0, 0.0]);
    }

    #[test]
    fn numbers_that_are_not_finite_make_a_thing_invisible() {
        let mut broken = BoxInstance { pos: Vec3::NAN, ..BoxInstance::default() };
        let mut scene = Scene { boxes: vec![broken], ..Scene::default() };
        broken = BoxInstance { alpha: f32::INFINITY, ..BoxInstance::default() };
        scene.boxes.push(broken);
        assert!(sorted(&scene).all.is_empty());
    }

    #[test]
    fn what_is_behind_the_camera_is_left_out_but_still_casts_its_shadow() {
        let behind = BoxInstance { pos: Vec3::new(0.0, 1.0, 12.0), ..BoxInstance::default() };
        let resting = BoxInstance { still: true, ..behind };
        let sorted = sorted(&Scene { boxes: vec![behind, resting], ..Scene::default() });
        assert_eq!(sorted.solid.boxes.len(), 0);
        assert_eq!(sorted.moving.boxes.len(), 1);
        assert_eq!(sorted.still.boxes.len(), 1);
    }

    #[test]
    fn colours_are_those_of_the_srgb_curve() {
        for step in 0..=100 {
            let shown = step as f32 / 100.0;
            let exact = if shown <= 0.04045 { shown / 12.92 } else { ((shown + 0.055) / 1.055).powf(2.4) };
            let error = (linear_from_display(Vec3::splat(shown)).x - exact).abs();
            assert!(error < 0.003, "{shown}: {error}");
        }
    }
}
