//! Mazes, walked by keys: from the spawn through the gate to the cell farthest from it, and out again.

use crate::common::{Yard, cookbook};
use glam::{DVec2, DVec3, dvec2};
use moonyard::app::bodies::Body;
use moonyard::input::{DeviceEvent, Key};
use std::collections::VecDeque;
use std::path::{Path, PathBuf};

type Cell = (i32, i32);

/// What the walker knows of a maze before it sees it: where its cells are, and how one gets to its gate.
struct Plan {
    script: PathBuf,
    cells: (i32, i32),
    cell: f64,
    corner: DVec2,
    /// The cell inside of the gate.
    gate: Cell,
    /// The way from the spawn to the gate; x and z.
    approach: Vec<DVec2>,
}

fn of_the_cookbook() -> Option<Plan> {
    Some(Plan {
        script: cookbook()?.join("maze.lua"),
        cells: (8, 8),
        cell: 1.8,
        corner: dvec2(-18.0, 5.0),
        gate: (7, 0),
        approach: vec![dvec2(0.0, 6.0), dvec2(-2.6, 5.9)],
    })
}

fn of_our_own() -> Plan {
    Plan {
        script: Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/maze.lua"),
        cells: (6, 7),
        cell: 1.75,
        corner: dvec2(-18.6, -15.0),
        gate: (5, 6),
        approach: vec![dvec2(0.0, 6.0), dvec2(-8.975, 6.0), dvec2(-8.975, -1.6)],
    }
}

impl Plan {
    fn middle(&self, cell: Cell) -> DVec2 {
        self.corner + (dvec2(f64::from(cell.0), f64::from(cell.1)) + 0.5) * self.cell
    }

    fn beside(&self, cell: Cell) -> impl Iterator<Item = Cell> + use<> {
        let (wide, deep) = self.cells;
        [(1, 0), (-1, 0), (0, 1), (0, -1)]
            .into_iter()
            .map(move |(x, z)| (cell.0 + x, cell.1 + z))
            .filter(move |&(x, z)| (0..wide).contains(&x) && (0..deep).contains(&z))
    }

    /// The way from the gate to the cell that is farthest from it, as cells.
    fn way_in(&self, walls: &[Body]) -> Vec<Cell> {
        let walled = |from: Cell, to: Cell| {
            let place = (self.middle(from) + self.middle(to)) / 2.0;
            walls.iter().any(|wall| {
                let size = wall.size.unwrap_or_default();
                // Paths on the ground are no walls.
                size[1] > 0.5
                    && (place.x - wall.pos[0]).abs() < size[0] / 2.0 + 0.2
                    && (place.y - wall.pos[2]).abs() < size[2] / 2.0 + 0.2
            })
        };
        let mut found: Vec<(Cell, Option<usize>)> = vec![(self.gate, None)];
        let mut todo = VecDeque::from([0]);
        while let Some(at) = todo.pop_front() {
            let cell = found[at].0;
            for next in self.beside(cell) {
                if !walled(cell, next) && found.iter().all(|(known, _)| *known != next) {
                    todo.push_back(found.len());
                    found.push((next, Some(at)));
                }
            }
        }
        assert_eq!(found.len() as i32, self.cells.0 * self.cells.1, "a cell cannot be reached");
        let mut way = Vec::new();
        let mut at = Some(found.len() - 1);
        while let Some(index) = at {
            way.push(found[index].0);
            at = found[index].1;
        }
        way.reverse();
        way
    }
}

/// Somebody at the keyboard.
struct Walker {
    yard: Yard,
    down: Vec<Key>,
    ticks: u32,
}

impl Walker {
    fn new(plan: &Plan) -> Walker {
        let mut yard = Yard::new();
        yard.script("maze.lua", &std::fs::read_to_string(&plan.script).unwrap());
        yard.ticks(30);
        Walker { yard, down: Vec::new(), ticks: 0 }
    }

    fn at(&self) -> DVec2 {
        let feet = self.yard.feet();
        dvec2(feet.x, feet.z)
    }

