//! `pop:collide`: agents keep out of what stands in the yard.

use super::common::{NAME, Yard, refusal, said};
use glam::{DVec2, dvec2};
use moonyard::app::bodies::Body;
use moonyard::app::game::Game;
use std::path::Path;

/// Where agents are seen that are shown as balls, in the plane of the ground.
fn places(yard: &Yard) -> Vec<DVec2> {
    let bare = Yard::new().game.scene().spheres.len();
    let balls = yard.game.scene().spheres;
    balls.iter().skip(bare).map(|ball| dvec2(f64::from(ball.pos.x), f64::from(ball.pos.z))).collect()
}

#[test]
fn a_crowd_that_is_driven_at_a_wall_stays_out_and_slides_along_it() {
    let mut yard = Yard::with(
        "physics.box { pos = Vec(10, 1, 10), size = Vec(0.5, 2, 6), static = true }
        local pop = agents.Population(400)
        pop.pos = pop:random(Vec(4, 6), Vec(9, 14))
        pop:show { radius = 0.25 }
        pop:collide { radius = 0.25, y = 0.3 }
        hook.Add('Tick', 'go', function(dt)
            pop.vel = Vec(4, 1)
            pop:step(dt, 10)
        end)",
    );
    yard.ticks(90);
    let places = places(&yard);
    assert_eq!(places.len(), 400);
    let inside = |at: &&DVec2| (at.x - 10.0).abs() < 0.5 - 1e-5 && (at.y - 10.0).abs() < 3.0;
    assert_eq!(places.iter().find(inside), None);
    let at_wall = places.iter().filter(|at| (at.x - 9.5).abs() < 1e-5).count();
    let past = places.iter().filter(|at| at.x > 10.5).count();
    assert!(at_wall > 150 && past > 20, "{at_wall} of 400 slide along the wall, {past} are past it");
    yard.no_errors();
}

#[test]
fn nobody_is_ever_inside_a_wall_of_a_maze() {
    let maze =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/maze.lua")).unwrap();
    let mut yard = Yard::new();
    yard.script("maze.lua", &maze);
    yard.script(
        NAME,
        "local pop = agents.Population(300)
        pop.pos = pop:random(Vec(-18.6, -15), Vec(-8.1, -2.75))
        pop:show { radius = 0.15, y = 0.3 }
        pop:collide()
        hook.Add('Tick', 'go', function(dt)
            pop.vel = pop.vel + agents.wander(pop, 60) * dt
            agents.flock(pop, { radius = 1, separate_radius = 0.4, separate = 8, dt = dt, max_speed = 4 })
        end)",
    );
    let cut = |wall: &Body| {
        let [_, high, _] = wall.size.unwrap_or_default();
        wall.is_static && (wall.pos[1] - 0.3).abs() < high / 2.0 - 0.001
    };
    let walls: Vec<Body> = yard.bodies_of("maze.lua").into_iter().filter(cut).collect();
    assert!(walls.len() > 20, "{} walls", walls.len());
    let mut wandered = 0.0;
    let mut before: Option<Vec<DVec2>> = None;
    for _ in 0..120 {
        yard.ticks(1);
        // The maze has a few balls of its own, before.
        let all = places(&yard);
        let now = all[all.len() - 300..].to_vec();
        for at in &now {
            for wall in &walls {
                let [wide, _, deep] = wall.size.unwrap();
                let out = ((*at - dvec2(wall.pos[0], wall.pos[2])).abs() - dvec2(wide, deep) / 2.0)
                    .max(DVec2::ZERO);
                assert!(out.length() >= 0.15 - 1e-5, "{at} is in {wall:?}");
            }
        }
        if let Some(before) = &before {
            wandered += before.iter().zip(&now).map(|(a, b)| a.distance(*b)).sum::<f64>();
        }
        before = Some(now);
    }
    assert!(wandered > 300.0, "they hardly moved: {wandered}");
    yard.no_errors();
}

#[test]
fn a_wall_that_is_taken_away_is_in_nobodys_way_and_a_new_one_is_at_once() {
    let text = "local pop = agents.Population(1, { pos = Vec(5, 5) })
        local function wall() return physics.box { pos = Vec(6, 1, 5), size = Vec(0.5, 2, 2), static = true } end
        pop:collide { radius = 0.25, y = 0.5 }
        local function go() pop.vel = Vec(60, 0) pop:step(1 / 60, 100) return pop.pos[1].x end
        local id = wall()
        print(('%.6f'):format(go()))
        physics.remove(id)
        print(('%.6f'):format(go()))
        pop.pos = Vec(5, 5)
        id = wall()
        print(('%.6f'):format(go()))
        pop:collide(false)
        print(('%.6f'):format(go()))";
    assert_eq!(said(text), "5.500000\n6.500000\n5.500000\n6.500000");
}

