//! `pop:show`: what there is to see of a population. The scene tells, and one picture.

use super::common::picture::Picture;
use super::common::{NAME, Yard, refusal, said};
use glam::{Vec3, vec3};
use moonyard::render::{CameraView, Line, Scene};

/// Balls and boxes of a scene that are no part of the yard's.
fn seen(yard: &Yard) -> (Vec<Vec3>, Vec<Vec3>) {
    let bare = Yard::new().game.scene();
    let scene = yard.game.scene();
    let balls = scene.spheres.iter().skip(bare.spheres.len()).map(|it| it.pos).collect();
    (balls, scene.boxes.iter().skip(bare.boxes.len()).map(|it| it.pos).collect())
}

#[test]
fn agents_are_seen_where_they_are_without_a_body_for_each() {
    let mut yard = Yard::with(
        "local pop = agents.Population(3, { pos = { { 1, 2 }, { 3, 4 }, { 5, 6 } }, vel = Vec(60, 0) })
         pop:show { radius = 0.25, color = Vec(1, 0.5, 0) }
         hook.Add('Tick', 'go', function(dt) pop:step(dt, 100) end)",
    );
    let flat = |x: f32| vec![vec3(x, 0.25, 2.0), vec3(x + 2.0, 0.25, 4.0), vec3(x + 4.0, 0.25, 6.0)];
    assert_eq!(seen(&yard).0, flat(1.0));
    assert_eq!(seen(yard.ticks(1)).0, flat(2.0));
    let ball = *yard.game.scene().spheres.last().unwrap();
    assert_eq!((ball.radius, ball.color, ball.alpha), (0.25, vec3(1.0, 0.5, 0.0), 1.0));
    assert_eq!(yard.game.counts(NAME).bodies, 0);
    yard.no_errors();
}

#[test]
fn a_plane_lies_or_stands_and_agents_in_space_are_where_they_say() {
    let place = |options: &str, show: &str| {
        let text = format!("agents.Population(1, {{ pos = {options} }}):show {{ {show} }}");
        let yard = Yard::with(&text);
        seen(&yard).0[0]
    };
    assert_eq!(place("Vec(1, 2)", "y = 3"), vec3(1.0, 3.0, 2.0));
    assert_eq!(place("Vec(1, 2)", "plane = 'xz'"), vec3(1.0, 0.2, 2.0));
    assert_eq!(place("Vec(1, 2)", "plane = 'xy', z = -4"), vec3(1.0, 2.0, -4.0));
    assert_eq!(place("Vec(1, 2, 3), dim = 3", ""), vec3(1.0, 2.0, 3.0));
}

#[test]
fn boxes_face_the_way_they_go() {
    let yard = Yard::with(
        "agents.Population(2, { vel = { { 2, 0 }, { 0, 0 } } }):show { shape = 'box', radius = 0.1, length = 1 }
         agents.Population(1, { dim = 3, vel = Vec(0, 2, 0) }):show { shape = 'box' }",
    );
    assert_eq!(seen(&yard).1.len(), 3);
    let boxes = yard.game.scene().boxes;
    let [along, still, up] = boxes.last_chunk().unwrap();
    assert_eq!(along.size, vec3(0.2, 0.2, 1.0));
    assert!((along.rotation * Vec3::Z).distance(Vec3::X) < 1e-6);
    assert_eq!(still.rotation * Vec3::Z, Vec3::Z);
    assert_eq!(up.size, Vec3::splat(0.4));
    assert!((up.rotation * Vec3::Z).distance(Vec3::Y) < 1e-6);
}

#[test]
fn boxes_are_as_wide_and_high_as_they_are_told_and_stand_on_the_ground() {
    let yard = Yard::with(
        "agents.Population(1):show { shape = 'box', radius = 0.1, width = 0.3, height = 1.8 }
         agents.Population(1):show { shape = 'box', height = 1, length = 2, y = 3 }",
    );
    let boxes = yard.game.scene().boxes;
    let [person, bench] = boxes.last_chunk().unwrap();
    assert_eq!((person.size, person.pos), (vec3(0.3, 1.8, 0.2), vec3(0.0, 0.9, 0.0)));
    assert_eq!((bench.size, bench.pos), (vec3(0.4, 1.0, 2.0), vec3(0.0, 3.0, 0.0)));
}

