//! What a picture shows. These tests need a graphics driver and fail without one: on a machine without a graphics card
//! Mesa's lavapipe (Debian: mesa-vulkan-drivers) is enough.

mod common;

use common::picture::{HEIGHT, Picture, WIDTH, brightness, ground};
use glam::{Quat, Vec3, vec3};
use moonyard::render::{BoxInstance, CameraView, Figure, RenderError, Renderer, Scene, SphereInstance};

fn cube(pos: Vec3, color: Vec3) -> BoxInstance {
    BoxInstance { pos, color, ..BoxInstance::default() }
}

const RED: Vec3 = vec3(0.9, 0.1, 0.1);

/// A red cube in the middle of the picture, from slightly above.
fn red_cube_on_ground() -> Scene {
    let eye = vec3(0.0, 2.0, 6.0);
    Scene {
        camera: CameraView { eye, forward: vec3(0.0, 0.5, 0.0) - eye, fov_y_degrees: 60.0, parallel: None },
        boxes: vec![ground(), cube(vec3(0.0, 0.5, 0.0), RED)],
        ..Scene::default()
    }
}

fn is_red(color: [f32; 3]) -> bool {
    color[0] > 60.0 && color[0] > 2.0 * color[1] && color[0] > 2.0 * color[2]
}

#[test]
fn an_empty_yard_is_not_blank_and_its_sky_is_above_and_bluer_than_its_ground() {
    let scene = Scene { boxes: vec![ground()], ..Scene::default() };
    let picture = Picture::of(&scene);
    let sky = picture.at(WIDTH / 2, 5);
    let floor = picture.at(WIDTH / 2, HEIGHT - 5);
    assert!(sky[2] > sky[0] && sky[2] > sky[1], "the sky is blue: {sky:?}");
    assert!(floor[1] > floor[2], "the ground is green rather than blue: {floor:?}");
    assert!(brightness(sky) > brightness(floor), "{sky:?} {floor:?}");
    let shades: std::collections::HashSet<&[u8]> = picture.pixels.chunks(4).collect();
    assert!(shades.len() > 100, "{} shades", shades.len());
}

#[test]
fn a_red_box_in_the_middle_shows_red_in_the_middle() {
    let picture = Picture::of(&red_cube_on_ground());
    assert!(is_red(picture.middle()), "{:?}", picture.middle());
    assert!(!is_red(picture.at(10, HEIGHT / 2)));
}

#[test]
fn the_shadow_of_a_box_and_of_a_ball_is_darker_than_the_lit_ground() {
    let mut scene = red_cube_on_ground();
    let ball = SphereInstance { pos: vec3(-2.0, 0.5, 0.0), ..SphereInstance::default() };
    scene.spheres.push(ball);
    let picture = Picture::of(&scene);
    // The sun is low, on the left and behind the camera, so that shadows fall to the right and away.
    for shaded in [vec3(0.8, 0.0, -0.4), vec3(-1.35, 0.0, -0.45)] {
        let shadow = picture.showing(&scene.camera, shaded);
        let lit = picture.showing(&scene.camera, shaded + vec3(0.0, 0.0, 1.6));
        assert!(brightness(shadow) < 0.75 * brightness(lit), "{shadow:?} {lit:?}");
    }
}

#[test]
fn a_lit_floor_does_not_shade_itself() {
    let scene = Scene { boxes: vec![ground()], ..Scene::default() };
    let picture = Picture::of(&scene);
    // Inside one tile of the floor's grid, away from its lines.
    let shades: Vec<f32> = (0..40)
        .map(|step| vec3(0.3 + 0.01 * step as f32, 0.0, 2.5))
        .map(|place| brightness(picture.showing(&scene.camera, place)))
        .collect();
    let (low, high) =
        shades.iter().fold((f32::MAX, f32::MIN), |(low, high), it| (low.min(*it), high.max(*it)));
    assert!(high - low < 6.0, "{shades:?}");
}

#[test]
fn the_same_scene_gives_the_same_bytes_twice() {
    let mut scene = red_cube_on_ground();
    scene.spheres.push(SphereInstance { pos: vec3(1.0, 0.5, 1.0), ..SphereInstance::default() });
    scene.boxes.push(BoxInstance { alpha: 0.3, ..cube(vec3(-1.0, 0.5, 1.0), Vec3::ONE) });
    scene.figure = Some(Figure { feet: Vec3::ZERO, yaw: 30.0, height: 1.8, stride: 0.3, speed: 2.0 });
    let mut renderer = Renderer::headless().unwrap();
    let first = renderer.picture(&scene, WIDTH, HEIGHT).unwrap();
    assert!(first == renderer.picture(&scene, WIDTH, HEIGHT).unwrap());
    assert!(first == Picture::of(&scene).pixels, "another renderer draws the same");
}

