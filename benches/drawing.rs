//! What drawing costs where no graphics card helps: 400 and 20,000 bodies at 1280 × 720 on whatever driver is found
//! (made for lavapipe), to a naive instanced loop on the same driver in the same run; the yard with four scripts, in
//! frames a second; and our own part of the work.
//!
//! Half of the bodies are boxes at rest and half are balls that move.

#[path = "drawing/naive.rs"]
mod naive;
mod side_by_side;

use glam::{Quat, Vec3, vec3};
use moonyard::app::game::Game;
use moonyard::render::{Auto, BoxInstance, CameraView, Level, Quality, Renderer, Scene, SphereInstance};
use naive::Naive;
use side_by_side::{Samples, Unit, in_turns, time};
use std::path::Path;
use std::time::Duration;

const SIZE: (u32, u32) = (1280, 720);
const ASPECT: f32 = 1280.0 / 720.0;
const FOLDERS: [&str; 2] = [
    concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/cookbook"),
    concat!(env!("CARGO_MANIFEST_DIR"), "/scripts"),
];

/// So many bodies on a yard's ground, all in view, at a frame of their movement.
fn bodies(count: u32, frame: u32) -> Scene {
    let eye = vec3(0.0, 7.0, 17.0);
    let camera = CameraView { eye, forward: vec3(0.0, 0.0, -4.0) - eye, fov_y_degrees: 60.0, parallel: None };
    let ground = BoxInstance {
        pos: vec3(0.0, -0.25, 0.0),
        size: vec3(40.0, 0.5, 40.0),
        color: vec3(0.36, 0.42, 0.36),
        still: true,
        ..BoxInstance::default()
    };
    let mut scene = Scene { camera, boxes: vec![ground], ..Scene::default() };
    // Layers of a square grid; many bodies are smaller, so that all find room.
    let layers = count.div_ceil(2_000);
    let side = (count.div_ceil(layers) as f32).sqrt().ceil() as u32;
    let step = 20.0 / side as f32;
    for n in 0..count {
        let (layer, place) = (n / (side * side), n % (side * side));
        let x = ((place % side) as f32 + 0.5) * step - 10.0;
        let z = ((place / side) as f32 + 0.5) * step - 12.0;
        let y = (layer as f32 + 0.5) * step * 0.9;
        let color = vec3((n % 7) as f32 / 6.0, (n % 5) as f32 / 4.0, (n % 3) as f32 / 2.0) * 0.7 + 0.2;
        let turn = (n + frame) as f32 * 0.1;
        if n % 2 == 0 {
            let rotation = Quat::from_rotation_y(n as f32);
            let size = Vec3::splat(step * 0.6);
            scene.boxes.push(BoxInstance {
                pos: vec3(x, y, z),
                rotation,
                size,
                color,
                still: true,
                ..BoxInstance::default()
            });
        } else {
            let pos = vec3(x + turn.sin() * step * 0.1, y, z);
            let rotation = Quat::from_rotation_z(turn);
            scene.spheres.push(SphereInstance {
                pos,
                rotation,
                radius: step * 0.35,
                color,
                ..SphereInstance::default()
            });
        }
    }
    scene
}

fn renderer(quality: Quality) -> Renderer {
    let mut renderer = Renderer::headless().expect("a graphics driver");
    renderer.set_quality(quality);
    renderer
}

fn one_frame(renderer: &mut Renderer, scene: Scene) -> moonyard::render::Cost {
    renderer.time([scene], SIZE).expect("a picture")[0]
}