#[test]
fn radii_stay_with_their_agents_who_all_stand_on_the_ground() {
    let show = |options: &str| {
        let yard = Yard::with(&format!(
            "pop = agents.Population(3, {{ size = {{ 0.1, 0.3, 0.2 }} }})
             pop:show {{ {options} }}
             pop:kill {{ 1 }}
             pop:spawn(1)"
        ));
        yard.no_errors();
        let scene = yard.game.scene();
        let balls = scene.spheres.iter().map(|it| (it.radius, it.pos.y));
        balls
            .chain(scene.boxes.iter().rev().take(3).rev().map(|it| (it.size.y, it.pos.y)))
            .take(3)
            .collect::<Vec<_>>()
    };
    let standing = [(0.3, 0.3), (0.2, 0.2), (0.2, 0.2)];
    let near = |found: Vec<(f32, f32)>, wanted: [(f32, f32); 3]| {
        let off = |(a, b): (&(f32, f32), &(f32, f32))| (a.0 - b.0).abs().max((a.1 - b.1).abs());
        assert!(found.len() == 3 && found.iter().zip(&wanted).map(off).all(|off| off < 1e-6), "{found:?}");
    };
    near(show("radius = pop.size"), standing);
    near(show("radius = { 0.1, 0.3, 0.2 }"), standing);
    near(show("radius = { 0.1, 0.3, 0.2 }, y = 1"), [(0.3, 1.0), (0.2, 1.0), (0.2, 1.0)]);
    near(show("radius = { 0.1, 0.3, 0.2 }, shape = 'box'"), [(0.6, 0.3), (0.4, 0.2), (0.4, 0.2)]);
    near(show("radius = { 0.1, 0.3, 0.2 }, shape = 'box', height = 1"), [(1.0, 0.5); 3]);
}

#[test]
fn colours_stay_with_their_agents_when_others_die_and_are_born() {
    let yard = Yard::with(
        "local pop = agents.Population(3)
         pop:show { color = { { 1, 0, 0 }, { 0, 1, 0 }, Vec(0, 0, 1) } }
         pop:kill { 2 }
         pop:spawn(1)
         pop:sense(1)
         pop:step(0, 1)",
    );
    let colors: Vec<Vec3> = yard.game.scene().spheres.iter().map(|it| it.color).collect();
    assert_eq!(colors, [Vec3::X, Vec3::Z, Vec3::Z]);
}

#[test]
fn a_population_is_shown_until_it_is_hidden_or_removed_or_its_script_goes() {
    let count = |yard: &Yard| seen(yard).0.len();
    let text = "local pop = agents.Population(2)
        pop:show()
        pop:show { radius = 0.3 }
        state.kept = state.kept or agents.Population(3)
        if not state.again then state.kept:show() end
        state.again = true
        timer.Simple(0.1, function() pop:hide() pop:hide() end)
        timer.Simple(0.2, function() pop:show() end)
        timer.Simple(0.3, function() pop:show(false) end)
        timer.Simple(0.4, function() pop:show() pop:remove() end)";
    let mut yard = Yard::with(text);
    assert_eq!(count(&yard), 5);
    assert_eq!(count(yard.ticks(8)), 3);
    assert_eq!(count(yard.ticks(6)), 5);
    assert_eq!(count(yard.ticks(6)), 3);
    assert_eq!(count(yard.ticks(6)), 3);
    yard.script(NAME, &format!("{text} -- once more"));
    assert_eq!(count(&yard), 2, "who was kept is not shown until it is shown again");
    yard.unload(NAME);
    assert_eq!(count(&yard), 0);
    yard.no_errors();
}

