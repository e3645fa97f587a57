//! `view`, and walking relative to what it shows.

use crate::common::{Yard, refusal, said};
use glam::DVec3;
use moonyard::input::{DeviceEvent, Key};

fn numbers(text: &str) -> DVec3 {
    let inside = text.trim_start_matches("Vec(").trim_end_matches(')');
    let numbers: Vec<f64> = inside.split(", ").map(|number| number.parse().unwrap()).collect();
    DVec3::new(numbers[0], numbers[1], numbers[2])
}

#[track_caller]
fn near(text: &str, x: f64, y: f64, z: f64) {
    let v = numbers(text);
    assert!(v.distance(DVec3::new(x, y, z)) < 0.003, "{text} instead of ({x}, {y}, {z})");
}

/// The camera a second after a script's line, with the player settled at the spawn: position, forward, target.
fn camera(line: &str) -> Vec<String> {
    let mut yard = Yard::with(&format!(
        "player.teleport(Vec(0, 0, 6))
        timer.Simple(1, function() {line} end)
        timer.Simple(2, function() print(camera.position()) print(camera.forward()) print(camera.target()) end)"
    ));
    yard.ticks(125);
    yard.prints()
}

const SETTLED: [f64; 3] = [0.45, 2.2277, 9.4235];

#[track_caller]
fn is_default(yard: &mut Yard) {
    yard.ticks(60);
    let at = yard.game.sim().camera.position();
    assert!(at.distance(DVec3::from(SETTLED)) < 1e-3, "{at}");
}

#[test]
fn without_an_argument_mode_tells_how_the_camera_looks() {
    let mut yard = Yard::with(
        "print(view.mode()) print(view.mode('orbit')) print(view.mode()) print(view.mode('default')) print(view.mode())",
    );
    assert_eq!(yard.said(), "third\norbit\norbit\nthird\nthird");
    yard.press(Key::V);
    yard.script("ask.lua", "print(view.mode())");
    assert_eq!(yard.said(), "first");
}

#[test]
fn each_mode_looks_from_where_it_should() {
    let seen = camera("view.mode('third', { distance = 2, height = 1.2, side = 0 })");
    let (sin, cos) = (12_f64.to_radians().sin(), 12_f64.to_radians().cos());
    near(&seen[0], 0.0, 1.2 + 2.0 * sin, 6.0 + 2.0 * cos);
    near(&seen[2], 0.0, 1.2, 6.0);
    let seen = camera("view.mode('first')");
    near(&seen[0], 0.0, 1.65, 6.0);
    near(&seen[1], 0.0, -sin, -cos);
    let seen = camera("view.mode('orbit', { distance = 3, height = 4 })");
    near(&seen[0], 0.0, 1.2 + 4.0, 9.0);
    near(&seen[1], 0.0, -0.8, -0.6);
    near(&seen[2], 0.0, 1.2, 6.0);
    let seen = camera("view.mode('orbit', { target = Vec(1, 2, 3), distance = 3, height = 0 })");
    near(&seen[0], 1.0, 2.0, 6.0);
    let seen = camera("view.mode('topdown', { height = 10 })");
    near(&seen[1], 0.0, -1.0, -0.0017);
    near(&seen[0], 0.0, 11.2, 6.0 + 0.01745);
    let seen = camera("view.mode('topdown', { target = Vec(5, 0, 5), yaw = 90 })");
    near(&seen[0], 5.0 - 0.0244, 14.0, 5.0);
    let seen = camera("view.mode('iso')");
    let diagonal = 1.0 / 3.0_f64.sqrt();
    near(&seen[1], diagonal, -diagonal, -diagonal);
    let seen = camera("view.mode('side', { distance = 5, height = 0, yaw = 90 })");
    near(&seen[0], -5.0, 1.2, 6.0);
    near(&seen[1], 1.0, 0.0, 0.0);
    let seen = camera("view.mode('fixed', { pos = Vec(0, 5, 0), target = Vec(3, 5, 4) })");
    near(&seen[0], 0.0, 5.0, 0.0);
    near(&seen[1], 0.6, 0.0, 0.8);
    near(&seen[2], 3.0, 5.0, 4.0);
    let seen = camera("view.mode('fixed', { pos = Vec(0, 1.2, 0) })");
    near(&seen[1], 0.0, 0.0, 1.0);
    let seen = camera("view.mode('fixed')");
    near(&seen[0], SETTLED[0], SETTLED[1], SETTLED[2]);
}

