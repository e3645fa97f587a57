//! The two views of a frame, the camera's and the sun's, as the numbers that the shaders read. Pure maths.

use bytemuck::{Pod, Zeroable};
use glam::{Mat4, Vec3, Vec3Swizzles, Vec4};

use super::scene::CameraView;

/// Half the width of the square that has shadows, across the sun's rays, in metres. Around the yard's middle it holds
/// the yard from wall to wall, and what stands in it up to 19 m high at its walls and 36 m in its middle.
const SHADOW_REACH: f32 = 34.0;
/// How far before and behind that square's middle things still cast shadows, in metres along the sun's rays.
const SHADOW_DEPTH: f32 = 70.0;
/// An eye so far from the yard's middle (across the ground, along either axis) no longer looks at the yard, in metres.
const YARD_SIGHT: f32 = 36.0;
/// An eye above the first height looks at the yard only if it looks down, and above the second not even then.
const YARD_HEIGHTS: (f32, f32) = (20.0, 80.0);
/// Away from the yard the square follows the eye by cells of this size, and its middle lies so far ahead, in metres.
const SHADOW_CELL: f32 = 16.0;
const SHADOW_AHEAD: f32 = 15.0;
/// Nothing nearer than this is drawn, in metres.
const NEAR: f32 = 0.06;
/// Along parallel rays things show from so far behind the eye to so far ahead, in metres.
const PARALLEL_DEPTHS: (f32, f32) = (-500.0, 3_500.0);
/// How many metres such a picture may show from edge to edge.
const PARALLEL_HEIGHTS: (f32, f32) = (0.01, 1e5);
/// Half the height of the picture, a metre ahead, of the usual lens of 60 degrees.
const USUAL_LENS: f32 = 0.577_350_26;

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
    sun_flat: Vec4,
    light_right: Vec4,
    light_up: Vec4,
    shadow_middle: Vec4,
    screen: Vec4,
    viewer: Vec4,
}

/// What a view is made for besides the camera.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    /// Of the picture as it is drawn, in pixels.
    pub size: (u32, u32),
    /// The width of lines, in those pixels.
    pub line_width: f32,
    /// Along one side of the shadow map.
    pub shadow_texels: u32,
}

/// A frame's uniform and the tests for what it can see.
pub(super) struct View {
    pub uniform: FrameUniform,
    /// Where things lie in front of each other as in the picture, in metres; parallel rays come from far away.
    pub eye: Vec3,
    /// The picture's edges and its nearest depth: inward unit normals, and how far inside the plane the world's origin is.
    planes: [Vec4; 5],
    light: LightAxes,
    /// In metres; what was drawn into a shadow map around another middle is of no use.
    pub shadow_middle: Vec3,
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

    /// The middle of the shadow map: the yard's while the camera is about it, else a cell ahead of the eye. It moves by
    /// whole cells only, so that the edges of shadows never swim, and a map that was drawn stays true.
    fn middle(eye: Vec3, forward: Vec3) -> Vec3 {
        let (high, highest) = YARD_HEIGHTS;
        let near = eye.x.abs().max(eye.z.abs()) < YARD_SIGHT && eye.y > -high;
        if near && (eye.y < high || (eye.y < highest && forward.y < -0.35)) {
            return Vec3::ZERO;
        }
        ((eye + forward * SHADOW_AHEAD) / SHADOW_CELL).round() * SHADOW_CELL
    }
}