#[test]
fn showing_changes_nothing_about_a_run() {
    let numbers = |show: &str| {
        let mut yard = Yard::with(&format!(
            "pop = agents.Population(50)
             pop.pos = pop:random(Vec(0, 0), Vec(9, 9))
             {show}
             hook.Add('Tick', 'go', function(dt)
                 agents.flock(pop, {{ radius = 1, dt = dt }})
                 for i = 1, #pop do print(('%a %a'):format(pop.pos[i].x, pop.pos[i].y)) end
             end)"
        ));
        for _ in 0..5 {
            yard.ticks(1);
            yard.game.scene();
        }
        yard.said()
    };
    assert_eq!(numbers("pop:show { shape = 'box', color = Vec(1, 0, 0), trail = 1 }"), numbers(""));
}

/// What the trails draw, from the oldest on: where along x it begins and ends.
fn ways(yard: &Yard) -> Vec<(f32, f32)> {
    yard.game.scene().lines.iter().map(|it| (it.from.x, it.to.x)).collect()
}

#[test]
fn a_trail_leads_from_where_an_agent_was_to_where_it_is_and_fades() {
    let mut yard = Yard::with(
        "local pop = agents.Population(1, { pos = Vec(1, 5), vel = Vec(60, 0) })
         pop:show { y = 0.5, color = Vec(1, 0.5, 0), trail = 4 / 60 }
         hook.Add('Tick', 'go', function(dt) pop:step(dt, 100) end)",
    );
    assert_eq!(ways(&yard), []);
    assert_eq!(ways(yard.ticks(3)), [(2.0, 3.0), (3.0, 4.0)]);
    assert_eq!(ways(yard.ticks(7)), [(7.0, 8.0), (8.0, 9.0), (9.0, 10.0), (10.0, 11.0)]);
    let lines = yard.game.scene().lines;
    let fading: Vec<f32> = lines.iter().flat_map(|it| it.alpha).collect();
    for (alpha, expected) in fading.iter().zip([0.0, 0.25, 0.25, 0.5, 0.5, 0.75, 0.75, 1.0]) {
        assert!((alpha - expected).abs() < 1e-5, "{fading:?}");
    }
    assert_eq!((lines[0].from, lines[0].color), (vec3(7.0, 0.5, 5.0), vec3(1.0, 0.5, 0.0)));
    assert_eq!(yard.game.counts(NAME).bodies, 0);
    yard.no_errors();
}

#[test]
fn trails_stay_with_their_agents_and_those_of_the_dead_fade() {
    let mut yard = Yard::with(
        "local pop = agents.Population(3, { pos = { { 0, 0 }, { 10, 0 }, { 20, 0 } }, vel = Vec(60, 0) })
         pop:show { color = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }, trail = { seconds = 3 / 60 } }
         hook.Add('Tick', 'go', function(dt, tick)
             if tick == 3 then pop:kill { 2 } pop:spawn(1, { pos = Vec(50, 0), vel = Vec(60, 0) }) end
             pop:step(dt, 100)
         end)",
    );
    yard.ticks(3);
    let seen = |yard: &Yard| -> Vec<(f32, Vec3)> {
        yard.game.scene().lines.iter().map(|it| (it.to.x, it.color)).collect()
    };
    let (red, green, blue) = (Vec3::X, Vec3::Y, Vec3::Z);
    assert_eq!(seen(&yard), [(2.0, red), (12.0, green), (22.0, blue), (3.0, red), (23.0, blue)]);
    yard.ticks(3);
    assert!(seen(&yard).iter().all(|(_, color)| *color != green));
    assert!(seen(&yard).contains(&(54.0, blue)), "{:?}", seen(&yard));
}

