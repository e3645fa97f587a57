//! Wakes: where the agents of a shown population were in the last seconds, for the trails that are drawn behind them. Plain data, as
//! in [`super::shown`], which alone calls this.
//!
//! What is guaranteed:
//! - A wake holds [`MOST_POINTS`] points, or [`LEAST_EACH`] for each agent if those are more: with more agents, or over more seconds, it
//!   notes them less often.
//! - Whoever dies leaves what it drew, which fades as if it lived.

use super::course::is_jump;
use super::shown::Plane;
use crate::crowd::Population;
use glam::{DVec3, Vec3};
use std::collections::VecDeque;

/// How many agents of all shown populations may have trails.
pub const MOST_WITH_TRAILS: usize = 2_000;
/// For how long a trail may be seen, in seconds.
pub const LONGEST: f64 = 600.0;

const MOST_POINTS: usize = 60_000;
const LEAST_EACH: usize = 30;
const MOST_EACH: usize = 300;

/// Sixtieths of a second are no exact numbers.
const ROUNDING: f64 = 1e-6;

/// What the trails of a population are like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trail {
    /// How long each of their points is seen, in seconds.
    pub seconds: f64,
    /// `None` is the colour of each agent.
    pub color: Option<Vec3>,
}

/// A line between two points of a trail.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Piece {
    pub from: DVec3,
    pub to: DVec3,
    pub color: Vec3,
    /// How much is to be seen of it at its ends, 0 to 1.
    pub alpha: [f32; 2],
}

#[derive(Debug, Default)]
pub struct Wake {
    notes: VecDeque<Note>,
}

/// Where everybody was at a time.
#[derive(Debug)]
struct Note {
    /// In seconds of the simulation.
    time: f64,
    /// By id, growing.
    agents: Vec<Spot>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    id: u64,
    pub pos: DVec3,
    /// In m/s.
    speed: f64,
}

impl Wake {
    /// Notes where the first `room` agents are, if it is time to, and drops what is over.
    pub fn note(&mut self, time: f64, population: &Population, plane: Plane, room: usize, trail: Trail) {
        let each = (MOST_POINTS / population.len().min(room).max(1)).clamp(LEAST_EACH, MOST_EACH);
        let spacing = trail.seconds / each as f64;
        if self.notes.back().is_none_or(|last| time - last.time > spacing - ROUNDING) {
            self.notes.push_back(Note { time, agents: spots(population, plane, room) });
        }
        // The newest of those that are over stays: a line leads from it to the first that is not.
        while self.notes.get(1).is_some_and(|second| time - second.time > trail.seconds - ROUNDING) {
            self.notes.pop_front();
        }
    }

    /// All that is to be seen at a time, from the oldest on to where the agents are then. What was noted later is not seen yet.
    pub fn for_each(
        &self,
        time: f64,
        agents: Vec<Spot>,
        trail: Trail,
        color: impl Fn(u64) -> Vec3,
        mut see: impl FnMut(Piece),
    ) {
        let now = Note { time, agents };
        let notes = self.notes.iter().filter(|note| note.time <= time + ROUNDING).chain([&now]);
        let alpha = |of: f64| (1.0 - (time - of) / trail.seconds).clamp(0.0, 1.0) as f32;
        for (old, new) in notes.clone().zip(notes.skip(1)) {
            let ends = [alpha(old.time), alpha(new.time)];
            if ends[1] <= 0.0 {
                continue;
            }
            let mut before = old.agents.iter().peekable();
            for to in &new.agents {
                while before.next_if(|from| from.id < to.id).is_some() {}
                let Some(from) = before.next_if(|from| from.id == to.id) else { continue };
                let speed = from.speed.max(to.speed);
                if from.pos != to.pos && !is_jump(from.pos.distance(to.pos), speed, new.time - old.time) {
                    let color = trail.color.unwrap_or_else(|| color(to.id));
                    see(Piece { from: from.pos, to: to.pos, color, alpha: ends });
                }
            }
        }
    }
}

/// Where the first `room` agents are.
pub(super) fn spots(population: &Population, plane: Plane, room: usize) -> Vec<Spot> {
    let (pos, vel) = (population.pos(), population.vel());
    let each = population.ids().iter().take(room).enumerate();
    each.map(|(index, id)| Spot {
        id: *id,
        pos: plane.place(pos.get(index)),
        speed: plane.direction(vel.get(index)).length(),
    })
    .collect()
}
