//! Agents keep out of what stands in their way: they go up to it, slide along it, and whoever is inside comes out.
//!
//! After [`Obstacles::keep_out`] nobody overlaps a solid, unless there is no room anywhere near. The whole way of an agent is
//! looked at, so nobody jumps over a solid, however thin it is and however long the step. Each agent is worked out by itself, so
//! results are the same to the bit on any number of threads.

use super::agents::{V, add, dot, slots, sub, times};
use super::error::Result;
use super::obstacles::{Cells, Obstacles};
use super::rows::Rows;
use super::solid::SKIN;
use super::work::{GoOn, cut, ends, share};

/// In one step an agent turns along surfaces so often; what is left of its way then is not gone.
const MOST_TURNS: usize = 6;
/// So often an agent that is inside something is put beside it, before it looks around for a way out of all.
const MOST_PUSHES: usize = 6;
/// In each direction it goes through so many solids that overlap.
const MOST_LEAPS: usize = 12;
/// Agents in a piece of work, and how many solids they may look at together in a moment.
const PIECE: usize = 1_024;
const LOOKS_A_PIECE: usize = 16_384;

/// An agent on its way.
#[derive(Clone, Copy)]
struct Agent {
    at: V,
    vel: V,
    /// 1, or -1 if time goes backward.
    time: f64,
}

impl Agent {
    /// Its velocity no longer leads into a surface.
    fn turn(&mut self, out: V) {
        let along = dot(self.vel, out);
        if along * self.time < 0.0 {
            self.vel = sub(self.vel, times(out, along));
        }
    }
}

impl Obstacles {
    /// Takes agents that went from `old` to `pos` only as far as they can go. `dt` tells which way time went.
    ///
    /// # Errors
    /// When the result is no longer wanted.
    pub(super) fn keep_out(
        &self,
        old: &Rows,
        pos: &mut Rows,
        vel: &mut Rows,
        dt: f64,
        go_on: GoOn,
    ) -> Result<()> {
        if self.grid.is_empty() || pos.dim() != self.dim() {
            return Ok(());
        }
        let (n, dim) = (pos.len(), pos.dim());
        let old = slots(old);
        let time = if dt < 0.0 { -1.0 } else { 1.0 };
        let size = (LOOKS_A_PIECE / self.densest().max(1)).clamp(4, PIECE);
        let pieces = cut(pos.columns_mut().chain(vel.columns_mut()).collect(), ends(n, size));
        share(n, pieces, go_on, |(start, parts)| {
            let (pos, vel) = parts.split_at_mut(dim);
            let row = |columns: &[&mut [f64]], at: usize| -> V {
                std::array::from_fn(|k| columns.get(k).map_or(0.0, |column| column[at]))
            };
            for at in 0..pos.first().map_or(0, |column| column.len()) {
                let (from, to) = (old.at(*start + at), row(pos, at));
                let cell = self.grid.cell_of(from);
                if cell == self.grid.cell_of(to) && cell.is_some_and(|cell| self.is_clear(cell, from, to)) {
                    continue;
                }
                if let Some(agent) = self.go(from, to, row(vel, at), time) {
                    for k in 0..dim {
                        (pos[k][at], vel[k][at]) = (agent.at[k], agent.vel[k]);
                    }
                }
            }
        })
    }

    /// Whether somebody who stays in a cell comes close to nothing in it.
    #[inline]
    fn is_clear(&self, cell: usize, from: V, to: V) -> bool {
        let mut solids = self.in_cell(cell).peekable();
        if solids.peek().is_none() {
            return true;
        }
        let way = sub(to, from);
        let reach = self.radius() + dot(way, way).sqrt() + 4.0 * SKIN;
        solids.all(|solid| solid.is_beyond(from, reach))
    }

    /// Where an agent gets that wants to go from one point to another; none if nothing is in its way.
    fn go(&self, from: V, to: V, vel: V, time: f64) -> Option<Agent> {
        if !from.iter().chain(&to).all(|x| x.is_finite()) {
            return None;
        }
        let mut agent = Agent { at: from, vel, time };
        let mut turned = false;
        let mut rest = sub(to, from);
        for turn in 0..=MOST_TURNS {
            let Some((way, most)) = direction(rest) else { break };
            let Some((along, out)) = self.first(agent.at, way, most) else {
                agent.at = if turned { add(agent.at, rest) } else { to };
                break;
            };
            turned = true;
            agent.at = add(agent.at, times(way, along));
            agent.turn(out);
            if turn == MOST_TURNS {
                break;
            }
            rest = times(way, most - along);
            rest = sub(rest, times(out, dot(rest, out)));
        }
        let pushed = self.leave(&mut agent, from);
        (turned || pushed).then_some(agent)
    }

    /// The first surface on a way: how far it is, and the way out there.
    fn first(&self, from: V, way: V, most: f64) -> Option<(f64, V)> {
        let grid = &self.grid;
        if let Some(cell) = grid.cell_of(from)
            && grid.cell_of(add(from, times(way, most))) == Some(cell)
        {
            return self.first_in_cell(cell, from, way, most, None);
        }
        let (start, end) = grid.clip(from, way, most)?;
        let mut cell = [0, 1].map(|k| grid.along(k, from[grid.axes[k]] + way[grid.axes[k]] * start));
        let mut best: Option<(f64, V)> = None;
        loop {
            let place = cell[1] * grid.count[0] + cell[0];
            best = self.first_in_cell(place, from, way, most, best);
            let exits = [0, 1].map(|k| grid.exit(k, cell[k], from, way));
            let k = usize::from(exits[1] < exits[0]);
            let leaves = exits[k].min(end);
            if leaves >= end || best.is_some_and(|(along, _)| along <= leaves) {
                return best;
            }
            let forward = way[grid.axes[k]] > 0.0;
            match cell[k].checked_add_signed(if forward { 1 } else { -1 }) {
                Some(next) if next < grid.count[k] => cell[k] = next,
                _ => return best,
            }
        }
    }