#[test]
fn trails_of_minutes_have_few_points_and_no_line_leads_over_a_jump() {
    let mut yard = Yard::with(
        "local pop = agents.Population(1000, { vel = Vec(1, 0) })
         pop:show { trail = 60 }
         hook.Add('Tick', 'go', function(dt, tick)
             pop:step(dt, 100)
             if tick == 300 then pop.pos = pop.pos - Vec(30, 0) end
         end)",
    );
    yard.ticks(600);
    let lines = yard.game.scene().lines;
    assert_eq!(lines.len(), 9 * 1000, "a point a second");
    assert!(lines.iter().all(|it| it.from.distance(it.to) < 1.01));
}

#[test]
fn a_trail_goes_on_when_it_is_shown_again_and_goes_with_what_it_belongs_to() {
    let text = "state.pop = state.pop or agents.Population(1, { vel = Vec(6, 0) })
         local pop = state.pop
         hook.Add('Tick', 'go', function(dt, tick)
             if tick ~= 6 then pop:show { color = Vec(tick / 10, 0, 0), trail = tick ~= 12 and { color = Vec(0, 1, 0) } } end
             pop:step(dt, 100)
             if tick == 6 then pop:hide() end
             if tick == 18 then pop:remove() end
         end)";
    let mut yard = Yard::with(text);
    assert_eq!(ways(yard.ticks(5)).len(), 4);
    assert_eq!(yard.game.scene().lines[0].color, Vec3::Y);
    assert_eq!(ways(yard.ticks(1)).len(), 0);
    assert_eq!(ways(yard.ticks(5)).len(), 4);
    assert_eq!(ways(yard.ticks(1)).len(), 0);
    assert_eq!(ways(yard.ticks(3)).len(), 2);
    yard.script(NAME, &format!("{text} -- once more"));
    assert_eq!(ways(yard.ticks(2)).len(), 1);
    assert_eq!(ways(yard.ticks(1)).len(), 0);
    yard.no_errors();
}

#[test]
fn a_trail_that_cannot_be_is_refused_in_words() {
    let refused = |trail: &str| refusal(&format!("agents.Population(1):show {{ trail = {trail} }}"));
    let seconds = "Population:show: a trail's seconds must be above 0 and at most 600, got ";
    for bad in ["0", "-1", "601"] {
        assert_eq!(refused(bad), format!("{seconds}{bad}"));
        assert_eq!(refused(&format!("{{ seconds = {bad} }}")), format!("{seconds}{bad}"));
    }
    let expected = "Population:show: trail must be how many seconds of its way to draw, or a table such as { seconds = 3 }, or false, got ";
    assert_eq!(refused("true"), format!("{expected}a boolean"));
    assert_eq!(refused("'long'"), format!("{expected}a string"));
    assert_eq!(
        refusal("agents.Population(1500):show { trail = 1 } agents.Population(501):show { trail = 1 }"),
        "Population:show: at most 2,000 agents can have trails, 1,500 have, and this population has 501: leave out trail, or keep in a \
         smaller population who is to have one"
    );
    assert_eq!(
        said(
            "agents.Population(1500):show { trail = 1 } agents.Population(501):show { trail = false } print('shown')"
        ),
        "shown"
    );
}

#[test]
fn crowds_that_outgrow_the_trails_and_places_that_are_no_numbers_do_no_harm() {
    let mut yard = Yard::with(
        "local pop = agents.Population(1999, { vel = Vec(6, 0) })
         pop:show { trail = 1 }
         pop:spawn(1000, { vel = Vec(6, 0) })
         pop.pos[1] = Vec(0 / 0, 1 / 0)
         hook.Add('Tick', 'go', function(dt) pop:step(dt, 100) end)",
    );
    let lines = yard.ticks(2).game.scene().lines;
    let finite = |it: &&Line| it.from.is_finite() && it.to.is_finite();
    assert_eq!(lines.iter().filter(finite).count(), 1999);
    yard.no_errors();
}