fn compare(count: u32, rounds: usize, promised: (f64, f64)) {
    let mut naive = Naive::new(SIZE);
    let mut renderers: Vec<Renderer> = Level::ALL.map(|level| renderer(level.quality())).into();
    let [low, medium, high] = &mut renderers[..] else { unreachable!("three levels") };
    let frame = std::cell::Cell::new(0);
    let next = || {
        frame.set(frame.get() + 1);
        bodies(count, frame.get())
    };
    let samples = in_turns(
        rounds,
        &mut [
            &mut || naive.draw(&next(), ASPECT),
            &mut || one_frame(high, next()).whole,
            &mut || one_frame(medium, next()).whole,
            &mut || one_frame(low, next()).whole,
        ],
    );
    let names = ["the naive loop", "at high", "at medium", "at low"];
    for (samples, name) in samples.iter().zip(names) {
        samples.report(&format!("{count} bodies: a frame, {name}"), Unit::Seconds, None);
    }
    let share = |ours: &Samples| ours.with(&samples[0], |ours, naive| ours / naive);
    share(&samples[1]).report(
        &format!("{count} bodies: the same settings (high) to naive"),
        Unit::Times,
        Some(1.0 / promised.0),
    );
    share(&samples[2]).report(&format!("{count} bodies: medium to naive"), Unit::Times, None);
    share(&samples[3]).report(
        &format!("{count} bodies: what is chosen here (low) to naive"),
        Unit::Times,
        Some(1.0 / promised.1),
    );
}

/// The yard with all scripts that are there, until everything has settled a little.
fn yard() -> Game {
    let mut game = Game::new().expect("a yard");
    let scripts = |folder: &&str| {
        let entries = Path::new(folder).read_dir().into_iter().flatten().flatten();
        let mut paths: Vec<_> = entries
            .map(|entry| entry.path())
            .filter(|path| path.extension().is_some_and(|it| it == "lua"))
            .filter(|path| !path.to_string_lossy().ends_with("_test.lua"))
            .collect();
        paths.sort();
        paths
    };
    let found = FOLDERS.iter().map(scripts).find(|paths| !paths.is_empty()).unwrap_or_default();
    for path in found {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        game.load(&name, &std::fs::read(&path).expect("a script"));
    }
    for _ in 0..60 {
        game.tick(&[]);
    }
    game
}

fn whole_yard() {
    let mut game = yard();
    let mut renderer = renderer(Auto::new(true).quality());
    let frames = in_turns(
        120,
        &mut [&mut || {
            time(|| {
                // A frame at 30 a second has two ticks.
                game.tick(&[]);
                game.tick(&[]);
                one_frame(&mut renderer, game.scene());
            })
        }],
    );
    let name = "the yard with its scripts, a frame of two ticks at low";
    frames[0].report(name, Unit::Seconds, Some(1.0 / 30.0));
    let mut high = self::renderer(Level::High.quality());
    let frames = in_turns(20, &mut [&mut || one_frame(&mut high, game.scene()).whole]);
    frames[0].report("the yard with its scripts, drawing at high", Unit::Seconds, None);
}

/// Our own work, with two thousand bodies of the simulation in view.
fn own_work() {
    let mut game = Game::new().expect("a yard");
    let script = "for n = 0, 1999 do
        local x, z, y = n % 40 * 0.5 - 10, n // 40 % 25 * 0.5 - 10, 0.2 + n // 1000 * 0.5
        if n % 2 == 0 then physics.box { pos = Vec(x, y, z), size = 0.3 }
        else physics.sphere { pos = Vec(x, y, z), radius = 0.2, velocity = Vec(0, 5, 0) } end
    end
    player.teleport(Vec(0, 0.1, 16))";
    game.load("many.lua", script.as_bytes());
    for _ in 0..30 {
        game.tick(&[]);
    }
    let mut renderer = renderer(Level::Low.quality());
    let samples = in_turns(
        60,
        &mut [&mut || -> Duration {
            game.tick(&[]);
            let mut costs =
                renderer.time(std::iter::once_with(|| game.scene_between_ticks()), SIZE).expect("a picture");
            costs.remove(0).own
        }],
    );
    samples[0].report("our own work, 2,000 bodies in view", Unit::Seconds, Some(0.001));
}

fn main() {
    let driver = Renderer::headless().expect("a graphics driver").adapter_name();
    println!("drawing: {} × {} pixels on {driver}", SIZE.0, SIZE.1);
    compare(400, 30, (1.5, 5.0));
    // Just to show that it still works, fewer are enough.
    let many = if std::env::args().any(|argument| argument == "--bench") { 20_000 } else { 1_000 };
    compare(many, 4, (1.5, 5.0));
    whole_yard();
    own_work();
}