#[test]
fn iso_is_a_picture_along_parallel_rays_and_shows_so_much_of_the_yard() {
    let shown = |lines: &str| {
        let mut yard = Yard::with(lines);
        yard.ticks(10);
        let sim = yard.game.sim();
        sim.camera.view(&sim.world, 1.0).parallel
    };
    let near = |shown: Option<f64>, metres: f64| {
        assert!(shown.is_some_and(|shown| (shown - metres).abs() < 1e-6), "{shown:?}, not {metres}");
    };
    // What a lens of 60 degrees shows 14 m away.
    near(shown("view.mode('iso')"), 28.0 / 3.0_f64.sqrt());
    near(
        shown("view.mode('iso', { distance = 40, target = Vec(3, 0, 3), pitch = 60 })"),
        80.0 / 3.0_f64.sqrt(),
    );
    near(shown("view.mode('iso', { distance = 10 }) view.fov(90)"), 20.0);
    for other in ["first", "third", "orbit", "topdown", "side", "fixed", "default"] {
        assert_eq!(shown(&format!("view.mode('iso') view.mode('{other}')")), None);
    }
    let path = "view.mode('iso') view.path { { pos = Vec(0, 3, 0), target = Vec(9, 0, 0), time = 0 },
        { pos = Vec(1, 3, 0), target = Vec(9, 0, 0), time = 9 } }";
    assert_eq!(shown(path), None);
}

#[test]
fn a_mode_is_seen_by_the_next_read() {
    let said =
        said("view.mode('fixed', { pos = Vec(7, 5, 3), target = Vec(0, 0, 3) }) print(camera.position())");
    near(&said, 7.0, 5.0, 3.0);
}

#[test]
fn an_orbit_goes_round_by_itself_and_by_the_mouse() {
    let mut yard =
        Yard::with("view.mode('orbit', { target = Vec(0, 1, 0), distance = 4, height = 0, speed = 90 })");
    yard.ticks(60);
    let at = yard.game.sim().camera.position();
    assert!(at.distance(DVec3::new(-4.0, 1.0, 0.0)) < 0.01, "{at}");
    assert_eq!(yard.game.sim().player.facing(), DVec3::NEG_Z);
    yard.tick(&[DeviceEvent::MouseMotion { dx: 88.5 / 0.12, dy: 30.0 / 0.12 }]);
    let at = yard.game.sim().camera.position();
    assert!((at.y - 3.0).abs() < 0.01 && at.x.abs() < 0.01 && at.z < -3.4, "{at}");
    // The player did not turn.
    assert_eq!(yard.game.sim().player.facing(), DVec3::NEG_Z);
}

#[test]
fn w_a_s_and_d_are_relative_to_the_picture_in_every_mode() {
    let along = |degrees: f64| DVec3::new(degrees.to_radians().sin(), 0.0, -degrees.to_radians().cos());
    for (line, ahead) in [
        ("view.mode('third')", 0.0),
        ("view.mode('first')", 0.0),
        ("view.mode('orbit', { speed = 0 })", 0.0),
        ("view.mode('topdown')", 0.0),
        ("view.mode('topdown', { yaw = 90 })", 90.0),
        ("view.mode('iso')", 45.0),
        ("view.mode('iso', { yaw = -135 })", -135.0),
        ("view.mode('side')", 0.0),
        ("view.mode('side', { yaw = 180 })", 180.0),
        ("view.mode('fixed', { pos = Vec(-100, 20, 6) })", 90.0),
        ("view.mode('fixed', { pos = Vec(0, 20, 6), target = Vec(0, 0, 6) })", 0.0),
        (
            "view.path { { pos = Vec(-9, 3, 0), target = Vec(9, 0, 0), time = 0 }, { pos = Vec(-9, 3, 0), target = Vec(9, 0, 0), time = 9 } }",
            90.0,
        ),
    ] {
        for (key, turned) in [(Key::W, 0.0), (Key::D, 90.0), (Key::S, 180.0), (Key::A, -90.0)] {
            let mut yard = Yard::with(&format!("player.teleport(Vec(0, 0, 6)) {line}"));
            yard.ticks(10);
            let from = yard.feet();
            yard.tick(&[DeviceEvent::Key { key, down: true }]);
            yard.ticks(40);
            let went = (yard.feet() - from).normalize();
            let wanted = along(ahead + turned);
            assert!(went.distance(wanted) < 0.03, "{line}: {} went to {went} and not {wanted}", key.name());
            // Where the mouse turns the player, it looks where the camera does; else where it walks.
            let own = line.contains("third") || line.contains("first");
            let facing = yard.game.sim().player.facing();
            let wanted = if own { along(ahead) } else { wanted };
            assert!(facing.distance(wanted) < 0.03, "{line}: {} and it looks to {facing}", key.name());
            yard.no_errors();
        }
    }
}

