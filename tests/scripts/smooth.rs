//! Motion of the picture between ticks, at frame rates that are no multiple of theirs.

use crate::common::Yard;
use glam::{DVec3, Vec3};
use moonyard::input::{DeviceEvent, Key};
use moonyard::render::Scene;

/// Frames a second.
const RATES: [f64; 4] = [144.0, 61.0, 37.0, 20.0];

fn settled() -> Yard {
    let mut yard = Yard::new();
    yard.game.teleport(DVec3::new(0.0, 0.0, 15.0)).unwrap();
    yard.ticks(60);
    yard
}

fn key(key: Key, down: bool) -> DeviceEvent {
    DeviceEvent::Key { key, down }
}

/// A number of frames and what they show; the mouse turns by so many degrees in each.
fn frames(yard: &mut Yard, rate: f64, count: usize, degrees: f64) -> Vec<Scene> {
    let mouse = DeviceEvent::MouseMotion { dx: degrees / 0.12, dy: 0.0 };
    let one = |_| {
        yard.game.frame(1.0 / rate, &[mouse]);
        yard.game.scene_between_ticks()
    };
    (0..count).map(one).collect()
}

fn eyes(scenes: &[Scene]) -> Vec<Vec3> {
    scenes.iter().map(|scene| scene.camera.eye).collect()
}

/// How far apart the steps of a way are, as a part of their mean.
fn unevenness(places: &[Vec3]) -> f32 {
    let steps: Vec<f32> = places.windows(2).map(|pair| pair[0].distance(pair[1])).collect();
    let mean = steps.iter().sum::<f32>() / steps.len() as f32;
    steps.iter().map(|step| (step - mean).abs()).fold(0.0, f32::max) / mean
}

#[test]
fn running_is_even_at_any_frame_rate_in_first_and_third_person() {
    for rate in RATES {
        for first in [false, true] {
            let mut yard = settled();
            if first {
                yard.press(Key::V);
            }
            yard.game.frame(0.1, &[key(Key::W, true)]);
            frames(&mut yard, rate, rate as usize, 0.0);
            let seen = frames(&mut yard, rate, (rate * 1.5) as usize, 0.0);
            assert!(unevenness(&eyes(&seen)) < 0.01, "{rate} Hz: {}", unevenness(&eyes(&seen)));
            let way = seen[0].camera.eye.z - seen[seen.len() - 1].camera.eye.z;
            let wanted = 3.6 * (seen.len() - 1) as f32 / rate as f32;
            assert!((way - wanted).abs() < 0.01, "{rate} Hz: {way} {wanted}");
        }
    }
}

#[test]
fn the_mouse_turns_the_picture_in_its_own_frame_at_any_frame_rate() {
    for rate in RATES {
        for walks in [false, true] {
            let mut yard = settled();
            yard.game.teleport(DVec3::new(0.0, 0.0, 0.0)).unwrap();
            yard.ticks(60);
            if walks {
                yard.game.frame(0.0, &[key(Key::W, true)]);
            }
            let degrees = 90.0 / rate;
            let before = yard.game.scene_between_ticks().camera.forward;
            let seen = frames(&mut yard, rate, rate as usize, degrees);
            let mut from = before;
            for scene in &seen {
                let turned = Vec3::new(from.x, 0.0, from.z).angle_between(Vec3::new(
                    scene.camera.forward.x,
                    0.0,
                    scene.camera.forward.z,
                ));
                assert!((f64::from(turned.to_degrees()) - degrees).abs() < 0.02, "{rate} Hz: {turned}");
                from = scene.camera.forward;
            }
            if !walks {
                // The eye goes round the player evenly, too.
                assert!(unevenness(&eyes(&seen)) < 0.01, "{rate} Hz: {}", unevenness(&eyes(&seen)));
            }
        }
    }
}

#[test]
fn a_turn_of_the_mouse_shows_in_a_frame_without_a_tick() {
    let mut yard = settled();
    yard.game.frame(1.0 / 60.0, &[]);
    let tick = yard.game.sim().tick();
    yard.game.frame(0.001, &[DeviceEvent::MouseMotion { dx: 90.0 / 0.12, dy: 0.0 }]);
    assert_eq!(yard.game.sim().tick(), tick, "there was a tick");
    let camera = yard.game.scene_between_ticks().camera;
    assert!(camera.forward.distance(Vec3::new(0.9781, -0.2079, 0.0)) < 1e-3, "{}", camera.forward);
    assert!(camera.eye.distance(Vec3::new(-3.4235, 2.2277, 15.45)) < 1e-2, "{}", camera.eye);
}

#[test]
fn stairs_are_a_ramp_to_the_eye() {
    for first in [false, true] {
        let mut yard = Yard::new();
        yard.game.teleport(DVec3::new(-6.0, 0.0, 0.0)).unwrap();
        yard.ticks(30);
        if first {
            yard.press(Key::V);
        }
        yard.game.frame(0.0, &[key(Key::W, true)]);
        let mut seen = frames(&mut yard, 144.0, 250, 0.0);
        assert!(seen[249].figure.is_none() == first && yard.feet().y > 1.99, "{}", yard.feet());
        yard.game.frame(0.0, &[key(Key::W, false), key(Key::S, true)]);
        seen.extend(frames(&mut yard, 144.0, 250, 0.0));
        let eyes = eyes(&seen);
        let fastest = eyes.windows(2).map(|pair| (pair[1].y - pair[0].y).abs() * 144.0).fold(0.0, f32::max);
        // The feet go up 0.25 m in a tick, which is 15 m/s.
        assert!(fastest < 4.5, "{fastest} m/s up or down");
    }
}