#[test]
fn a_red_box_behind_clear_glass_still_shows_red() {
    let mut scene = red_cube_on_ground();
    let opaque = Picture::of(&scene).middle();
    let pane = BoxInstance {
        size: vec3(3.0, 3.0, 0.1),
        alpha: 0.25,
        ..cube(vec3(0.0, 1.0, 2.0), vec3(0.6, 0.9, 0.95))
    };
    scene.boxes.insert(0, pane);
    let glazed = Picture::of(&scene).middle();
    assert!(glazed[0] > 1.3 * glazed[1] && glazed[0] > 1.3 * glazed[2], "{glazed:?}");
    assert!(glazed[2] > opaque[2] + 10.0, "the glass tints what is behind it: {opaque:?} {glazed:?}");

    scene.boxes[0].cloudy = 1.0;
    let milky = Picture::of(&scene).middle();
    assert!(milky[2] > glazed[2] + 20.0, "milky glass hides more: {glazed:?} {milky:?}");
}

#[test]
fn a_red_ball_shows_red_and_its_bands_move_when_it_rolls() {
    let eye = vec3(0.0, 1.0, 4.0);
    let ball =
        SphereInstance { pos: vec3(0.0, 1.0, 0.0), radius: 1.0, color: RED, ..SphereInstance::default() };
    let mut scene = Scene {
        camera: CameraView { eye, forward: Vec3::NEG_Z, fov_y_degrees: 60.0, parallel: None },
        spheres: vec![ball],
        ..Scene::default()
    };
    // At first this place lies above the belt; a roll toward it brings the belt there.
    let upright = Picture::of(&scene);
    let place = vec3(0.35, 1.5, 0.75);
    assert!(is_red(upright.showing(&scene.camera, place)));
    scene.spheres[0].rotation = Quat::from_rotation_x(-0.6);
    let rolled = Picture::of(&scene);
    assert!(!is_red(rolled.showing(&scene.camera, place)), "{:?}", rolled.showing(&scene.camera, place));
}

#[test]
fn odd_sizes_give_pictures_of_those_sizes() {
    let mut renderer = Renderer::headless().unwrap();
    for (width, height) in [(1, 1), (333, 77), (2, 500)] {
        let pixels = renderer.picture(&red_cube_on_ground(), width, height).unwrap();
        assert_eq!(pixels.len() as u32, width * height * 4);
        assert!(pixels.chunks(4).all(|pixel| pixel[3] == 255), "{width} × {height} is opaque");
    }
}

#[test]
fn a_size_of_zero_or_beyond_the_limit_is_refused_with_a_sentence() {
    let mut renderer = Renderer::headless().unwrap();
    for (width, height) in [(0, 10), (10, 0), (1_000_000, 10), (10, u32::MAX)] {
        let error = renderer.picture(&Scene::default(), width, height).unwrap_err();
        assert!(matches!(error, RenderError::Size { .. }));
        let text = error.to_string();
        assert!(text.contains(&format!("{width} × {height} pixels cannot be made")), "{text}");
        assert!(text.contains("between 1 and"), "{text}");
    }
    assert!(renderer.picture(&Scene::default(), 8, 8).is_ok(), "a refusal breaks nothing");
}

#[test]
fn numbers_that_are_not_finite_break_no_picture() {
    let mut scene = red_cube_on_ground();
    scene.boxes.push(BoxInstance { pos: Vec3::NAN, ..BoxInstance::default() });
    scene.boxes.push(BoxInstance { size: vec3(f32::INFINITY, 1.0, 1.0), ..BoxInstance::default() });
    scene.spheres.push(SphereInstance { radius: f32::NAN, alpha: 0.5, ..SphereInstance::default() });
    scene.figure =
        Some(Figure { feet: Vec3::NAN, yaw: f32::NAN, height: f32::NAN, stride: f32::NAN, speed: f32::NAN });
    assert!(is_red(Picture::of(&scene).middle()));
    scene.camera =
        CameraView { eye: Vec3::NAN, forward: Vec3::ZERO, fov_y_degrees: f32::NAN, parallel: None };
    Picture::of(&scene);
}

#[test]
fn many_thousand_boxes_fit_in_one_picture() {
    let mut scene = red_cube_on_ground();
    scene.boxes.extend(
        (0..20_000).map(|i| cube(vec3((i % 200) as f32 - 100.0, -30.0, -(i / 200) as f32), Vec3::ONE)),
    );
    assert!(is_red(Picture::of(&scene).middle()));
}