#[test]
fn the_mouse_turns_nothing_where_the_camera_looks_by_itself() {
    for mode in ["topdown", "iso", "side", "fixed"] {
        let mut yard = Yard::with(&format!("player.teleport(Vec(0, 0, 6)) view.mode('{mode}')"));
        yard.ticks(20);
        let before = (yard.game.sim().camera.forward(), yard.game.sim().player.facing());
        yard.tick(&[DeviceEvent::MouseMotion { dx: 500.0, dy: 100.0 }]);
        yard.ticks(2);
        let after = (yard.game.sim().camera.forward(), yard.game.sim().player.facing());
        assert_eq!(before, after, "{mode}");
    }
}

#[test]
fn v_changes_first_and_third_and_leaves_the_others() {
    let mut yard = Yard::with("hook.Add('Say', 's', function() print(view.mode()) end)");
    yard.script("ask.lua", "hook.Add('Think', 'ask', function() hook.Run('Say') end)");
    let ask = |yard: &mut Yard| {
        yard.ticks(1);
        yard.prints().pop().unwrap()
    };
    for (script, modes) in [
        ("view.mode('first')", ["third", "first"]),
        ("view.mode('third', { distance = 9 })", ["first", "third"]),
        ("view.mode('iso')", ["iso", "iso"]),
    ] {
        yard.script("set.lua", script);
        for mode in modes {
            yard.press(Key::V);
            assert_eq!(ask(&mut yard), mode, "{script}");
        }
    }
    yard.unload("set.lua");
    assert_eq!(ask(&mut yard), "third");
}

#[test]
fn what_a_script_sets_goes_with_it() {
    for set in [
        "view.mode('topdown')",
        "view.mode('third', { distance = 1 })",
        "view.mode('first')",
        "view.path({ { pos = Vec(9, 9, 9), target = Vec(), time = 0 }, { pos = Vec(9, 8, 9), target = Vec(), time = 1 } }, true)",
    ] {
        let mut yard = Yard::with("player.teleport(Vec(0, 0, 6))");
        yard.ticks(60);
        for end in ["removed", "reloaded", "failed"] {
            yard.script("set.lua", &format!("view.fov(90) {set}"));
            yard.ticks(30);
            let sim = yard.game.sim();
            assert!(sim.camera.position().distance(DVec3::from(SETTLED)) > 0.5, "{set}");
            assert_eq!(sim.camera.fov_degrees(), 90.0);
            drop(sim);
            match end {
                "removed" => drop(yard.unload("set.lua")),
                "reloaded" => yard.script("set.lua", "-- nothing"),
                _ => {
                    yard.unload("set.lua");
                    yard.load("set.lua", &format!("view.fov(90) {set} error('no')"));
                    yard.errors();
                }
            }
            assert_eq!(yard.game.sim().camera.fov_degrees(), 60.0, "{set}, {end}");
            is_default(&mut yard);
        }
    }
}

#[test]
fn a_script_that_is_stopped_gives_the_camera_back() {
    let mut yard =
        Yard::with("view.mode('topdown') hook.Add('Think', 't', function() while tick() > 10 do end end)");
    yard.game.teleport(DVec3::new(0.0, 0.0, 6.0)).unwrap();
    yard.ticks(12);
    assert_eq!(yard.errors().len(), 1);
    is_default(&mut yard);
}

#[test]
fn the_last_script_that_sets_a_mode_has_it() {
    let mut yard = Yard::new();
    yard.script("a.lua", "view.mode('iso')");
    yard.script("b.lua", "view.mode('side')");
    yard.unload("a.lua");
    assert_eq!(yard.game.sim().camera.mode().name(), "side");
    yard.unload("b.lua");
    assert_eq!(yard.game.sim().camera.mode().name(), "third");
}

#[test]
fn a_mode_that_is_set_again_each_frame_goes_on() {
    let mut yard = Yard::with(
        "hook.Add('Think', 't', function()
            view.mode('orbit', { target = Vec(0, 1, 0), distance = 4 + tick() / 100, height = 0, speed = 90 })
        end)",
    );
    yard.ticks(60);
    let at = yard.game.sim().camera.position();
    assert!(at.x < -4.5 && at.z.abs() < 0.2, "{at}");
    yard.no_errors();
}

