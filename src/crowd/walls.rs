//! Keeping to where one may be: a path, in a box, round obstacles.

use super::agents::{Each, V, add, dot, length, sub, times, unit};
use super::error::{Result, with_commas, wrong};
use super::population::Population;
use super::rows::Rows;
use super::senses::check_radius;
use super::work::GoOn;
use std::rc::Rc;

/// More looks of an agent at a segment or an obstacle than this are too many for one call. So many take one thread a sixth of a second
/// at worst, so that what is allowed fits a script's deadline.
pub const MOST_LOOKS: u64 = 20_000_000;

fn check_looks(pop: &Population, things: usize, name: &str) -> Result<()> {
    let looks = pop.len() as u64 * things as u64;
    if looks > MOST_LOOKS {
        return Err(wrong!(
            "{} agents and {} {name} are {} pairs to look at, more than {}: take fewer {name}, or fewer agents",
            with_commas(pop.len() as u128),
            with_commas(things as u128),
            with_commas(u128::from(looks)),
            with_commas(u128::from(MOST_LOOKS)),
        ));
    }
    Ok(())
}

/// How many agents look at so many things before it is asked whether to go on: some hundredths of a second's worth.
fn piece(things: usize) -> usize {
    (2_000_000 / things.max(1)).clamp(1, 1_024)
}

/// How a path is followed.
pub struct Path {
    pub points: Rc<Rows>,
    /// Half its width.
    pub radius: f64,
    /// Whether it goes from its last point back to the first.
    pub closed: bool,
    /// How far ahead agents look, in seconds.
    pub look_ahead: f64,
}

/// Along a path of segments, within its radius.
///
/// # Errors
/// Fewer than two points or other dimensions, a radius that is not above 0, a negative speed.
pub fn follow_path(pop: &Population, path: &Path, max_speed: Each, go_on: GoOn) -> Result<Rows> {
    let points = &path.points;
    if points.len() < 2 || points.dim() != pop.dim() {
        return Err(wrong!(
            "path must be 2 points or more of {} numbers, got {} of {}",
            pop.dim(),
            points.len(),
            points.dim()
        ));
    }
    check_radius("radius", path.radius)?;
    let speed = max_speed.speed(pop)?;
    let speed = speed.slots();
    let points = points.to_rows();
    let last = if path.closed { points.len() } else { points.len() - 1 };
    check_looks(pop, last, "segments")?;
    let segments: Vec<(V, V)> = (0..last).map(|at| (points[at], points[(at + 1) % points.len()])).collect();
    let (radius, look_ahead) = (path.radius, path.look_ahead);
    pop.for_each_in(piece(last), go_on, |slot, pos, vel| {
        let future = add(pos, times(vel, look_ahead));
        let (mut best, mut nearest, mut tangent) = (f64::INFINITY, pos, [0.0; 3]);
        for &(a, b) in &segments {
            let along = sub(b, a);
            let square = dot(along, along);
            let rel = sub(future, a);
            let t = if square > 0.0 { (dot(rel, along) / square).clamp(0.0, 1.0) } else { 0.0 };
            let way = sub(rel, times(along, t));
            if dot(way, way) < best {
                (best, nearest, tangent) = (dot(way, way), add(a, times(along, t)), unit(along));
            }
        }
        let speed = speed.number(slot);
        let desired = if best < radius * radius {
            times(tangent, speed)
        } else {
            times(unit(sub(add(nearest, times(tangent, radius)), pos)), speed)
        };
        sub(desired, vel)
    })
}

/// Back from the walls of a box before they are reached.
///
/// # Errors
/// Corners that are not finite or not in order, a margin that is negative or more than half the box, a negative speed.
pub fn contain(pop: &Population, lo: V, hi: V, margin: f64, max_speed: Each, go_on: GoOn) -> Result<Rows> {
    let dim = pop.dim();
    for (axis, name) in ["x", "y", "z"].iter().enumerate().take(dim) {
        let (lo, hi) = (lo[axis], hi[axis]);
        if !(lo.is_finite() && hi.is_finite() && lo < hi) {
            return Err(wrong!(
                "bounds must be finite, the lowest corner below the highest, but {name} goes from {lo} to {hi}"
            ));
        }
    }
    let half = (0..dim).map(|axis| (hi[axis] - lo[axis]) / 2.0).fold(f64::INFINITY, f64::min);
    if !(0.0..=half).contains(&margin) {
        return Err(wrong!("margin must be 0 or more and at most half the box, {half}, got {margin}"));
    }
    let speed = max_speed.speed(pop)?;
    let speed = speed.slots();
    let push = |inside: f64| {
        if margin > 0.0 {
            (1.0 - inside / margin).clamp(0.0, 1.0)
        } else if inside < 0.0 {
            1.0
        } else {
            0.0
        }
    };
    pop.for_each(go_on, |slot, pos, vel| {
        let speed = speed.number(slot);
        std::array::from_fn(|axis| {
            if axis >= dim {
                return 0.0;
            }
            let mut desired = vel[axis];
            let (from_lo, from_hi) = (push(pos[axis] - lo[axis]), push(hi[axis] - pos[axis]));
            if from_lo > 0.0 {
                desired = desired.max(speed * from_lo);
            }
            if from_hi > 0.0 {
                desired = desired.min(-speed * from_hi);
            }
            desired - vel[axis]
        })
    })
}

