//! The four scripts of the algorithms cookbook, byte for byte as they are, and what each must show. Where they are not at hand
//! the scripts that come with the project stand in, for all that both can be asked.

use crate::common::{Yard, cookbook, own_scripts};
use glam::DVec3;
use moonyard::app::bodies::Body;
use moonyard::input::Key;
use sha2::{Digest, Sha256};
use std::fs;

const SUMS: [(&str, &str); 4] = [
    ("astar.lua", "41c66f4449318c72aa1f439224209d577eeb7a16624da9206f4107b1c93e2b5a"),
    ("flocking.lua", "401486dbbd28cf2a3068c53b106f83691e99481c8129586bc721be73591a586e"),
    ("maze.lua", "48127ab53410dc8fefe8e4dadd0f021337dca661ade8215fa3d4f74b5f89b6eb"),
    ("terrain.lua", "5052756631cfedca2945571ea9e86dfe661e13af6a8f7463e41986d172697a36"),
];

/// The cookbook's scripts as (name, text), whose bytes must be the right ones.
fn scripts() -> Option<Vec<(String, String)>> {
    let folder = cookbook()?;
    let read = |&(name, sum): &(&str, &str)| {
        let bytes = fs::read(folder.join(name)).unwrap();
        let found: String = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(found, sum, "{name} is not the script that the numbers in these tests are for");
        (name.to_owned(), String::from_utf8(bytes).unwrap())
    };
    Some(SUMS.iter().map(read).collect())
}

/// A yard with some of the cookbook's scripts.
fn yard(names: &[&str]) -> Option<Yard> {
    let mut yard = Yard::new();
    for (name, text) in scripts()? {
        if names.is_empty() || names.contains(&name.as_str()) {
            yard.script(&name, &text);
        }
    }
    Some(yard)
}

/// Runs a check on the script alone, and on all four together.
fn alone_and_together(name: &str, check: impl Fn(&mut Yard)) {
    for names in [&[name][..], &[]] {
        if let Some(mut yard) = yard(names) {
            check(&mut yard);
            yard.no_errors();
        }
    }
}

fn at(body: &Body) -> DVec3 {
    DVec3::from(body.pos)
}

fn flat(v: DVec3) -> DVec3 {
    DVec3::new(v.x, 0.0, v.z)
}

fn is_color(body: &Body, color: [f64; 3]) -> bool {
    DVec3::from(body.color).distance(DVec3::from(color)) < 1e-6
}

#[test]
fn the_cookbook_scripts_are_the_ones_that_are_meant() {
    scripts();
}

#[test]
fn the_maze_has_53_walls_and_m_makes_another_of_53() {
    alone_and_together("maze.lua", |yard| {
        let maze = |yard: &Yard| {
            let walls = yard.bodies_of("maze.lua");
            assert!(walls.iter().all(|wall| wall.is_static && wall.shape == "box" && wall.visible));
            walls
        };
        assert_eq!(yard.prints(), ["Maze 7: 53 walls"]);
        let first = maze(yard);
        assert_eq!(first.len(), 53);
        yard.ticks(5).press(Key::M);
        assert_eq!(yard.prints(), ["Maze 8: 53 walls"]);
        let second = maze(yard);
        assert_eq!(second.len(), 53);
        let places = |walls: &[Body]| walls.iter().map(|wall| format!("{:?}", wall.pos)).collect::<Vec<_>>();
        assert_ne!(places(&first), places(&second), "the new maze is the old one");
        assert!(second[0].id > first[52].id, "ids were used again");
        yard.ticks(60);
        assert_eq!(yard.prints(), [] as [&str; 0]);
        assert_eq!(maze(yard).len(), 53);
    });
}

#[test]
fn holding_m_makes_one_maze() {
    use moonyard::input::DeviceEvent;
    let Some(mut yard) = yard(&["maze.lua"]) else { return };
    yard.tick(&[DeviceEvent::Key { key: Key::M, down: true }]);
    yard.ticks(30);
    assert_eq!(yard.prints(), ["Maze 7: 53 walls", "Maze 8: 53 walls"]);
}