    /// One tick with just these keys down.
    fn tick(&mut self, keys: &[Key], turned: f64) {
        let mut events = vec![DeviceEvent::MouseMotion { dx: turned / 0.12, dy: 0.0 }];
        let up = self.down.iter().filter(|key| !keys.contains(key));
        events.extend(up.map(|&key| DeviceEvent::Key { key, down: false }));
        let down = keys.iter().filter(|key| !self.down.contains(key));
        events.extend(down.map(|&key| DeviceEvent::Key { key, down: true }));
        self.down = keys.to_vec();
        self.yard.tick(&events);
        self.ticks += 1;
        let feet = self.yard.feet();
        assert!(feet.y < 0.3 && feet.y > -1e-3, "not on the ground: {feet}");
    }

    /// Walks to a place by W, A, S and D, without turning.
    fn walk(&mut self, to: DVec2) {
        let start = self.at();
        for _ in 0..((start.distance(to) + 1.0) * 40.0) as u32 {
            let missing = to - self.at();
            if missing.abs().max_element() < 0.25 {
                return;
            }
            let mut keys = Vec::new();
            for (far, plus, minus) in [(missing.x, Key::D, Key::A), (missing.y, Key::S, Key::W)] {
                if far.abs() > 0.12 {
                    keys.push(if far > 0.0 { plus } else { minus });
                }
            }
            self.tick(&keys, 0.0);
        }
        panic!("stuck at {} on the way from {start} to {to}", self.at());
    }

    /// Walks to a place by turning towards it with the mouse and holding W.
    fn turn_and_walk(&mut self, to: DVec2) {
        let start = self.at();
        for _ in 0..((start.distance(to) + 1.0) * 60.0) as u32 {
            let missing = to - self.at();
            if missing.length() < 0.25 {
                return;
            }
            let facing = self.yard.game.sim().player.facing();
            let facing = dvec2(facing.x, facing.z);
            let angle = facing.angle_to(missing).to_degrees();
            let keys: &[Key] = if angle.abs() < 60.0 { &[Key::W] } else { &[] };
            self.tick(keys, angle.clamp(-12.0, 12.0));
        }
        panic!("stuck at {} on the way from {start} to {to}", self.at());
    }

    fn stop(&mut self) {
        while self.yard.game.sim().player.velocity() != DVec3::ZERO {
            self.tick(&[], 0.0);
        }
    }
}

fn ten_mazes(plan: &Plan) {
    let mut walker = Walker::new(plan);
    let mut ways = Vec::new();
    for maze in 0..10 {
        let way = plan.way_in(&walker.yard.bodies_of("maze.lua"));
        let farthest = plan.middle(way[way.len() - 1]);
        let there: Vec<DVec2> =
            plan.approach.iter().copied().chain(way.iter().map(|&cell| plan.middle(cell))).collect();
        for &place in &there {
            walker.walk(place);
        }
        walker.stop();
        assert!(walker.at().distance(farthest) < plan.cell / 2.0, "maze {maze}: {}", walker.at());
        for &place in there.iter().rev() {
            walker.walk(place);
        }
        walker.stop();
        assert!(walker.at().distance(dvec2(0.0, 6.0)) < 0.7, "maze {maze}: {}", walker.at());
        ways.push(way);
        walker.tick(&[Key::M], 0.0);
        walker.tick(&[], 0.0);
    }
    walker.yard.no_errors();
    let different = ways.iter().enumerate().all(|(n, way)| !ways[..n].contains(way));
    assert!(different && ways.iter().all(|way| way.len() >= 8), "{ways:?}");
}

#[test]
fn ten_mazes_of_the_cookbook_are_walked_by_keys_to_the_farthest_cell_and_out_again() {
    if let Some(plan) = of_the_cookbook() {
        ten_mazes(&plan);
    }
}

#[test]
fn ten_mazes_of_our_own_are_walked_by_keys_to_the_farthest_room_and_out_again() {
    ten_mazes(&of_our_own());
}

#[test]
fn a_maze_is_walked_in_first_person_with_the_mouse_and_one_key() {
    let plan = of_our_own();
    let mut walker = Walker::new(&plan);
    walker.tick(&[Key::V], 0.0);
    let way = plan.way_in(&walker.yard.bodies_of("maze.lua"));
    let there: Vec<DVec2> =
        plan.approach.iter().copied().chain(way.iter().map(|&cell| plan.middle(cell))).collect();
    for &place in there.iter().chain(there.iter().rev()) {
        walker.turn_and_walk(place);
    }
    walker.yard.no_errors();
}
