//! The step itself: velocities are capped, and carry everybody along.

use super::agents::Each;
use super::error::Result;
use super::order::Order;
use super::population::Population;
use super::rows::Rows;
use super::work::{GoOn, cut, ends, share};
use pulp::{Arch, Simd, WithSimd};
use std::rc::Rc;

/// So many agents are worked on at a time.
const PIECE: usize = 1_024;

/// Some agents, from `start` on; `out` holds the columns of new positions, then of new velocities.
struct Piece<'a, 'o> {
    pos: &'a [&'a [f64]],
    vel: &'a [&'a [f64]],
    most: &'a Speed<'a>,
    dt: f64,
    start: usize,
    out: &'a mut [&'o mut [f64]],
}

enum Speed<'a> {
    One(f64),
    Many(&'a [f64]),
}

impl WithSimd for Piece<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Piece { pos, vel, most, dt, start, out } = self;
        let dim = pos.len();
        let n = out[0].len();
        let range = start..start + n;
        let (new_pos, new_vel) = out.split_at_mut(dim);
        let mut square = [0.0; PIECE];
        let square = &mut square[..n];
        for column in vel {
            for (square, x) in square.iter_mut().zip(&column[range.clone()]) {
                *square += x * x;
            }
        }
        // What each velocity is scaled by.
        match most {
            Speed::One(most) => {
                for square in square.iter_mut() {
                    let length = square.sqrt();
                    *square = if length > *most { most / length } else { 1.0 };
                }
            }
            Speed::Many(most) => {
                for (square, most) in square.iter_mut().zip(&most[range.clone()]) {
                    let length = square.sqrt();
                    *square = if length > *most { most / length } else { 1.0 };
                }
            }
        }
        for k in 0..dim {
            let (new_pos, new_vel) = (&mut *new_pos[k], &mut *new_vel[k]);
            let (old_pos, old_vel) = (&pos[k][range.clone()], &vel[k][range.clone()]);
            for i in 0..n {
                new_vel[i] = old_vel[i] * square[i];
                new_pos[i] = old_pos[i] + new_vel[i] * dt;
            }
        }
    }
}

impl Population {
    /// Moves everybody along its velocity for `dt` seconds. A velocity above `max_speed` is scaled down to it first. Whoever meets
    /// one of [`Population::obstacles`] goes along it.
    ///
    /// # Errors
    /// A negative speed, or one that is not one for all or one for each.
    pub fn step(&mut self, dt: f64, max_speed: Each, go_on: GoOn) -> Result<()> {
        let speed = max_speed.speed(self)?;
        let (n, dim) = (self.len(), self.dim);
        let order: Order = self.pos.order().clone();
        let vel = self.vel.in_order(&order);
        let mut moved_pos = Rows::unset(n, dim, order.clone());
        let mut moved_vel = Rows::unset(n, dim, order);
        let pos: Vec<&[f64]> = (0..dim).map(|k| self.pos.column(k)).collect();
        let old: Vec<&[f64]> = (0..dim).map(|k| vel.column(k)).collect();
        let most = match &speed {
            Each::One(most) => Speed::One(*most),
            Each::Many(rows) => Speed::Many(rows.column(0)),
        };
        let out = moved_pos.columns_mut().chain(moved_vel.columns_mut()).collect();
        let arch = Arch::new();
        share(n, cut(out, ends(n, PIECE)), go_on, |(start, out)| {
            arch.dispatch(Piece { pos: &pos, vel: &old, most: &most, dt, start: *start, out });
        })?;
        if let Some(obstacles) = self.obstacles() {
            obstacles.keep_out(&self.pos, &mut moved_pos, &mut moved_vel, dt, go_on)?;
        }
        self.set_pos(Rc::new(moved_pos));
        self.set_vel(Rc::new(moved_vel));
        Ok(())
    }
}
