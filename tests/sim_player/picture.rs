//! No picture begins inside of a wall or behind one: the corners where it begins are where the pivot sees them.

use super::*;
use moonyard::sim::{View, ViewMode};

/// Where pictures begin, and how wide they are.
const NEAR: f64 = 0.06;
const ASPECTS: [f64; 2] = [16.0 / 9.0, 21.0 / 9.0];

struct Random(u32);

impl Random {
    fn between(&mut self, low: f64, high: f64) -> f64 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        low + (high - low) * f64::from(self.0 >> 8) / f64::from(1 << 24)
    }
}

fn corners(view: &View, aspect: f64) -> [DVec3; 4] {
    let half = (view.fov_degrees / 2.0).to_radians().tan() * NEAR;
    let right = view.forward.cross(DVec3::Y).normalize();
    let up = right.cross(view.forward);
    [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)]
        .map(|(x, y)| view.eye + view.forward * NEAR + right * (x * half * aspect) + up * (y * half))
}

/// Whether the line between two points meets a box.
fn meets(from: DVec3, to: DVec3, pos: DVec3, size: DVec3) -> bool {
    let (along, start) = (to - from, from - pos);
    let (mut enters, mut leaves) = (0.0_f64, 1.0_f64);
    for axis in 0..3 {
        if along[axis].abs() < 1e-12 {
            if start[axis].abs() > size[axis] / 2.0 {
                return false;
            }
            continue;
        }
        let a = (-size[axis] / 2.0 - start[axis]) / along[axis];
        let b = (size[axis] / 2.0 - start[axis]) / along[axis];
        enters = enters.max(a.min(b));
        leaves = leaves.min(a.max(b));
    }
    enters < leaves
}

fn walls(sim: &Sim) -> Vec<(DVec3, DVec3)> {
    let fixed = sim.world.bodies().filter(|body| body.is_static);
    fixed
        .map(|body| match body.shape {
            Shape::Box { size } => (body.pos, size),
            Shape::Sphere { .. } => panic!("only boxes here"),
        })
        .collect()
}

#[track_caller]
fn shows_no_inside(sim: &Sim, walls: &[(DVec3, DVec3)], what: &str) {
    for part in [0.0, 0.37, 1.0] {
        let view = sim.camera.view(&sim.world, part);
        for corner in ASPECTS.iter().flat_map(|aspect| corners(&view, *aspect)) {
            for (pos, size) in walls {
                assert!(
                    !meets(view.pivot, corner, *pos, *size),
                    "{what}, {part} into the tick, feet {}: the box at {pos} of {size} is between {} and {corner}",
                    sim.player.feet(),
                    view.pivot
                );
            }
        }
    }
}

/// Looks about in steps, within one tick and from tick to tick.
fn look_about(sim: &mut Sim, walls: &[(DVec3, DVec3)], what: &str) {
    for pitch in [0.0, -45.0, -30.0, 60.0, 80.0, -65.0] {
        for turn in 0..24 {
            sim.look(15.0, if turn == 0 { pitch } else { 0.0 });
            shows_no_inside(sim, walls, what);
            if turn % 3 == 0 {
                ticks(sim, 1, STILL);
                shows_no_inside(sim, walls, what);
            }
        }
    }
}

/// Walls on a grid, some low and some high, and a ceiling over a part.
fn with_maze(sim: &mut Sim) {
    let mut random = Random(3);
    for x in 0..5 {
        for z in 0..5 {
            let (x, z) = (f64::from(x) * 1.8 + 8.0, f64::from(z) * 1.8 + 8.0);
            let height = if random.between(0.0, 1.0) < 0.5 { 1.4 } else { 3.0 };
            if random.between(0.0, 1.0) < 0.6 {
                fixed_box(sim, v(x + 0.9, height / 2.0, z), v(2.0, height, 0.2));
            }
            if random.between(0.0, 1.0) < 0.6 {
                fixed_box(sim, v(x, height / 2.0, z + 0.9), v(0.2, height, 2.0));
            }
        }
    }
    fixed_box(sim, v(10.0, 2.0, 10.0), v(3.6, 0.3, 3.6));
}