#[test]
fn modes_that_are_not_there_and_wrong_options_are_refused() {
    assert_eq!(
        refusal("view.mode('birdseye')"),
        "view.mode: there is no mode \"birdseye\"; modes are first, third, orbit, topdown, iso, side, fixed and default"
    );
    assert!(refusal("view.mode(true)").starts_with("view.mode: name must be a string, got a boolean"));
    assert!(
        refusal("view.mode('orbit', 5)").contains("options must be a table such as { distance = 5 }, got 5")
    );
    assert_eq!(
        refusal("view.mode('orbit', { distance = 0 })"),
        "view.mode: distance must be at least 0.1, got 0"
    );
    assert!(refusal("view.mode('orbit', { target = 5 })").contains("target must be a vector"));
    assert!(refusal("view.mode('orbit', { speed = 0/0 })").contains("speed must be a finite number"));
    assert!(
        refusal("view.mode('topdown', { target = Vec(0, 1e9, 0) })").contains("target.y must be at most")
    );
    assert!(refusal("view.mode('side', { yaw = 'left' })").contains("yaw must be a number, got a string"));
    assert!(refusal("view.mode('first', { height = 2 })").contains("height must be at most 1.65, got 2"));
    assert!(
        refusal("view.mode('fixed', { pos = Vec(1, 2, 3), target = Vec(1, 2, 3) })")
            .contains("nowhere to look")
    );
    // Nothing changed.
    assert_eq!(said("pcall(view.mode, 'orbit', { distance = -1 }) print(view.mode())"), "third");
}

#[test]
fn an_option_that_a_mode_does_not_have_is_told() {
    let mut yard = Yard::with("view.mode('topdown', { distance = 4 })");
    let notices = yard.notices().join("\n");
    let wanted = "view.mode: it has no option \"distance\"; its options are target, height, yaw";
    assert!(notices.contains(wanted), "{notices}");
}

#[test]
fn the_field_of_view_reaches_the_picture() {
    let mut yard = Yard::with("print(view.fov()) print(view.fov(90)) print(view.fov())");
    assert_eq!(yard.said(), "60.0\n90.0\n90.0");
    assert_eq!(yard.game.scene().camera.fov_y_degrees, 90.0);
    yard.unload(crate::common::NAME);
    assert_eq!(yard.game.scene().camera.fov_y_degrees, 60.0);
    assert_eq!(refusal("view.fov(19)"), "view.fov: degrees must be at least 20, got 19");
    assert_eq!(refusal("view.fov(121)"), "view.fov: degrees must be at most 120, got 121");
    assert!(refusal("view.fov('wide')").contains("degrees must be a number, got a string"));
    assert!(refusal("view.fov(0/0)").contains("finite"));
}

#[test]
fn a_shake_fades_and_moves_nothing_but_the_picture() {
    let run = |line: &str| {
        let mut yard = Yard::with(&format!(
            "player.teleport(Vec(0, 0, 6))
            timer.Simple(1, function() {line} end)
            hook.Add('Think', 't', function() print(camera.position(), camera.forward()) end)"
        ));
        let mut pictures = Vec::new();
        let mut strengths = Vec::new();
        for _ in 0..150 {
            yard.ticks(1);
            pictures.push(yard.game.scene().camera.forward);
            strengths.push(yard.game.sim().camera.shake_strength());
        }
        (yard.prints(), pictures, strengths)
    };
    let (still, calm, none) = run("");
    let (prints, shaken, strengths) = run("view.shake(0.6)");
    assert_eq!(prints, still);
    assert!(none.iter().all(|strength| *strength == 0.0));
    let turned = |range: std::ops::Range<usize>| {
        range.map(|n| calm[n].angle_between(shaken[n]).to_degrees()).fold(0.0_f32, f32::max)
    };
    assert_eq!(turned(0..58), 0.0);
    assert!((0.1..3.0).contains(&turned(60..75)), "{}", turned(60..75));
    assert!(turned(85..95) < turned(60..75));
    assert_eq!(turned(110..150), 0.0);
    assert!((strengths[80] - 0.26).abs() < 0.03, "{}", strengths[80]);
    // The same in every run.
    assert_eq!(run("view.shake(0.6)").1, shaken);
    assert_eq!(said("print(view.shake()) print(view.shake(0.5)) print(view.shake(0.75))"), "0.0\n0.5\n1.0");
    assert_eq!(refusal("view.shake(-1)"), "view.shake: amount must be at least 0, got -1");
    assert_eq!(refusal("view.shake(2)"), "view.shake: amount must be at most 1, got 2");
    assert!(refusal("view.shake('hard')").contains("amount must be a number"));
}

