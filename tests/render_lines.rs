//! Lines and letters in pictures, and what the qualities have in common. These tests need a graphics driver and fail
//! without one.

mod common;

use common::picture::{HEIGHT, Picture, WIDTH, brightness, ground};
use glam::{Vec3, vec3};
use moonyard::render::{
    BoxInstance, CameraView, Label, Level, Line, Renderer, Scene, ScreenText, WireBox, WireSphere,
};

const RED: Vec3 = vec3(1.0, 0.0, 0.0);

fn empty() -> Scene {
    let camera =
        CameraView { eye: vec3(0.0, 1.0, 6.0), forward: Vec3::NEG_Z, fov_y_degrees: 60.0, parallel: None };
    Scene { camera, boxes: vec![ground()], ..Scene::default() }
}

fn is_red(color: [f32; 3]) -> bool {
    color[0] > 120.0 && color[1] < 90.0 && color[2] < 90.0
}

fn red_pixels(scene: &Scene) -> usize {
    Picture::of(scene).all().filter(|color| is_red(*color)).count()
}

#[test]
fn a_line_is_as_wide_far_away_as_near() {
    let upright = |x: f32, z: f32, height: f32| Line {
        from: vec3(x, 1.0 - height, z),
        to: vec3(x, 1.0 + height, z),
        color: RED,
        ..Line::default()
    };
    // Both are as high on the picture; the far one is ten times as far.
    let near = red_pixels(&Scene { lines: vec![upright(0.0, 3.0, 0.9)], ..empty() });
    let far = red_pixels(&Scene { lines: vec![upright(0.0, -24.0, 9.0)], boxes: Vec::new(), ..empty() });
    assert!(near > 50, "{near}");
    assert!(near.abs_diff(far) <= near / 5, "{near} {far}");
}

#[test]
fn a_line_is_hidden_by_what_is_in_front_of_it_and_not_by_what_is_behind() {
    let line = Line { from: vec3(-2.0, 1.0, 0.0), to: vec3(2.0, 1.0, 0.0), color: RED, ..Line::default() };
    let block =
        |z| BoxInstance { pos: vec3(0.0, 1.0, z), size: vec3(1.0, 1.0, 0.5), ..BoxInstance::default() };
    let scene = |z| Scene { lines: vec![line], boxes: vec![block(z)], ..empty() };
    let middle = vec3(0.0, 1.0, 0.0);
    let camera = empty().camera;
    assert!(!is_red(Picture::of(&scene(2.0)).showing(&camera, middle)));
    assert!(is_red(Picture::of(&scene(-2.0)).showing(&camera, middle)));
}

#[test]
fn lines_that_pass_the_eye_are_cut_and_broken_numbers_draw_nothing() {
    let mut scene = empty();
    scene.lines.push(Line {
        from: vec3(0.5, 0.5, -5.0),
        to: vec3(0.5, 0.5, 50.0),
        color: RED,
        ..Line::default()
    });
    assert!(red_pixels(&scene) > 10);
    let plain = Picture::of(&empty()).pixels;
    let mut scene = empty();
    scene.lines.push(Line { from: Vec3::NAN, to: Vec3::ZERO, color: RED, ..Line::default() });
    scene.lines.push(Line {
        from: vec3(0.0, 0.0, 20.0),
        to: vec3(1.0, 0.0, 30.0),
        color: RED,
        ..Line::default()
    });
    scene.wire_boxes.push(WireBox { pos: Vec3::ZERO, size: Vec3::INFINITY, color: RED });
    scene.wire_spheres.push(WireSphere { pos: Vec3::ZERO, radius: f32::NAN, color: RED });
    scene.labels.push(Label { pos: Vec3::NAN, text: "x".into(), color: RED, size: f32::INFINITY });
    assert!(Picture::of(&scene).pixels == plain);
}

#[test]
fn a_line_fades_from_one_end_to_the_other() {
    let white =
        Line { from: vec3(-2.0, 1.0, 0.0), to: vec3(2.0, 1.0, 0.0), alpha: [0.0, 1.0], ..Line::default() };
    let scene = Scene { lines: vec![white], ..empty() };
    let camera = empty().camera;
    let (picture, plain) = (Picture::of(&scene), Picture::of(&empty()));
    let lit = |x: f32| {
        let pos = vec3(x, 1.0, 0.0);
        picture.showing(&camera, pos)[0] - plain.showing(&camera, pos)[0]
    };
    assert!(lit(-1.9) < 10.0, "{}", lit(-1.9));
    assert!(
        lit(-1.0) + 5.0 < lit(0.0) && lit(0.0) + 5.0 < lit(1.0),
        "{} {} {}",
        lit(-1.0),
        lit(0.0),
        lit(1.0)
    );
}

