//! Pictures against stored ones in `tests/pictures`. A picture may differ a little, since drivers do: see [`TOLERANCE`]. A
//! test that fails leaves the picture and what differs in `target/pictures`, and names both. `UPDATE_PICTURES=1 cargo test
//! --test render_stored` writes the stored ones anew.
//!
//! These tests need a graphics driver and fail without one. The stored pictures were drawn by Mesa's lavapipe (Debian:
//! mesa-vulkan-drivers).

mod common;

use common::Yard;
use glam::{Vec3, vec3};
use moonyard::input::Key;
use moonyard::render::{CameraView, Renderer, Scene};
use std::fs::{self, File};
use std::io::BufWriter;
use std::path::{Path, PathBuf};

const SIZE: (u32, u32) = (432, 243);

/// How far a picture may be from the stored one.
const TOLERANCE: Tolerance = Tolerance { mean: 1.0, far: 40, share_of_far: 0.004 };

struct Tolerance {
    /// The mean difference of all channels, of 255.
    mean: f64,
    /// A pixel of which a channel differs by more than this is far off ...
    far: u8,
    /// ... and so many of them may be.
    share_of_far: f64,
}

/// 8-bit red, green and blue, rows from the top.
fn drawn(scene: &Scene) -> Vec<u8> {
    let mut renderer = Renderer::headless().expect("these tests need a graphics driver");
    let rgba = renderer.picture(scene, SIZE.0, SIZE.1).unwrap();
    rgba.chunks(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect()
}

fn write(file: &Path, rgb: &[u8]) {
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    let mut encoder = png::Encoder::new(BufWriter::new(File::create(file).unwrap()), SIZE.0, SIZE.1);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::High);
    encoder.write_header().unwrap().write_image_data(rgb).unwrap();
}

fn read(file: &Path) -> Option<Vec<u8>> {
    let decoder = png::Decoder::new(std::io::BufReader::new(File::open(file).ok()?));
    let mut reader = decoder.read_info().ok()?;
    let mut pixels = vec![0; reader.output_buffer_size()?];
    let info = reader.next_frame(&mut pixels).ok()?;
    let fits = (info.width, info.height) == SIZE && info.color_type == png::ColorType::Rgb;
    fits.then_some(pixels)
}

/// Compares a scene with the stored picture of that name.
#[track_caller]
fn check(name: &str, scene: &Scene) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let stored_file = root.join("tests/pictures").join(name).with_extension("png");
    let picture = drawn(scene);
    if std::env::var_os("UPDATE_PICTURES").is_some() {
        write(&stored_file, &picture);
    }
    let left_in =
        |suffix: &str| -> PathBuf { root.join("target/pictures").join(format!("{name}{suffix}.png")) };
    let Some(stored) = read(&stored_file) else {
        write(&left_in(""), &picture);
        panic!(
            "{} is not there or not {} × {} pixels of RGB; the picture is in {}. UPDATE_PICTURES=1 writes it",
            stored_file.display(),
            SIZE.0,
            SIZE.1,
            left_in("").display(),
        );
    };
    let differences: Vec<u8> = picture.iter().zip(&stored).map(|(a, b)| a.abs_diff(*b)).collect();
    let mean = differences.iter().map(|it| f64::from(*it)).sum::<f64>() / differences.len() as f64;
    let far = differences.chunks(3).filter(|pixel| pixel.iter().any(|it| *it > TOLERANCE.far)).count();
    let share = far as f64 / f64::from(SIZE.0 * SIZE.1);
    if mean > TOLERANCE.mean || share > TOLERANCE.share_of_far {
        write(&left_in(""), &picture);
        // Four times as strong as it is, so that it shows.
        let shown: Vec<u8> = differences.iter().map(|it| it.saturating_mul(4)).collect();
        write(&left_in("-difference"), &shown);
        panic!(
            "{name} differs from {}: by {mean:.2} of 255 in the mean ({} may be), and {:.2} % of its pixels by more than {} \
             ({:.2} % may). See {} and {}; if it is meant, UPDATE_PICTURES=1 writes it anew",
            stored_file.display(),
            TOLERANCE.mean,
            share * 100.0,
            TOLERANCE.far,
            TOLERANCE.share_of_far * 100.0,
            left_in("").display(),
            left_in("-difference").display(),
        );
    }
}

/// What the yard looks like with a script, after some ticks.
fn scene_of(script: &str, ticks: u64) -> Scene {
    let mut yard = Yard::with(script);
    yard.ticks(ticks);
    yard.no_errors();
    yard.game.scene()
}

fn from(eye: Vec3, target: Vec3) -> CameraView {
    CameraView { eye, forward: target - eye, fov_y_degrees: 60.0, parallel: None }
}

#[test]
fn the_yard_from_the_start() {
    check("yard", &scene_of("", 60));
}

#[test]
fn first_person() {
    let mut yard = Yard::new();
    yard.ticks(10).press(Key::V).ticks(10);
    let scene = yard.game.scene();
    assert_eq!(scene.figure, None);
    check("first_person", &scene);
}

