//! The player, walked by presses of keys on ticks.

use crate::common::Yard;
use glam::DVec3;
use moonyard::input::{DeviceEvent, Key};
use moonyard::sim::DT;

const GAITS: [(Option<Key>, f64); 4] =
    [(Some(Key::LeftAlt), 1.6), (None, 3.6), (Some(Key::LeftShift), 6.2), (Some(Key::C), 1.4)];

fn keys(keys: impl IntoIterator<Item = Key>, down: bool) -> Vec<DeviceEvent> {
    keys.into_iter().map(|key| DeviceEvent::Key { key, down }).collect()
}

/// A yard whose player has come to rest, with a script that may be empty.
fn settled(script: &str) -> Yard {
    let mut yard = Yard::with(script);
    yard.ticks(60);
    yard.no_errors();
    yard
}

/// The same with the player's feet somewhere.
fn standing(script: &str, feet: DVec3) -> Yard {
    let mut yard = settled(script);
    yard.game.teleport(feet).unwrap();
    yard.ticks(60);
    yard
}

fn grounded(yard: &Yard) -> bool {
    yard.game.sim().player.grounded()
}

/// Turns to the right.
fn turn(yard: &mut Yard, degrees: f64) {
    yard.tick(&[DeviceEvent::MouseMotion { dx: degrees / 0.12, dy: 0.0 }]);
}

#[track_caller]
fn near(got: f64, wanted: f64, tolerance: f64) {
    assert!((got - wanted).abs() <= tolerance, "{got} is not within {tolerance} of {wanted}");
}

#[test]
fn each_gait_covers_its_metres_in_a_second_and_stops_within_its_braking_distance() {
    for (extra, speed) in GAITS {
        let mut yard = settled("");
        yard.tick(&keys([Key::W].into_iter().chain(extra), true));
        yard.ticks(59);
        let from = yard.feet().z;
        yard.ticks(60);
        near(from - yard.feet().z, speed, speed * 0.001);
        let from = yard.feet().z;
        // The gait's own key stays down: letting go of Shift would only be a change to running.
        yard.tick(&keys([Key::W], false));
        let mut n = 1;
        while yard.game.sim().player.velocity() != DVec3::ZERO {
            yard.ticks(1);
            n += 1;
            assert!(n < 60);
        }
        near(from - yard.feet().z, speed * speed / 40.0, 0.003);
        near(f64::from(n), speed / 20.0 / DT, 1.0);
    }
}

#[test]
fn each_gait_is_reached_at_16_metres_a_second_squared() {
    for (extra, speed) in GAITS {
        let mut yard = settled("");
        yard.tick(&keys([Key::W].into_iter().chain(extra), true));
        let from = 6.0;
        let mut n = 1;
        while yard.game.sim().player.velocity().length() < speed - 1e-9 {
            yard.ticks(1);
            n += 1;
            assert!(n < 60);
        }
        near(f64::from(n), speed / 16.0 / DT, 1.0);
        near(from - yard.feet().z, speed * speed / 32.0, speed * DT);
    }
}

#[test]
fn a_jump_rises_138_centimetres() {
    let mut yard = settled("");
    yard.tick(&keys([Key::Space], true));
    let mut highest = 0.0_f64;
    for _ in 0..80 {
        yard.ticks(1);
        highest = highest.max(yard.feet().y);
    }
    near(highest, 1.38, 0.03);
    assert!(grounded(&yard), "a held key jumped again");
}

#[test]
fn a_press_counts_from_nine_ticks_before_landing() {
    let landing = {
        let mut yard = settled("");
        yard.press(Key::Space);
        let mut n = 0;
        while !grounded(&yard) {
            yard.ticks(1);
            n += 1;
        }
        n
    };
    // The press and the landing are in ticks of their own: the first of nine ticks, 0.15 s, before the end of the last.
    for (ticks, jumps) in [(1, true), (8, true), (9, true), (10, false), (11, false)] {
        let mut yard = settled("");
        yard.press(Key::Space);
        yard.ticks(landing - ticks);
        yard.press(Key::Space);
        let mut highest = 0.0_f64;
        for n in 0..60 {
            yard.ticks(1);
            if n > ticks {
                highest = highest.max(yard.feet().y);
            }
        }
        assert_eq!(highest > 1.0, jumps, "pressed {ticks} ticks before landing");
    }
}

#[test]
fn a_press_counts_until_seven_ticks_after_the_edge() {
    // 0.12 s are 7.2 ticks.
    for (ticks, jumps) in [(1, true), (6, true), (7, true), (8, false), (9, false)] {
        let mut yard = standing(
            "physics.box { pos = Vec(0, 1, 10), size = Vec(2, 2, 2), static = true }",
            DVec3::new(0.0, 2.0, 10.0),
        );
        yard.tick(&keys([Key::W], true));
        while grounded(&yard) {
            yard.ticks(1);
        }
        yard.ticks(ticks - 1);
        let before = yard.feet().y;
        yard.tick(&keys([Key::Space], true));
        yard.ticks(3);
        assert_eq!(yard.feet().y > before, jumps, "pressed {ticks} ticks after the edge");
    }
}