#[test]
fn crouching_takes_the_eye_down_over_some_ticks_and_up_again() {
    let mut yard = settled();
    yard.press(Key::V).ticks(2);
    let height = |yard: &Yard| yard.game.sim().camera.position().y - yard.feet().y;
    yard.tick(&[key(Key::C, true)]);
    let mut before = height(&yard);
    assert!(before > 1.5, "{before}");
    for _ in 0..20 {
        yard.ticks(1);
        assert!(before - height(&yard) < 0.08, "{before} {}", height(&yard));
        before = height(&yard);
    }
    assert!((before - 1.05).abs() < 1e-6, "{before}");
    yard.tick(&[key(Key::C, false)]);
    yard.ticks(20);
    assert!((height(&yard) - 1.65).abs() < 1e-6);
}

#[test]
fn the_figure_is_hidden_just_while_the_eye_is_in_its_head() {
    let mut yard = settled();
    yard.game.frame(0.1, &[key(Key::W, true)]);
    let mut switches = 0;
    for n in 0..120 {
        let toggle = n % 10 < 2;
        let events: &[DeviceEvent] = if toggle { &[key(Key::V, n % 10 == 0)] } else { &[] };
        // Frames with and without ticks.
        yard.game.frame(if n % 3 == 0 { 1.0 / 60.0 } else { 0.001 }, events);
        let scene = yard.game.scene_between_ticks();
        let feet = yard.game.sim().player.feet().as_vec3();
        let away = (scene.camera.eye - feet).with_y(0.0).length();
        assert!(!(0.1..3.0).contains(&away), "half-way, {away} m away");
        assert_eq!(scene.figure.is_some(), away > 3.0, "frame {n}, {away} m away");
        switches += u32::from(n % 10 == 0);
    }
    assert_eq!(switches, 12);
}

#[test]
fn whoever_falls_off_the_world_is_at_the_spawn_at_once() {
    let mut yard = Yard::new();
    yard.game.teleport(DVec3::new(30.0, -10.0, 30.0)).unwrap();
    let mut seen = frames(&mut yard, 144.0, 350, 0.0);
    let back = seen.iter().position(|scene| scene.camera.eye.x < 29.0).unwrap();
    for scene in seen.split_off(back) {
        assert!((scene.camera.eye.x - 0.45).abs() < 1e-3, "{}", scene.camera.eye);
        assert!(scene.figure.is_some_and(|figure| figure.feet.x.abs() < 1e-3));
    }
}

#[test]
fn a_script_that_moves_its_camera_in_each_tick_is_smooth() {
    for rate in RATES {
        let mut yard = Yard::with(
            "hook.Add('Tick', 't', function(dt, tick)
                view.mode('fixed', { pos = Vec(tick * 0.1, 5, 10), target = Vec(tick * 0.1, 0, 0) })
                view.fov(60 + tick / 20)
            end)",
        );
        yard.ticks(20);
        let seen = frames(&mut yard, rate, rate as usize, 0.0);
        assert!(unevenness(&eyes(&seen)) < 0.01, "{rate} Hz: {}", unevenness(&eyes(&seen)));
        let fov: Vec<Vec3> = seen.iter().map(|scene| Vec3::X * scene.camera.fov_y_degrees).collect();
        assert!(unevenness(&fov) < 0.02, "{rate} Hz: {}", unevenness(&fov));
    }
}

#[test]
fn a_lift_moves_the_eye_evenly_and_not_the_legs() {
    for rate in RATES {
        let mut yard = Yard::with(
            "local id = physics.box { pos = Vec(0, 1, 0), size = Vec(4, 0.4, 4), density = 5000 }
            hook.Add('Tick', 't', function() physics.setVelocity(id, Vec(2, 1, 0)) end)
            player.teleport(Vec(0, 1.2, 0))",
        );
        yard.ticks(60);
        let seen = frames(&mut yard, rate, rate as usize, 0.0);
        assert!(unevenness(&eyes(&seen)) < 0.01, "{rate} Hz: {}", unevenness(&eyes(&seen)));
        // The steps with which one lands on it are over.
        let stride = seen[0].figure.unwrap().stride;
        for scene in &seen {
            let figure = scene.figure.unwrap();
            assert!(figure.speed < 0.01 && figure.stride == stride, "{figure:?}");
            let lift = scene.boxes.last().unwrap();
            let gap = figure.feet.y - (lift.pos.y + 0.2);
            assert!(gap.abs() < 0.005, "{rate} Hz: {gap} m above the lift");
        }
    }
}

#[test]
fn frames_of_several_ticks_move_the_player_as_those_of_one_do() {
    let script = "local id = physics.box { pos = Vec(0, 1, 0), size = Vec(9, 0.4, 4), density = 5000 }
        hook.Add('Tick', 't', function(_, tick)
            physics.setVelocity(id, Vec(2, tick % 60 < 30 and 1 or -1, 0))
        end)
        player.teleport(Vec(0, 1.2, 0))";
    let ends: Vec<DVec3> = [1, 2, 3, 5]
        .into_iter()
        .map(|ticks| {
            let mut yard = Yard::with(script);
            yard.ticks(30);
            yard.game.frame(0.0, &[key(Key::D, true)]);
            for _ in 0..120 / ticks {
                yard.game.frame(f64::from(ticks) / 60.0 + 1e-9, &[]);
            }
            yard.feet()
        })
        .collect();
    assert!(ends.iter().all(|end| *end == ends[0]), "{ends:?}");
}