#[test]
fn a_box_shows_its_edges_and_a_ball_its_circles() {
    let camera = empty().camera;
    let wire = WireBox { pos: vec3(0.0, 1.0, 0.0), size: Vec3::splat(2.0), color: RED };
    let picture = Picture::of(&Scene { wire_boxes: vec![wire], ..empty() });
    for corner in [vec3(-1.0, 2.0, 1.0), vec3(1.0, 0.0, 1.0), vec3(1.0, 2.0, -1.0)] {
        assert!(picture.near(&camera, corner).any(is_red), "{corner}");
    }
    assert!(!is_red(picture.showing(&camera, vec3(0.0, 1.4, 1.0))), "a face is open");
    let ball = WireSphere { pos: vec3(0.0, 1.0, 0.0), radius: 1.0, color: RED };
    let picture = Picture::of(&Scene { wire_spheres: vec![ball], ..empty() });
    for place in [vec3(0.0, 2.0, 0.0), vec3(1.0, 1.0, 0.0), vec3(0.0, 1.0, 1.0)] {
        assert!(picture.near(&camera, place).any(is_red), "{place}");
    }
}

#[test]
fn a_box_drawn_around_a_body_of_its_size_shows() {
    let body = BoxInstance { pos: vec3(0.0, 1.0, 0.0), size: Vec3::splat(2.0), ..BoxInstance::default() };
    let wire = WireBox { pos: body.pos, size: body.size, color: RED };
    let scene = Scene { boxes: vec![body], wire_boxes: vec![wire], ..empty() };
    let picture = Picture::of(&scene);
    for place in [vec3(0.0, 2.0, 1.0), vec3(-1.0, 1.0, 1.0), vec3(1.0, 0.5, 1.0)] {
        assert!(picture.near(&scene.camera, place).any(is_red), "{place}");
    }
}

#[test]
fn letters_are_sharp_at_every_quality_and_over_everything() {
    let wall = BoxInstance { pos: vec3(0.0, 1.0, 4.0), size: vec3(3.0, 3.0, 0.1), ..BoxInstance::default() };
    let text = ScreenText { text: "HHHHH".into(), place: Some((0.5, 0.2)), color: RED, size: 60.0 };
    let label = Label { pos: vec3(0.0, 1.0, 0.0), text: "HHHHH".into(), color: RED, size: 60.0 };
    let scene = Scene { boxes: vec![wall], texts: vec![text], labels: vec![label], ..empty() };
    let mut counts = Vec::new();
    for level in Level::ALL {
        let mut renderer = Renderer::headless().unwrap();
        renderer.set_quality(level.quality());
        let picture = Picture::by(&mut renderer, &scene);
        let rows = |from: u32, to: u32| {
            (from..to)
                .flat_map(|y| (0..WIDTH).map(move |x| (x, y)))
                .filter(|(x, y)| is_red(picture.at(*x, *y)))
                .count()
        };
        counts.push((rows(0, HEIGHT / 3), rows(HEIGHT / 3, HEIGHT)));
    }
    assert!(counts[0].0 > 100 && counts[0].1 > 100, "{counts:?}");
    assert!(counts.iter().all(|it| *it == counts[0]), "{counts:?}");
}

#[test]
fn every_quality_shows_the_same_yard() {
    let block = BoxInstance {
        pos: vec3(0.0, 1.0, 0.0),
        size: Vec3::splat(2.0),
        color: RED,
        ..BoxInstance::default()
    };
    let scene = Scene { boxes: vec![ground(), block], ..empty() };
    let mut renderer = Renderer::headless().unwrap();
    let pictures = Level::ALL.map(|level| {
        renderer.set_quality(level.quality());
        Picture::by(&mut renderer, &scene)
    });
    for picture in &pictures {
        assert!(is_red(picture.at(WIDTH / 2, HEIGHT / 2)));
        for (x, y) in [(20, 10), (20, HEIGHT - 10), (WIDTH / 2, HEIGHT / 2)] {
            let (found, best) = (brightness(picture.at(x, y)), brightness(pictures[2].at(x, y)));
            assert!((found - best).abs() < 25.0, "({x}, {y}): {found} {best}");
        }
    }
    assert!(pictures[0].pixels != pictures[2].pixels);
}