#[test]
fn who_is_inside_comes_out_by_the_shortest_way() {
    let text = "physics.box { pos = Vec(6, 1, 5), size = Vec(2, 2, 4), static = true }
        physics.sphere { pos = Vec(12, 0.5, 5), radius = 1, static = true }
        local pop = agents.Population(3, { pos = { { 5.25, 5.5 }, { 6, 6.5 }, { 12.25, 5 } } })
        pop:collide { radius = 0.25, y = 0.5 }
        pop:step(1 / 60, 100)
        for i = 1, 3 do print(pop.pos[i]) end";
    assert_eq!(said(text), "Vec(4.750, 5.500, 0.000)\nVec(6.000, 7.250, 0.000)\nVec(13.250, 5.000, 0.000)");
}

#[test]
fn who_is_inside_of_something_on_the_ground_does_not_come_out_under_it() {
    let heights = said(
        "physics.box { pos = Vec(12, 1, 12), size = Vec(4, 2, 4), static = true }
         local pop = agents.Population(200, { dim = 3 })
         pop.pos = pop:random(Vec(10, 0.1, 10), Vec(14, 2, 14))
         pop:collide { radius = 0.08 }
         pop:step(1 / 60, 1)
         print(pop.pos:min().y > 0.08 - 1e-6, pop.pos:max().y < 2.1)",
    );
    assert_eq!(heights, "true\ttrue");
}

#[test]
fn the_fence_and_the_walls_of_the_yard_are_met_from_either_side_and_never_jumped_over() {
    // The fence is 0.2 m thick, from z = -3.1 to -2.9; a step here is 100 m.
    let text = "local pop = agents.Population(4, { pos = { { 4, -1 }, { 4, -5 }, { 0, 0 }, { 30, 0 } } })
        pop:collide { radius = 0.25, y = 0.3 }
        pop.vel = { { 0, -6000 }, { 0, 6000 }, { 0, 6000 }, { -6000, 0 } }
        pop:step(1 / 60, math.huge)
        for i = 1, 4 do print(pop.pos[i]) end
        print(pop.vel[1]:length() + pop.vel[4]:length())
        pop:collide { radius = 0.25, y = 1.2 }
        pop.vel = { { 0, -6000 }, { 0, 6000 }, { 0, 6000 }, { -6000, 0 } }
        pop:step(1 / 60, math.huge)
        print(pop.pos[1])";
    assert_eq!(
        said(text),
        "Vec(4.000, -2.650, 0.000)\nVec(4.000, -3.350, 0.000)\nVec(0.000, 19.500, 0.000)\nVec(20.500, 0.000, 0.000)\n0.0\n\
         Vec(4.000, -7.000, 0.000)"
    );
}

#[test]
fn an_upright_plane_and_space_have_the_ground_to_stand_on() {
    let text = "local function fall(options, more)
            local pop = agents.Population(1, options)
            pop.vel = Vec(1, -50)
            pop:collide(more)
            pop:step(1, 100)
            print(pop.pos[1], pop.vel[1])
        end
        fall({ pos = Vec(1, 5) }, { plane = 'xy', z = 10 })
        fall({ dim = 3, pos = Vec(1, 5, 10) }, { radius = 0.5 })";
    let expected = "Vec(2.000, 0.200, 0.000)\tVec(1.000, 0.000, 0.000)\nVec(2.000, 0.500, 10.000)\tVec(1.000, 0.000, 0.000)";
    assert_eq!(said(text), expected);
}

#[test]
fn who_is_shown_collides_as_it_looks_unless_told_otherwise() {
    let reach = |options: &str| {
        said(&format!(
            "physics.box {{ pos = Vec(6, 3, 5), size = Vec(2, 1, 4), static = true }}
             local pop = agents.Population(1, {{ pos = Vec(0, 5), vel = Vec(60, 0) }})
             pop:show {{ radius = 0.5, y = 3 }}
             pop:collide({options})
             pop:step(1, 100)
             print(('%.3f'):format(pop.pos[1].x))"
        ))
    };
    assert_eq!(reach(""), "4.500");
    assert_eq!(reach("{ radius = 0.25 }"), "4.750");
    assert_eq!(reach("{ y = 0.3 }"), "19.250");
    assert_eq!(reach("{ y = 30 }"), "60.000");
}