#[test]
fn shadows_at_the_far_corners() {
    let posts = "for x = -15, 15, 30 do for z = -16, 16, 32 do
        physics.box { pos = Vec(x, 1.5, z), size = Vec(1, 3, 1), static = true }
        physics.sphere { pos = Vec(x, 3.6, z), radius = 0.6, static = true, color = Vec(0.8, 0.4, 0.3) }
    end end";
    let mut scene = scene_of(posts, 5);
    scene.camera = from(vec3(0.0, 26.0, 30.0), vec3(0.0, 0.0, 3.0));
    scene.figure = None;
    check("corners", &scene);
}

#[test]
fn parallel_rays_from_high_above_a_corner() {
    let things = "view.mode('iso', { target = Vec(0, 0.5, 0), distance = 9 })
        for x = -4, 4, 2 do for z = -4, 4, 4 do
            physics.box { pos = Vec(x, 0.5, z), size = 1, static = true }
        end end
        for x = -3, 3, 2 do
            physics.sphere { pos = Vec(x, 0.5, 2), radius = 0.5, static = true, color = Vec(0.8, 0.4, 0.3) }
            physics.sphere { pos = Vec(x, 0.5, -2), radius = 0.5, static = true, glass = true, color = Vec(0.4, 0.6, 1) }
        end
        physics.box { pos = Vec(1, 2, 3), size = Vec(2, 1, 0.1), static = true, glass = true, color = Vec(1, 0.5, 0.3) }
        hook.Add('Think', 'd', function()
            draw.box(Vec(-2, 1.5, 0), 1) draw.sphere(Vec(2, 1.5, 0), 0.5) draw.line(Vec(-6, 0.1, 6), Vec(6, 0.1, -6))
        end)";
    let scene = scene_of(things, 5);
    assert_eq!(scene.camera.parallel.map(|height| (height * 1e3).round()), Some(10392.0));
    check("iso", &scene);
}

#[test]
fn glass_in_front_of_glass() {
    let glass = "physics.box { pos = Vec(-0.4, 1.2, 1), size = Vec(2, 2, 0.1), static = true, glass = true, color = Vec(1, 0.4, 0.3) }
        physics.box { pos = Vec(0.6, 1.4, 2), size = Vec(2, 2, 0.1), static = true, glass = true, color = Vec(0.3, 0.6, 1) }
        physics.sphere { pos = Vec(1.4, 0.7, 3), radius = 0.6, static = true, glass = true, cloudy = 0.6, color = Vec(0.5, 1, 0.6) }
        physics.box { pos = Vec(0.2, 0.5, -1), size = 1, static = true, color = Vec(0.9, 0.1, 0.1) }";
    let mut scene = scene_of(glass, 5);
    scene.camera = from(vec3(0.0, 1.6, 6.0), vec3(0.3, 1.0, 0.0));
    scene.figure = None;
    check("glass", &scene);
}

#[test]
fn hidden_bodies_show_faintly() {
    let hidden = "physics.showHidden(true)
        physics.box { pos = Vec(-1.5, 1, 0), size = 2, static = true, visible = false, color = Vec(0.9, 0.2, 0.2) }
        physics.sphere { pos = Vec(1.5, 1, 0), radius = 1, static = true, visible = false }
        physics.box { pos = Vec(0, 1, -3), size = 2, static = true, color = Vec(0.2, 0.4, 0.9) }";
    let mut scene = scene_of(hidden, 5);
    scene.camera = from(vec3(0.0, 2.2, 6.0), vec3(0.0, 0.9, 0.0));
    scene.figure = None;
    check("hidden", &scene);
}

#[test]
fn lines_and_letters() {
    let drawing = "hook.Add('Think', 'draw', function()
        draw.line(Vec(-4, 0.1, 3), Vec(-1, 2.5, -2))
        draw.line(Vec(-4, 0.1, -8), Vec(4, 0.6, 1), Vec(0.3, 0.8, 1))
        draw.box(Vec(0, 1, 1), Vec(1.5, 2, 1), Vec(1, 0.3, 0.2))
        draw.sphere(Vec(2.6, 1, 1), 1, Vec(0.2, 1, 0.4))
        draw.text(Vec(2.6, 2.4, 1), 'Kugel: äöü éñç', nil, 30)
        hud.text('score', 'Score: 12', { x = 1, y = 0, size = 36 })
        hud.text('help', 'one below\\nthe other', { size = 30 })
        hud.text('more', '漢 is a box', { size = 30, color = Vec(0.6, 1, 0.6) })
    end)
    physics.box { pos = Vec(0, 1, 1), size = Vec(1.5, 2, 1), static = true }";
    let mut scene = scene_of(drawing, 5);
    scene.camera = from(vec3(0.0, 1.8, 7.0), vec3(0.0, 1.2, 0.0));
    scene.figure = None;
    check("drawn", &scene);
}

#[test]
fn five_hundred_rolling_balls() {
    let balls = "for n = 0, 499 do
        local x, z, y = n % 25 * 0.75 - 9, n // 25 % 10 * 0.75 - 6, 0.4 + n // 250 * 1.5
        physics.sphere { pos = Vec(x, y, z), radius = 0.3, velocity = Vec(1 + n % 3, 0, 0.5),
            color = Vec(0.3 + n % 7 * 0.1, 0.3 + n % 5 * 0.12, 0.4 + n % 3 * 0.2) }
    end";
    let mut scene = scene_of(balls, 40);
    assert_eq!(scene.spheres.len(), 500);
    scene.camera = from(vec3(0.0, 7.5, 18.0), vec3(0.0, 2.5, -2.0));
    check("rolling", &scene);
}
