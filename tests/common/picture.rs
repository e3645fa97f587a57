//! Pictures to ask for the colours of their pixels.

use glam::{Vec3, vec3};
use moonyard::render::{BoxInstance, CameraView, Renderer, Scene};

pub const WIDTH: u32 = 320;
pub const HEIGHT: u32 = 180;

pub struct Picture {
    pub pixels: Vec<u8>,
}

impl Picture {
    pub fn of(scene: &Scene) -> Picture {
        Picture::by(&mut Renderer::headless().expect("these tests need a graphics driver"), scene)
    }

    pub fn by(renderer: &mut Renderer, scene: &Scene) -> Picture {
        Picture { pixels: renderer.picture(scene, WIDTH, HEIGHT).unwrap() }
    }

    /// Red, green, blue from 0 to 255.
    pub fn at(&self, x: u32, y: u32) -> [f32; 3] {
        let start = ((y * WIDTH + x) * 4) as usize;
        [0, 1, 2].map(|channel| f32::from(self.pixels[start + channel]))
    }

    pub fn all(&self) -> impl Iterator<Item = [f32; 3]> + '_ {
        (0..HEIGHT).flat_map(|y| (0..WIDTH).map(move |x| (x, y))).map(|(x, y)| self.at(x, y))
    }

    pub fn middle(&self) -> [f32; 3] {
        self.at(WIDTH / 2, HEIGHT / 2)
    }

    /// The pixel that shows `point`.
    pub fn showing(&self, camera: &CameraView, point: Vec3) -> [f32; 3] {
        let (x, y) = place(camera, point);
        self.at(x as u32, y as u32)
    }

    /// The pixels around the one that shows `point`.
    pub fn near(&self, camera: &CameraView, point: Vec3) -> impl Iterator<Item = [f32; 3]> + '_ {
        let (x, y) = place(camera, point);
        let offsets = (-2..=2).flat_map(|dx| (-2..=2).map(move |dy| (dx, dy)));
        offsets.map(move |(dx, dy)| {
            let clamped =
                |at: f32, off: i32, length: u32| (at as i32 + off).clamp(0, length as i32 - 1) as u32;
            self.at(clamped(x, dx, WIDTH), clamped(y, dy, HEIGHT))
        })
    }
}

fn place(camera: &CameraView, point: Vec3) -> (f32, f32) {
    let forward = camera.forward.normalize();
    let right = forward.cross(Vec3::Y).normalize();
    let up = right.cross(forward);
    let offset = point - camera.eye;
    let scale = HEIGHT as f32 / 2.0 / (camera.fov_y_degrees / 2.0).to_radians().tan() / offset.dot(forward);
    (WIDTH as f32 / 2.0 + offset.dot(right) * scale, HEIGHT as f32 / 2.0 - offset.dot(up) * scale)
}

pub fn brightness(color: [f32; 3]) -> f32 {
    0.25 * color[0] + 0.55 * color[1] + 0.20 * color[2]
}

pub fn ground() -> BoxInstance {
    BoxInstance {
        pos: vec3(0.0, -0.25, 0.0),
        size: vec3(40.0, 0.5, 40.0),
        color: vec3(0.36, 0.42, 0.36),
        ..BoxInstance::default()
    }
}