#[test]
fn the_stairs_are_run_up_and_down_without_leaving_the_ground() {
    for extra in [None, Some(Key::LeftShift), Some(Key::LeftAlt)] {
        let mut yard = standing("", DVec3::new(-6.0, 0.0, 0.5));
        yard.tick(&keys([Key::W].into_iter().chain(extra), true));
        let mut in_air = 0;
        for _ in 0..400 {
            yard.ticks(1);
            in_air = if grounded(&yard) { 0 } else { in_air + 1 };
            assert!(in_air <= 1, "{extra:?}: in the air at {}", yard.feet());
            if yard.feet().z < -6.2 {
                break;
            }
        }
        near(yard.feet().y, 2.0, 1e-3);
        yard.tick(&keys([Key::W], false));
        yard.tick(&keys([Key::S], true));
        for _ in 0..400 {
            yard.ticks(1);
            in_air = if grounded(&yard) { 0 } else { in_air + 1 };
            assert!(in_air <= 1, "{extra:?}: in the air at {}", yard.feet());
            if yard.feet().z > 0.0 {
                break;
            }
        }
        near(yard.feet().y, 0.0, 1e-3);
    }
}

#[test]
fn the_fence_is_not_walked_through_from_any_side() {
    for degrees in [-80.0, -60.0, -30.0, 0.0, 20.0, 45.0, 75.0_f64] {
        for side in [1.0, -1.0] {
            let mut yard = standing("", DVec3::new(4.0, 0.0, -3.0 + side * 1.2));
            turn(&mut yard, if side > 0.0 { degrees } else { 180.0 + degrees });
            yard.tick(&keys([Key::W, Key::LeftShift], true));
            for _ in 0..90 {
                yard.ticks(1);
                let feet = yard.feet();
                let beside = (feet.x - 4.0).abs() > 1.5;
                assert!(beside || (feet.z + 3.0) * side >= 0.3999, "{degrees}°, at {feet}");
            }
        }
    }
}

#[test]
fn one_can_jump_over_the_fence() {
    let mut yard = standing("", DVec3::new(4.0, 0.0, 0.0));
    yard.tick(&keys([Key::W], true));
    yard.ticks(20);
    yard.press(Key::Space);
    yard.ticks(60);
    assert!(yard.feet().z < -4.0, "{}", yard.feet());
}

#[test]
fn one_stands_on_the_crates_and_they_stand_still() {
    let mut yard = standing("", DVec3::new(8.62, 1.3, 2.0));
    let before = yard.feet();
    near(before.y, 1.22, 0.03);
    yard.ticks(300);
    assert_eq!(yard.feet(), before);
    assert!(grounded(&yard));
}

#[test]
fn running_along_a_wall_does_not_stick_whatever_it_is_built_of() {
    // One long wall, and one of cubes like those of a grid.
    for cubes in [false, true] {
        let script = if cubes {
            "for k = -20, 20 do physics.box { pos = Vec(k, 0.5, 0.5), size = 1, static = true } end"
        } else {
            "physics.box { pos = Vec(0, 0.5, 0.5), size = Vec(41, 1, 1), static = true }"
        };
        for degrees in [10.0, 45.0, 80.0_f64] {
            let mut yard = standing(script, DVec3::new(0.0, 0.0, 1.5));
            turn(&mut yard, degrees);
            yard.tick(&keys([Key::W], true));
            yard.ticks(60);
            let from = yard.feet().x;
            yard.ticks(60);
            let wanted = 3.6 * degrees.to_radians().sin();
            near(yard.feet().x - from, wanted, wanted * 0.02);
            near(yard.feet().z, 1.3, 1e-3);
        }
    }
}

