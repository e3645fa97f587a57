//! Populations that are shown, drawn between two ticks: what there is to see of them at any part of a tick.

use super::common::{NAME, Yard};
use glam::{Vec3, vec3};
use moonyard::render::Scene;
use moonyard::sim::DT;

/// Where balls that are no part of the yard are along x, at a part of the way to the last tick.
fn along(yard: &Yard, alpha: f64) -> Vec<f32> {
    balls(&yard.game.scene_at(alpha)).iter().map(|pos| pos.x).collect()
}

fn balls(scene: &Scene) -> Vec<Vec3> {
    let bare = Yard::new().game.scene();
    scene.spheres.iter().skip(bare.spheres.len()).map(|it| it.pos).collect()
}

/// Which way the last box faces.
fn facing(yard: &Yard, alpha: f64) -> Vec3 {
    yard.game.scene_at(alpha).boxes.last().map_or(Vec3::ZERO, |it| it.rotation * Vec3::Z)
}

#[test]
fn agents_are_drawn_on_the_way_that_the_last_tick_took_them() {
    let mut yard = Yard::with(
        "local pop = agents.Population(2, { pos = { { 1, 2 }, { 5, 2 } }, vel = { { 60, 0 }, { 0, 30 } } })
         pop:show { radius = 0.25 }
         hook.Add('Tick', 'go', function(dt) pop:step(dt, 100) end)",
    );
    assert_eq!(along(&yard, 0.5), [1.0, 5.0], "before the first tick");
    yard.ticks(3);
    assert_eq!(balls(&yard.game.scene_at(0.0)), [vec3(3.0, 0.25, 2.0), vec3(5.0, 0.25, 3.0)]);
    assert_eq!(balls(&yard.game.scene_at(0.25)), [vec3(3.25, 0.25, 2.0), vec3(5.0, 0.25, 3.125)]);
    assert_eq!(balls(&yard.game.scene_at(0.5)), [vec3(3.5, 0.25, 2.0), vec3(5.0, 0.25, 3.25)]);
    assert_eq!(balls(&yard.game.scene()), [vec3(4.0, 0.25, 2.0), vec3(5.0, 0.25, 3.5)]);
    assert_eq!(along(&yard, f64::NAN), [4.0, 5.0]);
    yard.no_errors();
}

#[test]
fn at_any_frame_rate_a_crowd_moves_evenly() {
    for rate in [20.0, 144.0, 240.0] {
        let mut yard = Yard::with(
            "local pop = agents.Population(1, { vel = Vec(3, 0), pos = Vec(0, 9) })
             pop:show()
             hook.Add('Tick', 'go', function(dt) pop:step(dt, 100) end)",
        );
        for frame in 1..=60 {
            yard.frame(1.0 / rate);
            let seen = balls(&yard.game.scene_between_ticks())[0].x;
            // A tick late, as all that moves in the yard.
            let there = 3.0 * (f64::from(frame) / rate - DT).max(0.0);
            assert!((f64::from(seen) - there).abs() < 1e-5, "{rate}: {seen} {there}");
        }
        yard.no_errors();
    }
}

#[test]
fn boxes_turn_between_two_ticks_but_not_by_more_than_a_right_angle() {
    let turning = |from: &str, to: &str, alpha: f64| {
        let mut yard = Yard::with(&format!(
            "local pop = agents.Population(1, {{ vel = {from} }})
             pop:show {{ shape = 'box' }}
             hook.Add('Tick', 'go', function() pop.vel = agents.array({{ {to} }}, 2) end)"
        ));
        facing(yard.ticks(1), alpha)
    };
    let half = std::f32::consts::FRAC_1_SQRT_2;
    let close = |seen: Vec3, x: f32, z: f32| assert!(seen.distance(vec3(x, 0.0, z)) < 1e-6, "{seen}");
    close(turning("Vec(2, 0)", "Vec(1, 1)", 0.0), 1.0, 0.0);
    let eighth = std::f32::consts::FRAC_PI_8;
    close(turning("Vec(2, 0)", "Vec(1, 1)", 0.5), eighth.cos(), eighth.sin());
    close(turning("Vec(2, 0)", "Vec(1, 1)", 1.0), half, half);
    close(turning("Vec(2, 0)", "Vec(-3, 0.1)", 0.5), -0.999445, 0.033315);
    close(turning("Vec(2, 0)", "Vec(0, 0)", 0.5), 0.0, 1.0);
    close(turning("Vec(0, 0)", "Vec(2, 0)", 0.5), 1.0, 0.0);
}

#[test]
fn agents_keep_their_ways_when_others_are_born_and_die() {
    let mut yard = Yard::with(
        "local pop = agents.Population(4, { pos = { { 0, 0 }, { 10, 0 }, { 20, 0 }, { 30, 0 } }, vel = Vec(60, 0) })
         pop:show()
         hook.Add('Tick', 'go', function(dt, tick)
             if tick == 2 then pop:kill { 2 } pop:spawn(1, { pos = Vec(50, 0), vel = Vec(60, 0) }) end
             pop:step(dt, 100)
         end)
         hook.Add('Think', 'later', function()
             if #pop == 4 and pop.id[4] == 5 then pop:kill { 1 } pop:spawn(1, { pos = Vec(70, 0) }) end
         end)",
    );
    assert_eq!(along(yard.ticks(1), 0.5), [0.5, 10.5, 20.5, 30.5]);
    assert_eq!(along(yard.ticks(1), 0.5), [21.5, 31.5, 51.0, 70.0], "the new ones are where they are");
    assert_eq!(along(yard.ticks(1), 0.5), [22.5, 32.5, 51.5, 70.0]);
    yard.no_errors();
}

