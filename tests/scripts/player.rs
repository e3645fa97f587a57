//! `player` and `camera` as scripts read them; how the player walks is tested with the simulation.

use crate::common::{Yard, refusal, said};
use glam::DVec3;
use moonyard::input::{DeviceEvent, Key};

/// Three numbers of a vector that a script printed.
fn numbers(text: &str) -> DVec3 {
    let inside = text.trim_start_matches("Vec(").trim_end_matches(')');
    let numbers: Vec<f64> = inside.split(", ").map(|number| number.parse().unwrap()).collect();
    DVec3::new(numbers[0], numbers[1], numbers[2])
}

#[track_caller]
fn near(text: &str, x: f64, y: f64, z: f64) {
    let v = numbers(text);
    assert!(v.distance(DVec3::new(x, y, z)) < 0.002, "{text} instead of ({x}, {y}, {z})");
}

#[test]
fn the_player_starts_at_the_spawn_looking_away() {
    let script =
        "print(player.position()) print(player.facing()) print(player.velocity()) print(player.grounded())";
    assert_eq!(
        said(script),
        "Vec(0.000, 0.100, 6.000)\nVec(0.000, 0.000, -1.000)\nVec(0.000, 0.000, 0.000)\nfalse"
    );
}

#[test]
fn the_player_drops_to_the_ground_and_stands() {
    let mut yard = Yard::with(
        "timer.Simple(1, function() print(player.position()) print(player.velocity()) print(player.grounded()) end)",
    );
    yard.ticks(60);
    let said = yard.prints();
    near(&said[0], 0.0, 0.0, 6.0);
    near(&said[1], 0.0, 0.0, 0.0);
    assert_eq!(said[2], "true");
}

#[test]
fn the_player_runs_at_its_speeds() {
    for (extra, speed) in
        [(None, 3.6), (Some(Key::LeftShift), 6.2), (Some(Key::LeftAlt), 1.6), (Some(Key::C), 1.4)]
    {
        let mut yard = Yard::with(
            "timer.Simple(1.5, function() print(player.velocity()) print(player.position().x) end)",
        );
        let down: Vec<DeviceEvent> = [Some(Key::W), extra]
            .into_iter()
            .flatten()
            .map(|key| DeviceEvent::Key { key, down: true })
            .collect();
        yard.tick(&down);
        yard.ticks(89);
        let said = yard.prints();
        let v = numbers(&said[0]);
        assert!((v.z + speed).abs() < 0.02 && v.x.abs() < 0.001, "{extra:?}: {v}");
    }
}

#[test]
fn a_jump_takes_off_at_5_2_metres_a_second() {
    let mut yard =
        Yard::with("hook.Add('Think', 't', function() print(player.velocity().y, player.grounded()) end)");
    yard.ticks(30);
    yard.prints();
    yard.tick(&[DeviceEvent::Key { key: Key::Space, down: true }]);
    yard.ticks(60);
    let fastest = yard
        .prints()
        .iter()
        .map(|line| line.split('\t').next().unwrap().parse::<f64>().unwrap())
        .fold(0.0, f64::max);
    assert!((5.0..=5.2).contains(&fastest), "{fastest}");
}

#[test]
fn a_teleport_is_seen_at_once_and_the_player_stands_still() {
    let mut yard = Yard::with(
        "timer.Simple(1, function()
            player.teleport(Vec(0, 8, 0)) print(player.position()) print(player.velocity()) print(player.grounded())
            player.teleport { 5, 0, 5 } print(player.position())
        end)",
    );
    yard.tick(&[DeviceEvent::Key { key: Key::W, down: true }]);
    yard.tick(&[]);
    yard.ticks(60);
    assert_eq!(
        yard.said(),
        "Vec(0.000, 8.000, 0.000)\nVec(0.000, 0.000, 0.000)\nfalse\nVec(5.000, 0.000, 5.000)"
    );
}

#[test]
fn a_teleport_out_of_the_world_is_an_error() {
    assert!(refusal("player.teleport(Vec(0, 1e9, 0))").starts_with("player.teleport: "));
    assert!(refusal("player.teleport(Vec(0, 0/0, 0))").contains("pos"));
}

#[test]
fn below_minus_twenty_the_player_returns_to_the_spawn() {
    let mut yard = Yard::with("player.teleport(Vec(30, 5, 30)) print(player.position())");
    let mut lowest: f64 = 0.0;
    for _ in 0..300 {
        yard.ticks(1);
        lowest = lowest.min(yard.feet().y);
    }
    assert!((-21.0..-19.0).contains(&lowest), "{lowest}");
    assert!(yard.feet().distance(DVec3::new(0.0, 0.0, 6.0)) < 0.2, "{}", yard.feet());
}