const PATH: &str = "local keys = {
    { pos = Vec(0, 5, 0), target = Vec(0, 0, -10), time = 1 },
    { pos = Vec(10, 5, 0), target = Vec(0, 0, -10), time = 2 },
    { pos = Vec(10, 5, 10), target = Vec(0, 0, 0), time = 4 },
}";

#[test]
fn a_path_leads_through_its_keys_at_their_times_and_gives_the_camera_back() {
    let mut yard = Yard::with(&format!("player.teleport(Vec(0, 0, 6)) {PATH} print(view.path(keys))"));
    assert_eq!(yard.said(), "3.0");
    let at = |yard: &Yard| yard.game.sim().camera.position();
    assert_eq!(at(&yard), DVec3::new(0.0, 5.0, 0.0));
    assert!(yard.game.scene().figure.is_some());
    yard.ticks(60);
    assert!(at(&yard).distance(DVec3::new(10.0, 5.0, 0.0)) < 1e-6, "{}", at(&yard));
    yard.ticks(119);
    assert!(at(&yard).distance(DVec3::new(10.0, 5.0, 10.0)) < 0.1, "{}", at(&yard));
    assert!(yard.game.sim().camera.on_path());
    yard.ticks(1);
    assert!(!yard.game.sim().camera.on_path());
    assert!(at(&yard).distance(DVec3::from(SETTLED)) < 1e-3, "{}", at(&yard));
}

#[test]
fn a_path_that_loops_goes_on_until_it_is_ended() {
    let mut yard = Yard::with(&format!("{PATH} print(view.path(keys, true))"));
    assert_eq!(yard.said(), "4.5");
    yard.ticks(270);
    let at = yard.game.sim().camera.position();
    assert!(at.distance(DVec3::new(0.0, 5.0, 0.0)) < 1e-6, "{at}");
    yard.ticks(600);
    assert!(yard.game.sim().camera.on_path());
    yard.script("end.lua", "print(view.path(nil))");
    assert_eq!(yard.said(), "nil");
    assert!(!yard.game.sim().camera.on_path());
}

#[test]
fn what_is_no_path_is_refused() {
    assert_eq!(refusal("view.path {}"), "view.path: a path needs 2 to 1000 keys, got 0");
    assert!(refusal("view.path(5)").starts_with("view.path: keys must be a list of keys such as"));
    assert!(refusal("view.path { 1, 2 }").starts_with("view.path: keys[1] must be a table such as"));
    let second = |text: &str| format!("view.path {{ {{ pos = Vec(), target = Vec(1), time = 1 }}, {text} }}");
    assert_eq!(
        refusal(&second("{ pos = Vec(), target = Vec(1), time = 1 }")),
        "view.path: keys[2].time must be later than the 1 of the key before it, got 1: times ascend"
    );
    assert_eq!(refusal(&second("{ pos = Vec(), target = Vec(1) }")), "view.path: keys[2] has no time");
    assert_eq!(refusal(&second("{ target = Vec(1), time = 2 }")), "view.path: keys[2] has no pos");
    assert_eq!(
        refusal(&second("{ pos = Vec(), target = 7, time = 2 }")),
        "view.path: keys[2].target must be a vector such as Vec(1, 2, 3), got 7"
    );
    assert!(refusal(&second("{ pos = Vec(), target = Vec(), time = 2 }")).contains("at least 1 cm apart"));
    assert!(refusal("view.path({ {}, {} }, 'round')").contains("loop must be true or false"));
    assert!(refusal("local t = {} for k = 1, 1500 do t[k] = { pos = Vec(k), target = Vec(), time = k } end view.path(t)").contains("got 1500"));
}

#[test]
fn runs_with_views_repeat_to_the_bit() {
    let run = || {
        let mut yard = Yard::with(&format!(
            "view.mode('orbit', {{ speed = 37 }}) view.fov(75) {PATH}
            timer.Simple(1, function() view.path(keys) end)
            timer.Simple(3, function() view.mode('iso') view.shake(1) end)"
        ));
        yard.tick(&[DeviceEvent::Key { key: Key::W, down: true }]);
        yard.ticks(300);
        yard.no_errors();
        yard.game.digest()
    };
    assert_eq!(run(), run());
}