#[test]
fn a_jump_is_not_drawn_as_a_way() {
    let mut yard = Yard::with(
        "local pop = agents.Population(3, { pos = { { 0, 0 }, { 59.5, 0 }, { 5, 0 } }, vel = Vec(60, 0) })
         pop:show()
         hook.Add('Tick', 'go', function(dt, tick)
             pop:step(dt, 100)
             if pop.pos[2].x > 60 then pop.pos[2] = pop.pos[2] - Vec(60, 0) end
             if tick == 2 then pop.pos[3] = Vec(0 / 0, 0) end
             if tick == 3 then pop.pos[3] = Vec(7, 0) end
         end)",
    );
    assert_eq!(along(yard.ticks(1), 0.25), [0.25, 0.5, 5.25], "round the end of the yard at once");
    assert_eq!(along(yard.ticks(1), 0.25)[..2], [1.25, 0.75]);
    assert_eq!(along(yard.ticks(1), 0.25), [2.25, 1.75, 7.0]);
    yard.no_errors();
}

#[test]
fn who_moves_with_the_frames_is_drawn_where_it_is() {
    let mut yard = Yard::with(
        "local pop = agents.Population(1, { vel = Vec(3, 0), pos = Vec(0, 9) })
         pop:show()
         hook.Add('Think', 'go', function(dt) pop:step(dt, 100) end)",
    );
    for (rate, from) in [(144.0, 0.0), (20.0, 10.0 / 144.0)] {
        for frame in 1..=10 {
            yard.frame(1.0 / rate);
            let seen = balls(&yard.game.scene_between_ticks())[0].x;
            let there = 3.0 * (from + f64::from(frame) / rate);
            assert!((f64::from(seen) - there).abs() < 1e-5, "{seen} {there}");
        }
    }
    yard.no_errors();
}

#[test]
fn what_moves_an_agent_after_the_tick_moves_it_at_once_and_the_others_go_their_ways() {
    let mut yard = Yard::with(
        "local pop = agents.Population(2, { pos = { { 0, 0 }, { 20, 0 } }, vel = Vec(60, 0) })
         pop:show()
         hook.Add('Tick', 'go', function(dt) pop:step(dt, 100) end)
         timer.Simple(0.01, function() pop.pos[1] = Vec(8, 0) end)",
    );
    assert_eq!(along(yard.ticks(1), 0.5), [7.5, 20.5]);
    assert_eq!(along(yard.ticks(1), 0.5), [8.5, 21.5]);
}

#[test]
fn a_trail_ends_at_its_agent_between_two_ticks_too() {
    let mut yard = Yard::with(
        "local pop = agents.Population(1, { pos = Vec(1, 5), vel = Vec(60, 0) })
         pop:show { trail = 4 / 60 }
         hook.Add('Tick', 'go', function(dt) pop:step(dt, 100) end)",
    );
    yard.ticks(3);
    let ways = |yard: &Yard, alpha| -> Vec<(f32, f32)> {
        yard.game.scene_at(alpha).lines.iter().map(|it| (it.from.x, it.to.x)).collect()
    };
    assert_eq!(ways(&yard, 0.5), [(2.0, 3.0), (3.0, 3.5)]);
    assert_eq!(ways(&yard, 1.0), [(2.0, 3.0), (3.0, 4.0)]);
    let fading = yard.game.scene_at(0.5).lines[0].alpha;
    assert!((fading[0] - 0.625).abs() < 1e-5 && (fading[1] - 0.875).abs() < 1e-5, "{fading:?}");
}

#[test]
fn who_is_hidden_and_shown_again_or_loaded_anew_has_no_old_ways() {
    let text = "state.pop = state.pop or agents.Population(1, { vel = Vec(60, 0) })
         local pop = state.pop
         pop:show()
         hook.Add('Tick', 'go', function(dt, tick)
             pop:step(dt, 100)
             if tick == 2 then pop:hide() pop:show() end
             if tick == 4 then pop:show { radius = 0.3 } end
         end)";
    let mut yard = Yard::with(text);
    assert_eq!(along(yard.ticks(1), 0.5), [0.5]);
    assert_eq!(along(yard.ticks(1), 0.5), [2.0]);
    assert_eq!(along(yard.ticks(1), 0.5), [2.5]);
    assert_eq!(along(yard.ticks(1), 0.5), [3.5], "to look otherwise is no jump");
    yard.script(NAME, &format!("{text} -- once more"));
    assert_eq!(along(&yard, 0.5), [4.0]);
    assert_eq!(along(yard.ticks(1), 0.5), [4.5]);
    yard.no_errors();
}

#[test]
fn looking_between_two_ticks_changes_nothing_about_a_run() {
    let digest = |look: bool| {
        let mut yard = Yard::with(
            "local pop = agents.Population(50)
             pop.pos = pop:random(Vec(0, 0), Vec(9, 9))
             pop:show { shape = 'box', trail = 1 }
             hook.Add('Tick', 'go', function(dt, tick)
                 agents.flock(pop, { radius = 1, dt = dt })
                 pop.pos[1] = pop.pos[2]
                 if tick == 5 then pop:kill { 7 } pop:spawn(2) end
             end)",
        );
        for _ in 0..20 {
            yard.frame(DT * 1.5);
            if look {
                yard.game.scene_between_ticks();
            }
        }
        yard.no_errors();
        yard.game.digest()
    };
    assert_eq!(digest(true), digest(false));
}