    /// The first surface of those in a cell, or `best` if that comes before.
    fn first_in_cell(
        &self,
        cell: usize,
        from: V,
        way: V,
        most: f64,
        mut best: Option<(f64, V)>,
    ) -> Option<(f64, V)> {
        let reach = self.radius() + SKIN;
        for solid in self.in_cell(cell) {
            let most = best.map_or(most, |(along, _)| along);
            if solid.is_beyond(from, reach + most + SKIN) {
                continue;
            }
            if let Some(met) = solid.met(from, way, most, reach)
                && best.is_none_or(|(along, _)| met.0 < along)
            {
                best = Some(met);
            }
        }
        best
    }

    /// Takes an agent out of what it is in: by the shortest way out of the one that it is deepest in, then of the next. One that
    /// is still inside something then goes to the nearest free place that it finds around; and stays where it came from if there
    /// is none. Whether it was inside anything.
    fn leave(&self, agent: &mut Agent, from: V) -> bool {
        for pushes in 0..MOST_PUSHES {
            let mut deepest: Option<(f64, V)> = None;
            for solid in self.at(agent.at) {
                let (distance, out) = solid.distance(agent.at);
                let gap = distance - self.radius();
                if gap < 0.0 && deepest.is_none_or(|(least, _)| gap < least) {
                    deepest = Some((gap, out));
                }
            }
            let Some((gap, out)) = deepest else { return pushes > 0 };
            agent.at = add(agent.at, times(out, SKIN - gap));
            agent.turn(out);
        }
        match self.nearest_free(agent.at) {
            Some(free) => agent.at = free,
            None => *agent = Agent { at: from, vel: [0.0; 3], ..*agent },
        }
        true
    }

    /// The nearest free place in one of a few directions.
    fn nearest_free(&self, from: V) -> Option<V> {
        let mut best: Option<(f64, V)> = None;
        for way in ways(self.dim()) {
            let mut along = 0.0;
            for _ in 0..MOST_LEAPS {
                let at = add(from, times(way, along));
                let leap = self
                    .at(at)
                    .filter(|solid| solid.distance(at).0 < self.radius())
                    .fold(0.0, |leap: f64, solid| leap.max(solid.way_out(at, way, self.radius())));
                if best.is_some_and(|(nearest, _)| along + leap >= nearest) {
                    break;
                }
                if leap == 0.0 {
                    best = Some((along, at));
                    break;
                }
                along += leap;
            }
        }
        best.map(|(_, at)| at)
    }
}

/// A vector's direction and length, also of one so long that its square is no number; none for zero.
fn direction(rest: V) -> Option<(V, f64)> {
    let largest = rest.iter().fold(0.0, |largest: f64, x| largest.max(x.abs()));
    if largest == 0.0 || !largest.is_finite() {
        return None;
    }
    let scaled = rest.map(|x| x / largest);
    let length = dot(scaled, scaled).sqrt();
    Some((scaled.map(|x| x / length), length * largest))
}

/// Directions all around, of length 1: sixteen in the plane, twenty-six in space.
fn ways(dim: usize) -> impl Iterator<Item = V> {
    let turn = std::f64::consts::PI / 8.0;
    let around = (0..if dim == 2 { 16 } else { 0 })
        .map(move |k| [libm::cos(turn * f64::from(k)), libm::sin(turn * f64::from(k)), 0.0]);
    let corners = (0..if dim == 2 { 0 } else { 27 })
        .map(|k: i32| [k / 9, k / 3 % 3, k % 3].map(|step| f64::from(step - 1)))
        .filter_map(|way| direction(way).map(|(way, _)| way));
    around.chain(corners)
}

impl Cells {
    /// Where a way comes into the grid and leaves it; none if it misses.
    fn clip(&self, from: V, way: V, most: f64) -> Option<(f64, f64)> {
        let (mut start, mut end) = (0.0_f64, most);
        for k in 0..2 {
            let (from, way) = (from[self.axes[k]], way[self.axes[k]]);
            if way == 0.0 {
                if from < self.lo[k] || from > self.hi[k] {
                    return None;
                }
                continue;
            }
            let (a, b) = ((self.lo[k] - from) / way, (self.hi[k] - from) / way);
            start = start.max(a.min(b));
            end = end.min(a.max(b));
        }
        (start <= end).then_some((start, end))
    }

    /// How far along a way a cell ends along an axis of the grid.
    fn exit(&self, k: usize, cell: usize, from: V, way: V) -> f64 {
        let (from, way) = (from[self.axes[k]], way[self.axes[k]]);
        if way == 0.0 {
            return f64::INFINITY;
        }
        let edge = if way > 0.0 { cell + 1 } else { cell };
        (self.lo[k] + edge as f64 * self.size[k] - from) / way
    }
}
