//! Shadows: where they fall, and that those which are kept from frame to frame are the same as those drawn anew. These
//! tests need a graphics driver and fail without one.

mod common;

use common::picture::{Picture, brightness, ground};
use glam::{Vec3, vec3};
use moonyard::render::{BoxInstance, CameraView, Level, Renderer, Scene, SphereInstance};

fn post(x: f32, z: f32) -> BoxInstance {
    BoxInstance {
        pos: vec3(x, 1.0, z),
        size: vec3(0.6, 2.0, 0.6),
        color: Vec3::splat(0.7),
        still: true,
        ..BoxInstance::default()
    }
}

/// The ground at a place, seen from above with and without a post whose shadow falls there.
fn shaded_and_lit(renderer: &mut Renderer, camera: CameraView, x: f32, z: f32) -> (f32, f32) {
    let with_post = Scene { camera, boxes: vec![ground(), post(x, z)], ..Scene::default() };
    let without = Scene { camera, boxes: vec![ground()], ..Scene::default() };
    // The sun stands low at −X and +Z: shadows fall to +X and −Z.
    let place = vec3(x + 1.4, 0.0, z - 0.96);
    [with_post, without]
        .map(|scene| brightness(Picture::by(renderer, &scene).showing(&scene.camera, place)))
        .into()
}

#[test]
fn a_post_in_any_corner_of_the_yard_casts_its_shadow_wherever_one_stands_and_at_any_quality() {
    let mut renderer = Renderer::headless().expect("these tests need a graphics driver");
    for (x, z) in [(-19.0, -18.0), (18.0, -18.0), (-19.0, 19.0), (18.0, 19.0)] {
        for eye in [vec3(x * 0.8, 3.0, z + 6.0), vec3(x * 0.2, 40.0, z * 0.2)] {
            let camera = CameraView {
                eye,
                forward: vec3(x + 1.0, 0.0, z - 1.0) - eye,
                fov_y_degrees: 25.0,
                parallel: None,
            };
            for level in Level::ALL {
                renderer.set_quality(level.quality());
                let (shaded, lit) = shaded_and_lit(&mut renderer, camera, x, z);
                let ratio = shaded / lit;
                assert!(ratio < 0.9, "({x}, {z}) from {eye} at {}: {shaded} to {lit}", level.name());
            }
        }
    }
}

#[test]
fn far_from_the_yard_there_are_shadows_around_the_eye() {
    let (x, z) = (300.0, -200.0);
    let eye = vec3(x, 4.0, z + 8.0);
    let camera = CameraView { eye, forward: vec3(x, 0.0, z) - eye, fov_y_degrees: 60.0, parallel: None };
    let floor = BoxInstance { pos: vec3(x, -0.25, z), ..ground() };
    let scene = Scene { camera, boxes: vec![floor, post(x, z)], ..Scene::default() };
    let picture = Picture::of(&scene);
    let shaded = brightness(picture.showing(&camera, vec3(x + 1.4, 0.0, z - 0.96)));
    let lit = brightness(picture.showing(&camera, vec3(x - 1.4, 0.0, z + 0.96)));
    assert!(shaded < 0.8 * lit, "{shaded} {lit}");
}

#[test]
fn a_renderer_that_kept_shadows_draws_the_same_as_a_fresh_one() {
    let ball = |x: f32, still| SphereInstance {
        pos: vec3(x, 0.5, 1.0),
        color: vec3(0.8, 0.3, 0.3),
        still,
        ..SphereInstance::default()
    };
    let scene = |posts: &[f32], balls: Vec<SphereInstance>| Scene {
        boxes: std::iter::once(BoxInstance { still: true, ..ground() })
            .chain(posts.iter().map(|x| post(*x, 0.0)))
            .collect(),
        spheres: balls,
        ..Scene::default()
    };
    let mut scenes = vec![
        ("the first", scene(&[0.0], vec![])),
        ("the same", scene(&[0.0], vec![])),
        ("one more post", scene(&[0.0, 2.0], vec![])),
        ("a ball that moves", scene(&[0.0, 2.0], vec![ball(-1.0, false)])),
        ("it moved", scene(&[0.0, 2.0], vec![ball(-0.5, false)])),
        ("it came to rest", scene(&[0.0, 2.0], vec![ball(-0.5, true)])),
        ("a post before the others", scene(&[-3.0, 0.0, 2.0], vec![ball(-0.5, true)])),
        ("a post is gone", scene(&[-3.0, 2.0], vec![ball(-0.5, true)])),
        ("everything is gone", scene(&[], vec![])),
        ("and back", scene(&[0.0, 2.0], vec![ball(-1.0, false)])),
    ];
    let mut far = scenes[3].1.clone();
    far.camera.eye += Vec3::X * 300.0;
    scenes.push(("another place", far));
    scenes.push(("home again", scenes[3].1.clone()));
    let mut renderer = Renderer::headless().unwrap();
    for (name, scene) in &scenes {
        assert!(Picture::by(&mut renderer, scene).pixels == Picture::of(scene).pixels, "{name}");
    }
}

#[test]
fn what_is_marked_as_still_and_what_is_not_look_the_same() {
    let scene = |still| Scene {
        boxes: [ground(), post(0.0, 0.0), post(2.0, 1.0)].map(|it| BoxInstance { still, ..it }).to_vec(),
        ..Scene::default()
    };
    assert!(Picture::of(&scene(true)).pixels == Picture::of(&scene(false)).pixels);
}