#[test]
fn the_player_is_pushed_out_of_what_appears_where_it_stands() {
    let mut yard = Yard::with(
        "timer.Simple(1, function() physics.box { pos = player.position() + Vec(0.2, 0.5, 0.1), size = 1, static = true } end)",
    );
    yard.ticks(120);
    let feet = yard.feet();
    let outside = feet.y > 0.95 || (feet - DVec3::new(0.2, 0.0, 6.1)).abs().max_element() > 0.5 + 0.25;
    assert!(outside, "still inside at {feet}");
}

#[test]
fn a_ray_and_a_thrown_ball_pass_the_player() {
    let mut yard = Yard::with(
        "ball = physics.sphere { pos = Vec(0, 1.2, 9), velocity = Vec(0, 3, -12) } timer.Simple(0.5, function() print(physics.position(ball).z < 4) end)",
    );
    yard.ticks(30);
    assert_eq!(yard.said(), "true");
    assert!(yard.feet().distance(DVec3::new(0.0, 0.0, 6.0)) < 0.05);
}

#[test]
fn the_player_can_stand_on_what_a_script_makes_and_is_carried_by_it() {
    let mut yard = Yard::with(
        "lift = physics.box { pos = Vec(0, 3, 0), size = Vec(3, 0.4, 3), density = 5000 }
        hook.Add('Tick', 'lift', function() physics.setVelocity(lift, Vec(0.5, 0, 0)) end)
        physics.setVelocity(lift, Vec(0.5, 0, 0)) player.teleport(Vec(0, 3.2, 0))",
    );
    yard.ticks(120);
    let feet = yard.feet();
    assert!((feet.x - 1.0).abs() < 0.15 && (feet.y - 3.2).abs() < 0.3, "{feet}");
}

#[test]
fn the_camera_stands_behind_the_players_shoulder() {
    let mut yard = Yard::with(
        "player.teleport(Vec(0, 0, 6))
        timer.Simple(2, function() print(camera.position()) print(camera.forward()) print(camera.target()) end)",
    );
    yard.ticks(120);
    let said = yard.prints();
    near(&said[0], 0.45, 2.2277, 9.4235);
    near(&said[1], 0.0, -0.2079, -0.9781);
    near(&said[2], 0.45, 1.5, 6.0);
}

#[test]
fn v_looks_out_of_the_players_eyes_and_back() {
    let mut yard = Yard::with(
        "hook.Add('Think', 't', function() pos = camera.position() end) hook.Add('Say', 't', function() print(pos) end)",
    );
    yard.ticks(60);
    yard.press(Key::V).ticks(2);
    yard.script("ask.lua", "hook.Run('Say')");
    let eyes = yard.said();
    near(&eyes, 0.0, 1.65, 6.0);
    yard.press(Key::V).ticks(120);
    yard.script("ask.lua", "hook.Run('Say')");
    near(&yard.said(), 0.45, 2.2277, 9.4235);
}

#[test]
fn what_is_in_the_way_shortens_the_cameras_arm_at_once_and_it_grows_back_slowly() {
    let mut yard = Yard::with(
        "local wall
        timer.Simple(1, function() wall = physics.box { pos = Vec(0, 1.5, 8), size = Vec(4, 3, 0.2), static = true } end)
        timer.Simple(2, function() physics.remove(wall) end)
        hook.Add('Think', 't', function() print(camera.position().z) end)",
    );
    yard.ticks(180);
    let z: Vec<f64> = yard.prints().iter().map(|line| line.parse().unwrap()).collect();
    assert!(z[58] > 9.4 && z[62] < 7.75, "{} then {}", z[58], z[62]);
    assert!(z[121] < 8.0 && z[130] < 8.7 && z[170] > 9.4, "{} {} {}", z[121], z[130], z[170]);
}

#[test]
fn the_mouse_turns_player_and_camera() {
    let mut yard =
        Yard::with("hook.Add('Think', 't', function() print(player.facing()) print(camera.forward()) end)");
    yard.ticks(2);
    yard.prints();
    // 750 pixels to the right at 0.12° are 90°.
    yard.tick(&[DeviceEvent::MouseMotion { dx: 750.0, dy: 0.0 }]);
    yard.ticks(1);
    let said = yard.prints();
    near(&said[2], 1.0, 0.0, 0.0);
    near(&said[3], 0.9781, -0.2079, 0.0);
    yard.tick(&[DeviceEvent::MouseMotion { dx: 0.0, dy: 1e6 }]);
    yard.ticks(1);
    let down = numbers(&yard.prints()[3]);
    assert!((down.y + 80.0_f64.to_radians().sin()).abs() < 0.001, "{down}");
}