#[test]
fn the_terrain_has_its_heights_and_colours() {
    struct Land {
        first: Option<&'static str>,
        lowest: &'static str,
        highest: &'static str,
        sum: &'static str,
        classes: [usize; 4],
    }
    let check = |yard: &Yard, land: &Land| {
        let columns = yard.bodies_of("terrain.lua");
        assert_eq!(columns.len(), 400);
        assert!(columns.iter().all(|column| column.is_static && column.shape == "box"));
        let heights: Vec<f64> = columns.iter().map(|column| column.size.unwrap()[1]).collect();
        if let Some(first) = land.first {
            assert_eq!(format!("{:.4}", heights[0]), first);
        }
        assert_eq!(format!("{:.4}", heights.iter().copied().fold(f64::INFINITY, f64::min)), land.lowest);
        assert_eq!(format!("{:.4}", heights.iter().copied().fold(0.0, f64::max)), land.highest);
        assert_eq!(format!("{:.2}", heights.iter().sum::<f64>()), land.sum);
        let colors = [[0.2, 0.45, 0.8], [0.35, 0.65, 0.3], [0.5, 0.45, 0.35], [0.95, 0.95, 0.97]];
        let classes = colors.map(|color| columns.iter().filter(|column| is_color(column, color)).count());
        assert_eq!(classes, land.classes);
    };
    alone_and_together("terrain.lua", |yard| {
        let first = Some("2.5833");
        let land =
            Land { first, lowest: "0.3216", highest: "3.3790", sum: "516.69", classes: [62, 195, 105, 38] };
        check(yard, &land);
        yard.ticks(5).press(Key::N);
        let land = Land {
            first: None,
            lowest: "0.2878",
            highest: "2.8976",
            sum: "675.35",
            classes: [7, 120, 201, 72],
        };
        check(yard, &land);
    });
}

/// The chaser and the dots of its plan.
fn astar(yard: &Yard) -> (Body, Vec<Body>) {
    let bodies = yard.bodies_of("astar.lua");
    let cubes = bodies.iter().filter(|body| body.shape == "box");
    assert!(cubes.clone().all(|cube| cube.is_static && cube.size == Some([1.0; 3])));
    assert_eq!(cubes.count(), 73);
    let (dots, chasers): (Vec<Body>, Vec<Body>) =
        bodies.into_iter().filter(|body| body.shape == "sphere").partition(|body| body.is_static);
    assert_eq!(chasers.len(), 1);
    assert!(dots.iter().all(|dot| (dot.radius.unwrap() - 0.06).abs() < 1e-6));
    (chasers.into_iter().next().unwrap(), dots)
}

#[test]
fn the_chaser_plans_13_dots_and_reaches_the_player() {
    alone_and_together("astar.lua", |yard| {
        assert_eq!(astar(yard).1.len(), 0);
        yard.game.teleport(DVec3::new(0.5, 0.1, 6.5)).unwrap();
        yard.ticks(29);
        assert_eq!(astar(yard).1.len(), 0, "a plan before half a second");
        yard.ticks(1);
        assert_eq!(astar(yard).1.len(), 13);
        let mut nearest = f64::INFINITY;
        for _ in 30..12 * 60 {
            yard.ticks(1);
            nearest = nearest.min(flat(at(&astar(yard).0)).distance(flat(yard.feet())));
        }
        assert!(nearest <= 1.2, "the chaser came no nearer than {nearest} m");
        let end = flat(at(&astar(yard).0)).distance(flat(yard.feet()));
        assert!(end <= 1.2, "the chaser is {end} m away at the end");
    });
}

#[test]
fn a_player_off_the_map_is_not_chased() {
    alone_and_together("astar.lua", |yard| {
        yard.game.teleport(DVec3::new(0.5, 0.1, 6.5)).unwrap();
        yard.ticks(60);
        assert!(!astar(yard).1.is_empty());
        yard.game.teleport(DVec3::new(15.0, 0.1, -15.0)).unwrap();
        yard.ticks(60);
        assert_eq!(astar(yard).1.len(), 0);
        let before = at(&astar(yard).0);
        yard.ticks(60);
        assert!(at(&astar(yard).0).distance(before) < 0.05, "the chaser goes on without a plan");
    });
}

#[test]
fn the_flock_starts_on_a_circle_and_keeps_its_speed_and_its_pen() {
    alone_and_together("flocking.lua", |yard| {
        let boids = yard.bodies_of("flocking.lua");
        assert_eq!(boids.len(), 30);
        for boid in &boids {
            assert_eq!((boid.shape, boid.is_static), ("sphere", false));
            assert!((flat(at(boid)).length() - 4.0).abs() < 1e-5, "{:?}", boid.pos);
        }
        yard.ticks(7 * 60);
        for _ in 0..60 {
            yard.ticks(1);
            for boid in yard.bodies_of("flocking.lua") {
                let speed = DVec3::from(boid.velocity).length();
                assert!(speed <= 3.05, "a boid at {speed} m/s");
                let far = at(&boid).length();
                assert!(far <= 13.5, "a boid {far} m from the middle");
            }
        }
    });
}

