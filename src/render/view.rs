//! The two views of a frame, the camera's and the sun's, as the numbers that the shaders read. Pure maths.

use bytemuck::{Pod, Zeroable};
use glam::{Mat4, Vec3, Vec4};

use super::scene::CameraView;

/// Texels along one side of the shadow map; `shaders/common.wgsl` has the same number.
pub(super) const SHADOW_TEXELS: u32 = 2048;
/// Half the width of the square that has shadows, in metres.
const SHADOW_REACH: f32 = 27.0;
/// How far before and behind that square's middle things still cast shadows, in metres along the sun's rays.
const SHADOW_DEPTH: f32 = 70.0;
/// How far ahead of the eye the square's middle lies.
const SHADOW_AHEAD: f32 = 15.0;
/// Nothing nearer than this is drawn, in metres.
const NEAR: f32 = 0.06;

/// Towards the sun: low, to the left and a little behind a viewer who looks along −Z, so that the three visible sides
/// of a box all differ in brightness.
const TO_SUN: Vec3 = Vec3::new(-0.70, 0.53, 0.48);

/// The uniform block `Frame` of the shaders.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub(super) struct FrameUniform {
    view_projection: Mat4,
    light_projection: Mat4,
    eye: Vec4,
    ray_forward: Vec4,
    ray_right: Vec4,
    ray_up: Vec4,
    sun: Vec4,
    light_right: Vec4,
    light_up: Vec4,
    shadow_middle: Vec4,
}

/// A frame's uniform and the tests for what it can see.
pub(super) struct View {
    pub uniform: FrameUniform,
    pub eye: Vec3,
    forward: Vec3,
    /// The inward normals of the four side planes through the eye.
    sides: [Vec3; 4],
    light: LightAxes,
    shadow_middle: Vec3,
}

struct LightAxes {
    to_sun: Vec3,
    right: Vec3,
    up: Vec3,
}

impl LightAxes {
    fn new() -> LightAxes {
        let to_sun = TO_SUN.normalize();
        let right = Vec3::Y.cross(to_sun).normalize();
        LightAxes { to_sun, right, up: to_sun.cross(right) }
    }

    /// The point nearest to `wanted` that lies on a whole texel of the shadow map. Moving the map only by whole texels
    /// keeps the edges of shadows from swimming when the camera moves.
    fn snap(&self, wanted: Vec3) -> Vec3 {
        let texel = texel_size();
        let whole = |value: f32| (value / texel).round() * texel;
        self.right * whole(wanted.dot(self.right))
            + self.up * whole(wanted.dot(self.up))
            + self.to_sun * whole(wanted.dot(self.to_sun))
    }
}

fn texel_size() -> f32 {
    2.0 * SHADOW_REACH / SHADOW_TEXELS as f32
}

impl View {
    /// `aspect` is width over height.
    pub fn new(camera: &CameraView, aspect: f32) -> View {
        let eye = if camera.eye.is_finite() { camera.eye } else { Vec3::ZERO };
        let forward = if camera.forward.is_finite() { camera.forward } else { Vec3::ZERO };
        let forward = forward.try_normalize().unwrap_or(Vec3::NEG_Z);
        let right = forward.cross(Vec3::Y).try_normalize().unwrap_or(Vec3::X);
        let up = right.cross(forward);
        let degrees =
            if camera.fov_y_degrees.is_finite() { camera.fov_y_degrees.clamp(5.0, 150.0) } else { 60.0 };
        let half_height = (degrees.to_radians() * 0.5).tan();
        let half_width = half_height * aspect;

        // Depth 1 at the near plane falling to 0 at infinity: the floats' precision then fits the distances.
        let projection = Mat4::from_cols(
            Vec4::new(1.0 / half_width, 0.0, 0.0, 0.0),
            Vec4::new(0.0, 1.0 / half_height, 0.0, 0.0),
            Vec4::new(0.0, 0.0, 0.0, -1.0),
            Vec4::new(0.0, 0.0, NEAR, 0.0),
        );
        let view = from_axes(right, up, -forward, eye);

        let light = LightAxes::new();
        let shadow_middle = light.snap(eye + forward * SHADOW_AHEAD);
        let light_view = from_axes(light.right, light.up, light.to_sun, shadow_middle);
        // Depth 0 at the sun's end, 1 at the far end.
        let light_box = Mat4::from_cols(
            Vec4::new(1.0 / SHADOW_REACH, 0.0, 0.0, 0.0),
            Vec4::new(0.0, 1.0 / SHADOW_REACH, 0.0, 0.0),
            Vec4::new(0.0, 0.0, -0.5 / SHADOW_DEPTH, 0.0),
            Vec4::new(0.0, 0.0, 0.5, 1.0),
        );

        View {
            uniform: FrameUniform {
                view_projection: projection * view,
                light_projection: light_box * light_view,
                eye: eye.extend(texel_size()),
                ray_forward: forward.extend(0.0),
                ray_right: (right * half_width).extend(0.0),
                ray_up: (up * half_height).extend(0.0),
                sun: light.to_sun.extend(0.0),
                light_right: light.right.extend(0.5 / SHADOW_DEPTH),
                light_up: light.up.extend(0.0),
                shadow_middle: shadow_middle.extend(SHADOW_REACH),
            },
            eye,
            forward,
            sides: [
                (forward * half_width + right).normalize(),
                (forward * half_width - right).normalize(),
                (forward * half_height + up).normalize(),
                (forward * half_height - up).normalize(),
            ],
            light,
            shadow_middle,
        }
    }