#[test]
fn it_goes_on_after_a_reload_for_a_population_in_state() {
    let text = "local first = not state.pop
        state.pop = state.pop or agents.Population(1, { pos = Vec(5, 5) })
        if first then state.pop:collide { radius = 0.25, y = 0.5 } end
        wall = physics.box { pos = Vec(6, 1, 5), size = Vec(0.5, 2, 2), static = true }
        state.pop.pos = Vec(5, 5) state.pop.vel = Vec(60, 0)
        state.pop:step(1 / 60, 100)
        print(('%.6f'):format(state.pop.pos[1].x))";
    let mut yard = Yard::new();
    yard.script(NAME, text);
    yard.script(NAME, &format!("{text} -- again"));
    assert!(yard.unload(NAME));
    yard.script(NAME, text);
    assert_eq!(yard.said(), "5.500000\n5.500000\n5.500000");
}

#[test]
fn runs_repeat_to_the_bit_and_the_digest_sees_how_a_population_collides() {
    let run = |options: &str| {
        let mut game = Game::new().unwrap();
        let text = format!(
            "local pop = agents.Population(300)
             pop.pos = pop:random(Vec(-18, -18), Vec(18, 18))
             pop:collide {options}
             hook.Add('Tick', 'go', function(dt)
                 pop.vel = pop.vel + agents.wander(pop, 90) * dt
                 agents.flock(pop, {{ radius = 2, dt = dt, max_speed = 9 }})
             end)"
        );
        game.load(NAME, text.as_bytes());
        for _ in 0..60 {
            game.tick(&[]);
        }
        assert_eq!(game.errors(), 0, "{:?}", game.take_lines());
        game.digest()
    };
    let first = run("{ radius = 0.2, y = 0.3 }");
    assert_eq!(run("{ radius = 0.2, y = 0.3 }"), first);
    assert_ne!(run("{ radius = 0.21, y = 0.3 }"), first);
    // Nothing stands so high up: only how they collide differs.
    assert_ne!(run("{ radius = 0.2, y = 90 }"), run("{ radius = 0.2, y = 91 }"));
}

#[test]
fn what_cannot_be_is_refused_in_words_and_changes_nothing() {
    let refused =
        |make: &str, options: &str| refusal(&format!("agents.Population({make}):collide({options})"));
    let flat = |options: &str| refused("1", options);
    assert_eq!(flat("{ radius = -1 }"), "Population:collide: radius must be 0 to 1000, got -1");
    assert_eq!(flat("{ radius = 1e30 }"), "Population:collide: radius must be 0 to 1000, got 1e+30");
    assert_eq!(flat("{ radius = 0 / 0 }"), "Population:collide: radius must be a finite number, got NaN");
    assert_eq!(flat("{ radius = 'wide' }"), "Population:collide: radius must be a number, got a string");
    assert_eq!(flat("{ plane = 'yz' }"), "Population:collide: plane must be \"xz\" or \"xy\", got \"yz\"");
    assert_eq!(
        flat("{ plane = 'xy', y = 1 }"),
        "Population:collide: the plane \"xy\" is placed by z, not by y"
    );
    assert_eq!(flat("{ z = 1 }"), "Population:collide: the plane \"xz\" is placed by y, not by z");
    assert_eq!(
        flat("3"),
        "Population:collide: options must be a table such as { radius = 0.2 }, or false, got 3"
    );
    assert_eq!(
        refused("1, { dim = 3 }", "{ y = 1 }"),
        "Population:collide: y is for populations in two dimensions; this one's positions are places in the yard"
    );
    assert_eq!(
        refused("1, { dim = 1 }", ""),
        "Population:collide: agents collide in two or three dimensions; these have one"
    );
    let text = "local pop = agents.Population(1, { pos = Vec(4, -1), vel = Vec(0, -6000) })
        pop:collide { radius = 0.25, y = 0.3 }
        pcall(pop.collide, pop, { radius = -1 })
        pop:step(1 / 60, math.huge)
        print(pop.pos[1])";
    assert_eq!(said(text), "Vec(4.000, -2.650, 0.000)");
    let mut yard = Yard::with("agents.Population(1):collide { size = 1 }");
    assert!(
        yard.notices().concat().contains("it has no option \"size\"; its options are radius, plane, y, z")
    );
}