#[test]
fn the_player_comes_out_of_the_wall_cube_around_the_spawn() {
    alone_and_together("astar.lua", |yard| {
        let inside = |yard: &Yard| {
            let feet = yard.feet();
            // The cube over the spawn: x -1..0, z 6..7, y 0..1; the player is a capsule of radius 0.3.
            let nearest = DVec3::new(feet.x.clamp(-1.0, 0.0), 0.0, feet.z.clamp(6.0, 7.0));
            feet.y < 0.95 && flat(feet).distance(nearest) < 0.27
        };
        assert!(inside(yard), "the spawn is not in the cube, so this shows nothing");
        yard.ticks(60);
        assert!(!inside(yard), "the player is stuck at {}", yard.feet());
        assert!(yard.feet().y > -0.05, "the player is under the ground at {}", yard.feet());
        let still = yard.feet();
        yard.ticks(60);
        assert!(yard.feet().distance(still) < 0.05, "the player does not come to rest");
    });
}

/// What each script holds in a yard that ran for a minute with a reload of every script every five seconds.
fn a_minute_with_reloads(scripts: &[(String, String)]) {
    let mut yard = Yard::new();
    for (name, text) in scripts {
        yard.script(name, text);
    }
    // Held still where every script has settled into what it does, so that moments of the same kind are compared.
    let counts = |yard: &Yard| scripts.iter().map(|(name, _)| yard.counts(name)).collect::<Vec<_>>();
    let at_once = counts(&yard);
    yard.ticks(300);
    let (after_5_s, bodies) = (counts(&yard), yard.count());
    for _ in 0..11 {
        for (name, text) in scripts {
            yard.script(name, text);
        }
        assert_eq!(counts(&yard), at_once, "a reload holds more or less than the first load");
        yard.ticks(300);
    }
    yard.no_errors();
    let hooks_and_timers =
        |counts: &[(usize, usize, usize)]| counts.iter().map(|&(_, h, t)| (h, t)).collect::<Vec<_>>();
    assert_eq!(hooks_and_timers(&counts(&yard)), hooks_and_timers(&after_5_s));
    assert_eq!(yard.count(), bodies, "{:?}, {:?}", after_5_s, counts(&yard));
}

#[test]
fn all_four_live_through_a_minute_of_reloads() {
    if let Some(scripts) = scripts() {
        a_minute_with_reloads(&scripts);
    }
}

#[test]
fn our_own_scripts_live_through_a_minute_of_reloads() {
    a_minute_with_reloads(&own_scripts());
}

#[test]
fn our_own_scripts_load_alone_and_make_something_new_at_a_key() {
    for (name, text) in own_scripts() {
        let mut yard = Yard::new();
        yard.script(&name, &text);
        yard.ticks(60);
        assert!(yard.count() > 0, "{name} makes nothing");
        yard.no_errors();
        for (script, key) in [("maze.lua", Key::M), ("terrain.lua", Key::N)] {
            if name == script {
                let look = |yard: &Yard| {
                    let bodies = yard.bodies_of(script);
                    bodies.iter().map(|body| format!("{:?} {:?}", body.pos, body.size)).collect::<Vec<_>>()
                };
                let before = look(&yard);
                yard.press(key).ticks(60);
                yard.no_errors();
                assert_ne!(look(&yard), before, "{key} makes nothing new in {name}");
                let first = yard.counts(script);
                for _ in 0..3 {
                    yard.press(key).ticks(60);
                }
                assert_eq!(yard.counts(script).1, first.1, "{name}: hooks grow with each {key}");
            }
        }
    }
}

#[test]
fn our_own_scripts_do_not_overlap_in_the_yard() {
    let mut yard = Yard::new();
    let mut extents = Vec::new();
    for (name, text) in own_scripts() {
        yard.script(&name, &text);
        let (mut low, mut high) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
        for body in yard.bodies_of(&name).iter().filter(|body| body.is_static) {
            let half =
                body.size.map_or(DVec3::splat(body.radius.unwrap_or(0.0)), |size| DVec3::from(size) / 2.0);
            low = low.min(at(body) - half);
            high = high.max(at(body) + half);
        }
        extents.push((name, low, high));
    }
    for (n, (one, low1, high1)) in extents.iter().enumerate() {
        for (other, low2, high2) in &extents[n + 1..] {
            let apart = high1.x <= low2.x || high2.x <= low1.x || high1.z <= low2.z || high2.z <= low1.z;
            assert!(apart, "{one} ({low1} to {high1}) and {other} ({low2} to {high2}) overlap");
        }
    }
}