impl View {
    pub fn new(camera: &CameraView, frame: &Frame) -> View {
        let (width, height) = (frame.size.0 as f32, frame.size.1 as f32);
        let aspect = width / height;
        let texel_size = 2.0 * SHADOW_REACH / frame.shadow_texels as f32;
        let eye = if camera.eye.is_finite() { camera.eye } else { Vec3::ZERO };
        let forward = if camera.forward.is_finite() { camera.forward } else { Vec3::ZERO };
        let forward = forward.try_normalize().unwrap_or(Vec3::NEG_Z);
        let right = forward.cross(Vec3::Y).try_normalize().unwrap_or(Vec3::X);
        let up = right.cross(forward);
        let lens = Lens::new(camera);
        let half_height = lens.half_height;
        let half_width = half_height * aspect;
        let projection = lens.projection(half_width);
        let view = from_axes(right, up, -forward, eye);

        let light = LightAxes::new();
        let shadow_middle = LightAxes::middle(eye, forward);
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
                eye: eye.extend(texel_size),
                ray_forward: forward.extend(0.0),
                ray_right: (right * half_width).extend(PARALLEL_DEPTHS.1 * lens.depth_a_metre()),
                ray_up: (up * half_height).extend(lens.depth_a_metre()),
                sun: light.to_sun.extend(0.0),
                sun_flat: light.to_sun.xz().normalize().extend(0.0).extend(0.0),
                light_right: light.right.extend(0.5 / SHADOW_DEPTH),
                light_up: light.up.extend(frame.shadow_texels as f32),
                shadow_middle: shadow_middle.extend(SHADOW_REACH),
                screen: Vec4::new(width, height, frame.line_width, 0.0),
                viewer: match lens.parallel {
                    false => eye.extend(1.0),
                    true => (forward * (-half_height / USUAL_LENS)).extend(0.0),
                },
            },
            eye: if lens.parallel { eye - forward * 2.0 * PARALLEL_DEPTHS.1 } else { eye },
            planes: match lens.parallel {
                false => [
                    plane(forward * half_width + right, eye),
                    plane(forward * half_width - right, eye),
                    plane(forward * half_height + up, eye),
                    plane(forward * half_height - up, eye),
                    plane(forward, eye),
                ],
                true => [
                    plane(right, eye - right * half_width),
                    plane(-right, eye + right * half_width),
                    plane(up, eye - up * half_height),
                    plane(-up, eye + up * half_height),
                    plane(forward, eye + forward * PARALLEL_DEPTHS.0),
                ],
            },
            light,
            shadow_middle,
        }
    }

    /// Where a place lies on the picture, 0 to 1 from its left and upper edge; `None` behind the eye.
    pub fn on_picture(&self, place: Vec3) -> Option<(f32, f32)> {
        let clip = self.uniform.view_projection * place.extend(1.0);
        (clip.w > NEAR).then(|| (clip.x / clip.w * 0.5 + 0.5, 0.5 - clip.y / clip.w * 0.5))
    }

    /// Whether any of a ball around `centre` may be in the picture.
    pub fn sees(&self, centre: Vec3, radius: f32) -> bool {
        self.planes.iter().all(|plane| plane.dot(centre.extend(1.0)) > -radius)
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

/// How places become a picture, in the camera's own frame: it looks along −Z.
struct Lens {
    parallel: bool,
    /// Of the picture: a metre ahead, or everywhere if its rays are parallel.
    half_height: f32,
}

impl Lens {
    fn new(camera: &CameraView) -> Lens {
        if let Some(height) = camera.parallel {
            let (least, most) = PARALLEL_HEIGHTS;
            let height = if height.is_finite() { height.clamp(least, most) } else { most };
            return Lens { parallel: true, half_height: height * 0.5 };
        }
        let degrees = camera.fov_y_degrees;
        let degrees = if degrees.is_finite() { degrees.clamp(5.0, 150.0) } else { 60.0 };
        Lens { parallel: false, half_height: (degrees.to_radians() * 0.5).tan() }
    }

    /// How much depth falls with each metre ahead along parallel rays; 0 for others.
    fn depth_a_metre(&self) -> f32 {
        if self.parallel { 1.0 / (PARALLEL_DEPTHS.1 - PARALLEL_DEPTHS.0) } else { 0.0 }
    }

    /// Depth 1 at the near plane falls to 0: at infinity, where the floats' precision then fits the distances, or evenly along
    /// parallel rays.
    fn projection(&self, half_width: f32) -> Mat4 {
        let depth = self.depth_a_metre();
        let (z, w) = match self.parallel {
            false => (Vec4::new(0.0, 0.0, 0.0, -1.0), Vec4::new(0.0, 0.0, NEAR, 0.0)),
            true => (Vec4::new(0.0, 0.0, depth, 0.0), Vec4::new(0.0, 0.0, PARALLEL_DEPTHS.1 * depth, 1.0)),
        };
        Mat4::from_cols(
            Vec4::new(1.0 / half_width, 0.0, 0.0, 0.0),
            Vec4::new(0.0, 1.0 / self.half_height, 0.0, 0.0),
            z,
            w,
        )
    }
}

/// The plane through a place with this inward normal of any length.
fn plane(normal: Vec3, through: Vec3) -> Vec4 {
    let normal = normal.normalize();
    normal.extend(-normal.dot(through))
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

    const FRAME: Frame = Frame { size: (1600, 900), line_width: 2.0, shadow_texels: 2048 };

    fn looking_ahead() -> View {
        let camera = CameraView {
            eye: Vec3::new(0.0, 2.0, 8.0),
            forward: Vec3::NEG_Z,
            fov_y_degrees: 60.0,
            parallel: None,
        };
        View::new(&camera, &FRAME)
    }

    #[test]
    fn a_point_straight_ahead_lands_in_the_middle_of_the_picture() {
        let clip = looking_ahead().uniform.view_projection * Vec4::new(0.0, 2.0, 0.0, 1.0);
        assert!(clip.x.abs() < 1e-5 && clip.y.abs() < 1e-5);
        assert!((clip.w - 8.0).abs() < 1e-5);
        assert!((clip.z / clip.w - NEAR / 8.0).abs() < 1e-6);
    }

    #[test]
    fn along_parallel_rays_size_does_not_change_with_distance_and_what_is_behind_the_eye_shows() {
        let camera = CameraView {
            eye: Vec3::new(0.0, 2.0, 8.0),
            forward: Vec3::NEG_Z,
            fov_y_degrees: 60.0,
            parallel: Some(9.0),
        };
        let view = View::new(&camera, &FRAME);
        for z in [-300.0, 0.0, 7.9, 20.0] {
            assert_eq!(view.on_picture(Vec3::new(0.0, 2.0, z)), Some((0.5, 0.5)));
            let (x, y) = view.on_picture(Vec3::new(4.0, 6.5, z)).unwrap();
            assert!((x - 0.75).abs() < 1e-6 && y.abs() < 1e-6, "16 m by 9 m: {x} {y}");
            assert!(view.sees(Vec3::new(7.9, -2.4, z), 0.0) && !view.sees(Vec3::new(8.1, 2.0, z), 0.0));
            assert!(view.sees(Vec3::new(8.1, 6.6, z), 0.2) && !view.sees(Vec3::new(0.0, -2.6, z), 0.0));
        }
        let depth = |z| (view.uniform.view_projection * Vec4::new(0.0, 2.0, z, 1.0)).z;
        assert!(
            1.0 > depth(20.0)
                && depth(20.0) > depth(0.0)
                && depth(0.0) > depth(-300.0)
                && depth(-300.0) > 0.0
        );
        assert!((depth(8.0) - 0.875).abs() < 1e-6);
        for height in [f32::NAN, 0.0, -1.0, f32::INFINITY] {
            let view = View::new(&CameraView { parallel: Some(height), ..camera }, &FRAME);
            assert!(view.uniform.view_projection.is_finite());
        }
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
    fn walking_and_looking_around_the_yard_never_moves_the_shadow_map() {
        for step in 0..360 {
            let (sin, cos) = (step as f32).to_radians().sin_cos();
            let forward = Vec3::new(sin, -0.2, cos);
            assert_eq!(LightAxes::middle(Vec3::new(20.0 * cos, 2.0, 20.0 * sin), forward), Vec3::ZERO);
        }
        assert_eq!(LightAxes::middle(Vec3::new(0.0, 60.0, 0.1), Vec3::NEG_Y), Vec3::ZERO, "from above");
    }

    #[test]
    fn far_from_the_yard_the_shadow_map_follows_by_whole_cells() {
        let middles: Vec<Vec3> = (0..640)
            .map(|step| LightAxes::middle(Vec3::new(500.0 + 0.1 * step as f32, 2.0, 0.0), Vec3::NEG_Z))
            .collect();
        let moves = middles.windows(2).filter(|pair| pair[0] != pair[1]).count();
        assert_eq!(moves, 4, "64 m are four cells");
        assert!(middles.iter().all(|it| it.x % SHADOW_CELL == 0.0 && it.distance(Vec3::X * 532.0) < 60.0));
    }

    #[test]
    fn all_corners_of_the_yard_lie_within_the_shadow_map() {
        let view = looking_ahead();
        for (x, z) in [(-20.25, -20.25), (20.25, -20.25), (-20.25, 20.25), (20.25, 20.25)] {
            for y in [0.0, 15.0] {
                let clip = view.uniform.light_projection * Vec4::new(x, y, z, 1.0);
                // The shader lets shadows fade from 0.92 on.
                assert!(clip.x.abs() < 0.92 && clip.y.abs() < 0.92 && (0.0..1.0).contains(&clip.z), "{clip}");
            }
        }
    }

    #[test]
    fn a_camera_that_looks_straight_down_or_nowhere_still_has_a_finite_view() {
        for forward in [Vec3::NEG_Y, Vec3::ZERO, Vec3::NAN] {
            let camera = CameraView { eye: Vec3::ZERO, forward, fov_y_degrees: f32::NAN, parallel: None };
            assert!(View::new(&camera, &FRAME).uniform.view_projection.is_finite());
        }
    }
}