#[test]
fn what_cannot_be_shown_is_refused_in_words() {
    let refused = |options: &str, n: u32| refusal(&format!("agents.Population({n}):show {options}"));
    assert_eq!(
        refused("{ radius = 0 }", 1),
        "Population:show: radius must be above 0 and at most 1000, got 0"
    );
    assert_eq!(
        refused("{ shape = 'ball' }", 1),
        "Population:show: shape must be \"sphere\" or \"box\", got \"ball\""
    );
    assert_eq!(refused("{ plane = 7 }", 1), "Population:show: plane must be \"xz\" or \"xy\", got 7");
    assert_eq!(
        refused("{ color = { { 1, 0, 0 } } }", 2),
        "Population:show: color needs one row for each of 2 agents, got 1"
    );
    assert_eq!(
        refused("{ color = 'red' }", 2),
        "Population:show: color must be a Vec such as Vec(1, 0.6, 0.2), or an array with a row for each agent, got a string"
    );
    assert_eq!(
        refused("{ plane = 'xy', y = 2 }", 1),
        "Population:show: the plane \"xy\" is placed by z, not by y"
    );
    assert_eq!(
        refused("{ length = 2 }", 1),
        "Population:show: length is for shape = \"box\"; spheres have a radius"
    );
    assert_eq!(
        refused("{ radius = { 1, 2 } }", 1),
        "Population:show: radius needs one number for each of 1 agents, got 2 rows of 1"
    );
    assert_eq!(
        refused("{ radius = { 0 } }", 1),
        "Population:show: radius must be above 0 and at most 1000, got 0"
    );
    assert_eq!(
        refused("{ shape = 'box', width = -1 }", 1),
        "Population:show: width must be above 0 and at most 1000, got -1"
    );
    assert_eq!(
        refusal("agents.Population(1, { dim = 3 }):show { y = 2 }"),
        "Population:show: y is for populations in two dimensions; this one's positions are places in the yard"
    );
    assert_eq!(
        refusal("agents.Population(150000):show() agents.Population(50001):show()"),
        "Population:show: at most 200,000 agents can be shown, 150,000 are, and this population has 50,001: hide another with \
         pop:hide(), or keep in a smaller population who is to be seen"
    );
}

#[test]
fn places_that_are_no_numbers_and_crowds_that_outgrow_the_limit_do_no_harm() {
    let yard = Yard::with(
        "local pop = agents.Population(100000, { vel = Vec(0 / 0, 0) })
         pop:show { shape = 'box' }
         pop.pos[1] = Vec(0 / 0, 1 / 0)
         pop:spawn(150000)",
    );
    let (balls, boxes) = seen(&yard);
    assert_eq!((balls.len(), boxes.len()), (0, 200_000));
    assert_eq!(said("local pop = agents.Population(1) pop:show() print(#pop)"), "1");
}

#[test]
fn a_few_agents_in_a_picture_have_their_colours() {
    let yard = Yard::with(
        "local pop = agents.Population(2, { pos = { { -1, 0 }, { 1, 0 } } })
         pop:show { radius = 0.5, y = 1, color = { { 1, 0, 0 }, { 0, 0, 1 } }, shape = 'box' }
         agents.Population(1, { pos = Vec(0, 2.5) }):show { plane = 'xy', radius = 0.5, color = Vec(0, 1, 0) }",
    );
    let camera =
        CameraView { eye: vec3(0.0, 1.5, 6.0), forward: Vec3::NEG_Z, fov_y_degrees: 60.0, parallel: None };
    let whole = yard.game.scene();
    let scene = Scene { camera, figure: None, ..whole };
    let picture = Picture::of(&scene);
    for (pos, strongest) in [(vec3(-1.0, 1.0, 0.5), 0), (vec3(1.0, 1.0, 0.5), 2), (vec3(0.0, 2.5, 0.5), 1)] {
        let color = picture.showing(&camera, pos);
        let others = (0..3).filter(|channel| *channel != strongest).map(|channel| color[channel]);
        assert!(others.into_iter().all(|other| color[strongest] > other + 30.0), "{pos}: {color:?}");
    }
}