#[test]
fn a_lift_carries_without_sinking_and_a_platform_without_sliding() {
    for density in [20, 500, 20_000] {
        for (name, velocity) in [
            ("slow lift", "Vec(0, s, 0)"),
            ("fast lift", "Vec(0, 3 * s, 0)"),
            ("platform", "Vec(2 * s, 0, 0)"),
            ("fast platform", "Vec(4 * s, 0, s)"),
            ("both", "Vec(2 * s, 2 * s, s)"),
        ] {
            let script = format!(
                "local id = physics.box {{ pos = Vec(0, 6, 0), size = Vec(4, 0.4, 4), density = {density} }}
                physics.setVelocity(id, Vec())
                hook.Add('Tick', 'move', function(dt, tick)
                    local s = tick < 60 and 0 or (tick // 60 % 2 == 0 and 1 or -1)
                    physics.setVelocity(id, {velocity})
                end)
                hook.Add('Where', 'move', function() local p = physics.position(id) print(p.x, p.y, p.z) end)
                player.teleport(Vec(0.5, 6.3, 0.5))"
            );
            let mut yard = settled(&script);
            yard.script("ask.lua", "hook.Add('Think', 'ask', function() hook.Run('Where') end)");
            let mut offset = None;
            for tick in 0..240 {
                yard.ticks(1);
                let line = yard.said();
                let place: Vec<f64> = line.split('\t').map(|n| n.parse().unwrap()).collect();
                let from_body = yard.feet() - DVec3::from_slice(&place);
                let what = format!("{name}, density {density}, tick {tick}");
                assert!(grounded(&yard), "{what}: in the air");
                near(from_body.y, 0.2, 0.005);
                let first = *offset.get_or_insert(from_body);
                assert!(from_body.distance(first) < 0.01, "{what}: slid from {first} to {from_body}");
            }
        }
    }
}

#[test]
fn on_a_platform_one_walks_as_on_the_ground() {
    let mut yard = settled(
        "local id = physics.box { pos = Vec(0, 6, 0), size = Vec(30, 0.4, 4), density = 2000 }
        physics.setVelocity(id, Vec())
        hook.Add('Tick', 'move', function(dt, tick) physics.setVelocity(id, Vec(2, 0.5, 0)) end)
        player.teleport(Vec(0, 6.3, 0))",
    );
    yard.tick(&keys([Key::D], true));
    yard.ticks(59);
    let (from, player) = (yard.feet().x, yard.game.sim().player.clone());
    near(player.velocity().x, 5.6, 0.05);
    near(player.own_velocity().x, 3.6, 1e-6);
    yard.ticks(60);
    near(yard.feet().x - from, 5.6, 0.05);
    assert!(grounded(&yard));
}

#[test]
fn whatever_appears_where_one_stands_one_is_out_within_half_a_second_and_never_through_the_floor() {
    let mut random = 1_u32;
    let mut next = move |low: f64, high: f64| {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        low + (high - low) * f64::from(random >> 8) / f64::from(1 << 24)
    };
    for round in 0..60 {
        let size = DVec3::new(next(0.2, 3.0), next(0.3, 3.0), next(0.2, 3.0));
        let pos = DVec3::new(
            next(-0.6, 0.6) * size.x,
            // On the ground, or higher.
            if round % 2 == 0 { size.y / 2.0 } else { next(0.2, 2.0) },
            6.0 + next(-0.6, 0.6) * size.z,
        );
        let mut yard = settled("");
        let script = format!(
            "physics.box {{ pos = {{ {}, {}, {} }}, size = {{ {}, {}, {} }}, static = true }}",
            pos.x, pos.y, pos.z, size.x, size.y, size.z
        );
        yard.script("wall.lua", &script);
        for _ in 0..30 {
            yard.ticks(1);
            assert!(yard.feet().y > -1e-3, "round {round}: through the floor, {}", yard.feet());
        }
        let feet = yard.feet();
        let line = DVec3::new(feet.x, pos.y.clamp(feet.y + 0.3, feet.y + 1.5), feet.z);
        // The middle line's nearest point need not be level with the box, but this one is near enough to it.
        let gap = line.distance(line.clamp(pos - size / 2.0, pos + size / 2.0)) - 0.3;
        assert!(gap > -0.002, "round {round}: {gap} m in {pos} of {size}, at {feet}");
        let at_rest = feet;
        yard.ticks(30);
        assert!(yard.feet().distance(at_rest) < 1.5 && yard.feet().y > -1e-3);
    }
}

#[test]
fn ten_thousand_ticks_of_standing_move_nothing_on_ground_stairs_or_crates() {
    for feet in [DVec3::new(0.0, 0.0, 6.0), DVec3::new(-6.1, 1.05, -3.2), DVec3::new(8.3, 1.3, 2.1)] {
        let mut yard = standing("", feet);
        yard.ticks(120);
        let before = yard.feet();
        let (mut most, n) = (0.0_f64, if feet.x == 0.0 { 10_000 } else { 2_000 });
        for _ in 0..n {
            yard.ticks(1);
            most = most.max(yard.feet().distance(before));
            assert!(grounded(&yard));
        }
        assert!(most < 0.001, "{most} m from {before}");
    }
}

#[test]
fn crouching_is_held_under_a_ceiling_after_the_key_is_let_go() {
    let mut yard = standing(
        "physics.box { pos = Vec(0, 1.5, 12), size = Vec(4, 0.4, 4), static = true }",
        DVec3::new(0.0, 0.0, 15.0),
    );
    let height = |yard: &Yard| yard.game.sim().player.height();
    yard.tick(&keys([Key::W], true));
    yard.ticks(60);
    near(yard.feet().z, 14.3, 1e-3);
    yard.tick(&keys([Key::C], true));
    assert_eq!(height(&yard), 1.2);
    yard.ticks(60);
    yard.tick(&keys([Key::C, Key::W], false));
    yard.ticks(60);
    assert!(yard.feet().z < 13.5);
    assert_eq!(height(&yard), 1.2, "it stood up into the ceiling");
    yard.tick(&keys([Key::W], true));
    yard.ticks(180);
    assert_eq!(height(&yard), 1.8);
    assert!(yard.feet().z < 10.0);
}