#[test]
fn along_walls_and_in_corners_no_picture_shows_the_inside_of_one() {
    let mut sim = settled();
    fixed_box(&mut sim, v(-12.0, 1.5, 10.0), v(6.0, 3.0, 0.2));
    fixed_box(&mut sim, v(-15.0, 1.5, 13.0), v(0.2, 3.0, 6.2));
    fixed_box(&mut sim, v(-12.0, 3.1, 13.0), v(6.2, 0.2, 6.2));
    let walls = walls(&sim);
    for feet in [
        v(-12.0, 0.0, 10.4),
        v(-14.6, 0.0, 10.4),
        v(-14.59, 0.0, 13.0),
        v(-12.0, 0.0, 9.6),
        v(-12.0, 0.0, 13.0),
        // At the yard's own walls, in its corner, at the stairs, the fence and the block.
        v(19.45, 0.0, 19.45),
        v(0.0, 0.0, 19.45),
        v(-6.0, 0.0, -1.5),
        v(-6.0, 1.0, -3.2),
        v(-6.0, 2.0, -7.1),
        v(4.0, 0.0, -2.59),
        v(2.19, 0.0, -8.0),
        v(4.0, 1.4, -8.0),
    ] {
        sim.teleport_player(feet).unwrap();
        ticks(&mut sim, 3, STILL);
        look_about(&mut sim, &walls, "third person");
        ticks(&mut sim, 3, Walk { crouch: true, ..STILL });
        look_about(&mut sim, &walls, "crouching");
        sim.toggle_camera();
        look_about(&mut sim, &walls, "first person");
        sim.toggle_camera();
    }
}

#[test]
fn walking_in_a_maze_no_picture_shows_the_inside_of_a_wall() {
    let mut sim = settled();
    with_maze(&mut sim);
    let walls = walls(&sim);
    let mut random = Random(11);
    sim.teleport_player(v(9.0, 0.0, 9.0)).unwrap();
    for tick in 0..6000 {
        match tick % 1500 {
            0 => sim.give_view_back(),
            500 => sim.set_view(1, ViewMode::Third { distance: 6.0, height: 1.6, side: -1.5 }).unwrap(),
            1000 => {
                let orbit = ViewMode::Orbit { target: None, distance: 4.0, height: 2.0, speed: 120.0 };
                sim.set_view(1, orbit).unwrap();
            }
            _ => {}
        }
        if tick % 600 == 0 {
            sim.set_fov(1, random.between(20.0, 120.0)).unwrap();
        }
        sim.look(random.between(-20.0, 20.0), random.between(-6.0, 6.0));
        shows_no_inside(&sim, &walls, "before the tick");
        let walk = Walk {
            right: random.between(-1.0, 1.0),
            forward: random.between(-0.5, 1.0),
            crouch: tick / 60 % 5 == 0,
            sprint: tick / 60 % 3 == 0,
            jump_pressed: tick % 97 == 0,
            ..STILL
        };
        ticks(&mut sim, 1, walk);
        shows_no_inside(&sim, &walls, "after the tick");
        let feet = sim.player.feet();
        if feet.x < 8.0 || feet.x > 17.0 || feet.z < 8.0 || feet.z > 17.0 {
            let place = v(random.between(8.4, 16.0), 0.0, random.between(8.4, 16.0));
            let middle = place + v(0.0, 0.9, 0.0);
            let free = walls.iter().all(|(pos, size)| {
                let gap = (middle - *pos).abs() - *size / 2.0;
                gap.max_element() > 0.95 || gap.x.max(gap.z) > 0.31
            });
            if free {
                sim.teleport_player(place).unwrap();
            }
        }
    }
}

#[test]
fn a_wall_that_appears_behind_the_player_is_not_looked_through_in_the_same_tick() {
    let mut sim = settled();
    let wall = fixed_box(&mut sim, v(0.0, 2.0, 7.5), v(4.0, 4.0, 0.2));
    let (pos, size) = (v(0.0, 2.0, 7.5), v(4.0, 4.0, 0.2));
    shows_no_inside(&sim, &[(pos, size)], "as it appears");
    sim.world.remove(wall).unwrap();
}
