//! Going to points and away from them: seek, arrive, flee, pursue, evade, wander, and following a flow. After Reynolds,
//! "Steering Behaviors For Autonomous Characters" (1999).
//!
//! A force is the velocity an agent would like less the one it has. None of these changes the population, but that wandering
//! draws from its random numbers.

use super::agents::{Each, Points, add, dot, length, sub, times, unit};
use super::error::{Result, wrong};
use super::field::FlowField;
use super::order::Order;
use super::population::Population;
use super::rows::Rows;
use super::work::GoOn;
use std::rc::Rc;

/// Toward a target at full speed.
///
/// # Errors
/// Wrong shapes, a negative speed.
pub fn seek(pop: &Population, target: Points, max_speed: Each, go_on: GoOn) -> Result<Rows> {
    let (target, speed) = (target.ready("target", pop)?, max_speed.speed(pop)?);
    let (target, speed) = (target.slots(), speed.slots());
    pop.for_each(go_on, |slot, pos, vel| sub(times(unit(sub(target.at(slot), pos)), speed.number(slot)), vel))
}

/// Toward a target, slowing down within `slow_radius` to stop on it.
///
/// # Errors
/// Wrong shapes, a negative speed, a slow radius that is not above 0.
pub fn arrive(
    pop: &Population,
    target: Points,
    max_speed: Each,
    slow_radius: Each,
    go_on: GoOn,
) -> Result<Rows> {
    let (target, speed) = (target.ready("target", pop)?, max_speed.speed(pop)?);
    let slow = slow_radius.above_zero("slow_radius", pop)?;
    let (target, speed, slow) = (target.slots(), speed.slots(), slow.slots());
    pop.for_each(go_on, |slot, pos, vel| {
        let way = sub(target.at(slot), pos);
        let share = (length(way) / slow.number(slot)).min(1.0);
        sub(times(unit(way), speed.number(slot) * share), vel)
    })
}

/// Straight away from a threat, for those closer than `radius`.
///
/// # Errors
/// Wrong shapes, a negative speed.
pub fn flee(pop: &Population, threat: Points, max_speed: Each, radius: f64, go_on: GoOn) -> Result<Rows> {
    let (threat, speed) = (threat.ready("threat", pop)?, max_speed.speed(pop)?);
    let (threat, speed) = (threat.slots(), speed.slots());
    pop.for_each(go_on, |slot, pos, vel| {
        let way = sub(pos, threat.at(slot));
        if dot(way, way) >= radius * radius {
            return [0.0; 3];
        }
        sub(times(unit(way), speed.number(slot)), vel)
    })
}

/// A target or threat that moves, and how far ahead it is led.
pub struct Moving {
    pub at: Points,
    pub vel: Points,
    /// The longest lead in seconds.
    pub max_lead: f64,
}

impl Moving {
    fn ready(self, name: &str, pop: &Population) -> Result<Moving> {
        if self.max_lead < 0.0 || self.max_lead.is_nan() {
            return Err(wrong!("max_lead must be 0 or more, got {}", self.max_lead));
        }
        let vel = self.vel.ready(&format!("{name}_vel"), pop)?;
        Ok(Moving { at: self.at.ready(name, pop)?, vel, max_lead: self.max_lead })
    }
}

/// How long an agent takes at full speed, at most `most`.
fn lead(distance: f64, speed: f64, most: f64) -> f64 {
    if speed > 0.0 { (distance / speed).min(most) } else { 0.0 }
}

/// Toward where a moving target will be.
///
/// # Errors
/// Wrong shapes, a negative speed or lead.
pub fn pursue(pop: &Population, target: Moving, max_speed: Each, go_on: GoOn) -> Result<Rows> {
    let (target, speed) = (target.ready("target", pop)?, max_speed.speed(pop)?);
    let (at, velocity, speed) = (target.at.slots(), target.vel.slots(), speed.slots());
    pop.for_each(go_on, |slot, pos, vel| {
        let (at, speed) = (at.at(slot), speed.number(slot));
        let t = lead(length(sub(at, pos)), speed, target.max_lead);
        let predicted = add(at, times(velocity.at(slot), t));
        sub(times(unit(sub(predicted, pos)), speed), vel)
    })
}

/// Away from where a moving threat will be, for those that it is closer to than `radius` now.
///
/// # Errors
/// Wrong shapes, a negative speed or lead.
pub fn evade(pop: &Population, threat: Moving, max_speed: Each, radius: f64, go_on: GoOn) -> Result<Rows> {
    let (threat, speed) = (threat.ready("threat", pop)?, max_speed.speed(pop)?);
    let (at, velocity, speed) = (threat.at.slots(), threat.vel.slots(), speed.slots());
    pop.for_each(go_on, |slot, pos, vel| {
        let (at, speed) = (at.at(slot), speed.number(slot));
        let way = sub(at, pos);
        if dot(way, way) >= radius * radius {
            return [0.0; 3];
        }
        let predicted = add(at, times(velocity.at(slot), lead(length(way), speed, threat.max_lead)));
        sub(times(unit(sub(pos, predicted)), speed), vel)
    })
}

/// A push to the side by chance: the draw of each agent less what lies along its heading, times `strength`. `draws` holds a
/// standard normal for each number of each row.
///
/// # Errors
/// Wrong shapes.
pub fn wander(pop: &Population, strength: f64, draws: Rc<Rows>, go_on: GoOn) -> Result<Rows> {
    let draws = Points::Many(draws).ready("the draws", pop)?;
    let draws = draws.slots();
    pop.for_each(go_on, |slot, _, vel| {
        let (draw, heading) = (draws.at(slot), unit(vel));
        times(sub(draw, times(heading, dot(draw, heading))), strength)
    })
}

/// Rows between two corners, each number by chance, in the order of rows, from the population's own random numbers.
pub fn uniform(pop: &mut Population, lo: &[f64], hi: &[f64]) -> Rows {
    let (n, dim) = (pop.len(), lo.len());
    let mut data = vec![0.0; n * dim];
    for row in 0..n {
        for (column, (lo, hi)) in lo.iter().zip(hi).enumerate() {
            data[column * n + row] = lo + (hi - lo) * pop.random.uniform();
        }
    }
    Rows::from_columns(n, dim, data, Order::NATURAL)
}

/// Normals for [`wander`], in the order of rows, from the population's own random numbers.
pub fn draws(pop: &mut Population) -> Rc<Rows> {
    let (n, dim) = (pop.len(), pop.dim());
    draws_from(n, dim, || pop.random.normal())
}

/// The same from others.
pub fn draws_from(n: usize, dim: usize, mut normal: impl FnMut() -> f64) -> Rc<Rows> {
    let mut data = vec![0.0; n * dim];
    for row in 0..n {
        for column in 0..dim {
            data[column * n + row] = normal();
        }
    }
    Rc::new(Rows::from_columns(n, dim, data, Order::NATURAL))
}

/// Along a flow, as fast as it is strong: at full speed where it is 1 or more.
///
/// # Errors
/// Agents that are not in two dimensions, a negative speed.
pub fn follow(pop: &Population, flow: &FlowField, max_speed: Each, go_on: GoOn) -> Result<Rows> {
    if pop.dim() != 2 {
        return Err(wrong!("flows are followed in two dimensions, and these agents have {}", pop.dim()));
    }
    let speed = max_speed.speed(pop)?;
    let speed = speed.slots();
    pop.for_each(go_on, |slot, pos, vel| {
        let [x, y] = flow.at([pos[0], pos[1]]);
        let along = [x, y, 0.0];
        sub(times(along, speed.number(slot) / length(along).max(1.0)), vel)
    })
}