    /// Whether any of a ball around `centre` may be in the picture.
    pub fn sees(&self, centre: Vec3, radius: f32) -> bool {
        let offset = centre - self.eye;
        offset.dot(self.forward) > -radius && self.sides.iter().all(|side| offset.dot(*side) > -radius)
    }

    /// Whether any of a ball around `centre` may cast a shadow into the map.
    pub fn shades(&self, centre: Vec3, radius: f32) -> bool {
        let offset = centre - self.shadow_middle;
        let reach = SHADOW_REACH + radius;
        offset.dot(self.light.right).abs() < reach
            && offset.dot(self.light.up).abs() < reach
            && offset.dot(self.light.to_sun).abs() < SHADOW_DEPTH + radius
    }
}

/// World to a frame with these unit axes and this origin.
fn from_axes(x: Vec3, y: Vec3, z: Vec3, origin: Vec3) -> Mat4 {
    Mat4::from_cols(
        Vec4::new(x.x, y.x, z.x, 0.0),
        Vec4::new(x.y, y.y, z.y, 0.0),
        Vec4::new(x.z, y.z, z.z, 0.0),
        Vec4::new(-x.dot(origin), -y.dot(origin), -z.dot(origin), 1.0),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn looking_ahead() -> View {
        let camera = CameraView { eye: Vec3::new(0.0, 2.0, 8.0), forward: Vec3::NEG_Z, fov_y_degrees: 60.0 };
        View::new(&camera, 16.0 / 9.0)
    }

    #[test]
    fn a_point_straight_ahead_lands_in_the_middle_of_the_picture() {
        let clip = looking_ahead().uniform.view_projection * Vec4::new(0.0, 2.0, 0.0, 1.0);
        assert!(clip.x.abs() < 1e-5 && clip.y.abs() < 1e-5);
        assert!((clip.w - 8.0).abs() < 1e-5);
        assert!((clip.z / clip.w - NEAR / 8.0).abs() < 1e-6);
    }

    #[test]
    fn what_is_behind_or_beside_the_camera_is_not_seen() {
        let view = looking_ahead();
        assert!(view.sees(Vec3::new(0.0, 2.0, 0.0), 0.5));
        assert!(!view.sees(Vec3::new(0.0, 2.0, 9.0), 0.5));
        assert!(!view.sees(Vec3::new(-20.0, 2.0, 0.0), 0.5));
        assert!(view.sees(Vec3::new(-20.0, 2.0, 0.0), 20.0));
    }

    #[test]
    fn the_shadow_map_moves_only_by_whole_texels() {
        let light = LightAxes::new();
        let texel = texel_size();
        let first = light.snap(Vec3::new(1.0, 2.0, 3.0));
        for step in 1..50 {
            let moved = light.snap(Vec3::new(1.0 + 0.0137 * step as f32, 2.0, 3.0)) - first;
            for axis in [light.right, light.up] {
                let texels = moved.dot(axis) / texel;
                assert!((texels - texels.round()).abs() < 1e-2, "{texels}");
            }
        }
    }

    #[test]
    fn a_camera_that_looks_straight_down_or_nowhere_still_has_a_finite_view() {
        for forward in [Vec3::NEG_Y, Vec3::ZERO, Vec3::NAN] {
            let camera = CameraView { eye: Vec3::ZERO, forward, fov_y_degrees: f32::NAN };
            assert!(View::new(&camera, 1.0).uniform.view_projection.is_finite());
        }
    }
}