/// Round the round obstacles ahead. `radii` is one for all or one for each centre.
///
/// # Errors
/// Centres of other dimensions, a negative radius, fewer than two dimensions.
pub fn avoid(pop: &Population, centers: &Rows, radii: &Each, look_ahead: f64, go_on: GoOn) -> Result<Rows> {
    let dim = pop.dim();
    if dim < 2 {
        return Err(wrong!("avoiding needs two dimensions or more, and these agents have one"));
    }
    if !centers.is_empty() && centers.dim() != dim {
        return Err(wrong!("centers must be rows of {dim} numbers, got {}", centers.dim()));
    }
    if let Each::Many(rows) = radii
        && (rows.len() != centers.len() || rows.dim() != 1)
    {
        return Err(wrong!(
            "radii must be one number, or one for each of {} centers, got {}",
            centers.len(),
            rows.len()
        ));
    }
    check_looks(pop, centers.len(), "obstacles")?;
    let obstacles: Vec<(V, f64)> = (0..centers.len())
        .map(|index| {
            let radius = match radii {
                Each::One(radius) => *radius,
                Each::Many(rows) => rows.get(index)[0],
            };
            (centers.get(index), radius)
        })
        .collect();
    if let Some((_, radius)) = obstacles.iter().find(|(_, radius)| *radius < 0.0) {
        return Err(wrong!("radii must be 0 or more, got {radius}"));
    }
    if let Each::One(radius) = radii
        && *radius < 0.0
    {
        return Err(wrong!("radii must be 0 or more, got {radius}"));
    }
    pop.for_each_in(piece(centers.len()), go_on, |_, pos, vel| {
        let (speed, h) = (length(vel), unit(vel));
        if speed == 0.0 || speed.is_nan() {
            return [0.0; 3];
        }
        let mut hit: Option<(f64, V, f64)> = None;
        for &(center, radius) in &obstacles {
            let rel = sub(center, pos);
            let (square, along) = (dot(rel, rel), dot(rel, h));
            let reach = radius * radius;
            let side = square - along * along;
            let rank = if square < reach {
                Some(square.sqrt() - radius)
            } else if side < reach && along > 0.0 {
                let entry = along - (reach - side).max(0.0).sqrt();
                (entry < speed * look_ahead).then_some(entry)
            } else {
                None
            };
            let Some(rank) = rank else { continue };
            if hit.as_ref().is_none_or(|(best, ..)| rank < *best) {
                hit = Some((rank, rel, radius));
            }
        }
        let Some((_, rel, radius)) = hit else { return [0.0; 3] };
        let distance = length(rel);
        let u = if distance > 0.0 { rel.map(|x| x / distance) } else { times(h, -1.0) };
        // On the edge counts as inside here: there is no tangent that leads away.
        let direction =
            if distance <= radius { times(u, -1.0) } else { tangent(u, h, radius / distance, dim) };
        sub(times(direction, speed), vel)
    })
}

/// Past the edge of an obstacle in direction `u`, on the side that `h` is heading for.
fn tangent(u: V, h: V, sine: f64, dim: usize) -> V {
    let mut side = sub(h, times(u, dot(h, u)));
    if dot(side, side) < 1e-18 {
        let mut axis = 0;
        for other in 1..dim {
            if u[other].abs() < u[axis].abs() {
                axis = other;
            }
        }
        let mut square = [0.0; 3];
        square[axis] = 1.0;
        side = sub(square, times(u, u[axis]));
    }
    let a = libm::asin(sine.min(1.0));
    add(times(u, libm::cos(a)), times(unit(side), libm::sin(a)))
}
